/* One snapshot: what it says, whether that is believed, and what is known then. */
#include "games/klondike/learn.h"

#include "games/klondike/conclude.h"
#include "games/klondike/first.h"

#include <assert.h>

/* ---- Choosing ------------------------------------------------------------------------------- */

/* The only explanation, or the only one that begins with the suggested move; NULL where unclear. */
static const struct explanation *choose(const struct explanations *all)
{
	const struct explanation *chosen = NULL;

	if (all->count == 1) {
		return &all->found[0];
	}
	for (int i = 0; i < all->count; i++) {
		if (all->found[i].suggested) {
			if (chosen) {
				return NULL;
			}
			chosen = &all->found[i];
		}
	}
	return chosen;
}

/* Nothing seems to have happened: but would the suggested move be seen at all? */
static unsigned hidden_suggestion(const struct scene *scene, const struct mk_move *suggested)
{
	unsigned touched = suggested ? scene_touched(*suggested) : 0;
	unsigned seen = 0;

	for (int position = 0; position < POSITIONS; position++) {
		enum klondike_seen what = (enum klondike_seen)scene->seen[position];

		if (what != NOT_TOLD && what != UNREADABLE) {
			seen |= 1U << position;
		}
	}
	return touched & seen ? 0 : touched & scene->unreadable;
}

/* ---- Looking again -------------------------------------------------------------------------- */

static bool same_pile(const struct klondike_view *a, const struct klondike_view *b, int position)
{
	if (position == DRAW_PILE) {
		return a->turned == b->turned && a->pile_count == b->pile_count &&
		       a->shuffles == b->shuffles && a->pile_loose == b->pile_loose &&
		       memcmp(a->pile, b->pile, sizeof a->pile) == 0;
	}
	if (position >= FIRST_FOUNDATION) {
		return a->foundation[position - FIRST_FOUNDATION] ==
		       b->foundation[position - FIRST_FOUNDATION];
	}
	return a->up[position] == b->up[position] && a->unseen[position] == b->unseen[position] &&
	       memcmp(a->column[position], b->column[position], COLUMN_UP) == 0;
}

static void doubt(struct mk_finding *finding, int position, mk_card card, int index)
{
	struct mk_place place = {(uint8_t)position, card, (uint8_t)index};

	for (int i = 0; i < finding->doubt_count; i++) {
		if (memcmp(&finding->doubts[i], &place, sizeof place) == 0) {
			return;
		}
	}
	if (card != MK_NO_CARD && finding->doubt_count < MK_MAX_PLACES) {
		finding->doubts[finding->doubt_count++] = place;
	}
}

static bool all_have(const struct explanations *all, int column, int place)
{
	mk_card card = all->found[0].view.column[column][place];

	for (int i = 1; i < all->count; i++) {
		if (all->found[i].view.column[column][place] != card) {
			return false;
		}
	}
	return true;
}

/*
 * What each explanation would have at a column: in front, or, where all agree on that, at the
 * deepest place where they differ (a card that was covered before anybody saw it).
 */
static void doubt_column(struct mk_finding *finding, const struct explanations *all, int column)
{
	const struct klondike_view *first = &all->found[0].view;
	int place = 0;
	bool fronts_differ = false;

	for (int i = 1; i < all->count; i++) {
		fronts_differ |= klondike_front(&all->found[i].view, column) !=
				 klondike_front(first, column);
	}
	while (place < COLUMN_UP - 1 && all_have(all, column, place)) {
		place++;
	}
	for (int i = 0; i < all->count; i++) {
		const struct klondike_view *view = &all->found[i].view;

		doubt(finding, column,
			fronts_differ ? klondike_front(view, column) : view->column[column][place],
			fronts_differ ? 0 : place + 1);
	}
}

/* Where the explanations lead to different piles. */
static unsigned differing(const struct explanations *all, struct mk_finding *finding)
{
	unsigned slots = 0;

	for (int position = 0; position < POSITIONS; position++) {
		for (int i = 1; i < all->count; i++) {
			if (!same_pile(&all->found[0].view, &all->found[i].view, position)) {
				slots |= 1U << position;
			}
		}
	}
	for (unsigned rest = slots & COLUMN_SLOTS; rest; rest &= rest - 1) {
		doubt_column(finding, all, __builtin_ctz(rest));
	}
	return slots;
}

/* The slots to be seen better before anything is believed; 0: all is clear. */
static unsigned questions(const struct explanations *all, const struct explanation *chosen,
	const struct scene *scene, const struct mk_move *suggested, struct mk_finding *finding)
{
	unsigned unreadable = scene->unreadable;
	unsigned slots;

	if (!chosen) {
		slots = differing(all, finding);
		return slots & unreadable ? slots & unreadable : slots;
	}
	slots = chosen->unknown | scene->backs;
	return chosen->step_count ? slots : slots | hidden_suggestion(scene, suggested);
}

/* ---- Believing ------------------------------------------------------------------------------ */

static enum mk_explanation explanation_of(
	const struct explanation *chosen, const struct mk_move *suggested)
{
	if (chosen->step_count == 0) {
		return MK_UNCHANGED;
	}
	if (chosen->step_count > 1) {
		return MK_SEVERAL_MOVES;
	}
	return suggested && chosen->suggested ? MK_SUGGESTED_MOVE : MK_OTHER_MOVE;
}

/* Cards of the waste that lie there unknown, and are told. */
static void learn_waste(struct klondike_view *view, const struct klondike_sighting *told,
	struct mk_finding *finding)
{
	for (int i = 0; i < told->waste_count; i++) {
		mk_card card = told->waste[i];

		if (card != MK_NO_CARD && view->pile[i] == MK_NO_CARD) {
			view->pile[i] = card;
			view->pile_loose &= ~MK_CARD_BIT(card);
			conclude_revealed(finding, DRAW_PILE, card, i + 1);
		}
	}
}

static void believe(struct klondike_view *view, const struct explanation *chosen,
	const struct scene *scene, struct mk_finding *finding)
{
	conclude_unreadable(finding, scene->unreadable);
	for (int i = 0; i < chosen->step_count; i++) {
		conclude_step(finding, view, &chosen->steps[i]);
		klondike_play(view, chosen->steps[i].move, chosen->steps[i].revealed);
	}
	if (chosen->step_count) {
		learn_waste(view, scene->told, finding);
	}
	assert(!klondike_view_broken(view));
}

/* ---- Learning ------------------------------------------------------------------------------- */

static enum mk_status follow_game(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct explanations all;
	const struct explanation *chosen;
	unsigned slots;

	klondike_explain(view, scene, suggested, MOST_MOVES, 0, &all);
	if (all.count == 0) {
		conclude_contradiction(view, scene, suggested, finding);
		return conclude_conflict(finding, error);
	}
	chosen = choose(&all);
	slots = questions(&all, chosen, scene, suggested, finding);
	if (slots) {
		finding->explanation = MK_LOOK_AGAIN;
		conclude_unreadable(finding, slots);
		return MK_OK;
	}
	finding->explanation = explanation_of(chosen, suggested);
	believe(view, chosen, scene, finding);
	return MK_OK;
}

enum mk_status klondike_learn(struct mk_view *view, const struct mk_sighting *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct klondike_view *known = (struct klondike_view *)view;
	struct scene scene;

	memset(finding, 0, sizeof *finding);
	scene_read(&scene, sighting_of(seen));
	return known->started ? follow_game(known, &scene, suggested, finding, error)
			      : klondike_first(known, &scene, finding, error);
}
