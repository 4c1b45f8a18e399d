/* Choosing between explanations, and asking where the choice is not clear. */
#include "games/klondike/judge.h"

#include "games/klondike/conclude.h"

/* ---- Choosing ------------------------------------------------------------------------------- */

/* Where something proves an explanation, those with cards that nobody ever saw are left out. */
static void keep_proven(struct explanations *all)
{
	int proven = 0;

	for (int i = 0; i < all->count; i++) {
		if (!all->found[i].unproven) {
			all->found[proven++] = all->found[i];
		}
	}
	all->count = proven ? proven : all->count;
}

/* The only explanation, or the only one that begins with the suggested move. */
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

/* ---- Where explanations differ -------------------------------------------------------------- */

static unsigned differing(const struct explanations *all)
{
	unsigned slots = 0;

	for (int position = 0; position < POSITIONS; position++) {
		for (int i = 1; i < all->count; i++) {
			if (!klondike_same_pile(
				    &all->found[0].view, &all->found[i].view, position)) {
				slots |= 1U << position;
			}
		}
	}
	return slots;
}

/* ---- Doubts --------------------------------------------------------------------------------- */

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

static bool same_front(const struct explanations *all, int column)
{
	for (int i = 1; i < all->count; i++) {
		if (klondike_front(&all->found[i].view, column) !=
			klondike_front(&all->found[0].view, column)) {
			return false;
		}
	}
	return true;
}

/* The deepest place of a column where the explanations differ; -1 when they don't. */
static int deepest_difference(const struct explanations *all, int column)
{
	for (int place = 0; place < COLUMN_UP; place++) {
		for (int i = 1; i < all->count; i++) {
			if (all->found[i].view.column[column][place] !=
				all->found[0].view.column[column][place]) {
				return place;
			}
		}
	}
	return -1;
}

/*
 * What each explanation would have at a column: in front, or, where all agree on that, at the
 * deepest place where they differ (a card that was covered before anybody saw it).
 */
static void doubt_column(struct mk_finding *finding, const struct explanations *all, int column)
{
	int place = same_front(all, column) ? deepest_difference(all, column) : -1;

	for (int i = 0; i < all->count; i++) {
		const struct klondike_view *view = &all->found[i].view;

		doubt(finding, column,
			place < 0 ? klondike_front(view, column) : view->column[column][place],
			place + 1);
	}
}

/*
 * A card that lies covered and is believed only since no other would fit: that is no proof, as it
 * may be something else that was misread.
 */
static unsigned doubt_unproven(struct mk_finding *finding, const struct explanation *chosen)
{
	unsigned slots = 0;

	for (int column = 0; column < COLUMNS && chosen->unproven; column++) {
		for (int i = 0; i < chosen->view.up[column]; i++) {
			mk_card card = chosen->view.column[column][i];

			if (chosen->unproven & MK_CARD_BIT(card)) {
				doubt(finding, column, card, i + 1);
				slots |= 1U << column;
			}
		}
	}
	return slots;
}

/* ---- What must be seen better --------------------------------------------------------------- */

/* Nothing seems to have happened; but all that the suggested move would change is hidden. */
static unsigned hidden_suggestion(const struct scene *scene, const struct mk_move *suggested)
{
	unsigned touched = suggested ? scene_touched(*suggested) : 0;

	for (unsigned rest = touched; rest; rest &= rest - 1) {
		enum klondike_seen seen = (enum klondike_seen)scene->seen[__builtin_ctz(rest)];

		if (seen != NOT_TOLD && seen != UNREADABLE) {
			return 0;
		}
	}
	return touched & scene->unreadable;
}

/* Several explanations: the slots that would tell them apart. */
static unsigned ask_which(const struct explanations *all, const struct explanation *chosen,
	const struct scene *scene, struct mk_finding *finding)
{
	unsigned slots = differing(all);

	if (chosen || slots & scene->unreadable) {
		slots &= scene->unreadable;
	}
	for (unsigned rest = slots & COLUMN_SLOTS; rest; rest &= rest - 1) {
		doubt_column(finding, all, __builtin_ctz(rest));
	}
	return slots;
}

static unsigned ask(const struct explanations *all, const struct explanation *chosen,
	const struct scene *scene, const struct mk_move *suggested, struct mk_finding *finding)
{
	unsigned slots = scene->backs;

	if (all->count > 1) {
		slots |= ask_which(all, chosen, scene, finding);
	}
	if (chosen) {
		slots |= chosen->unknown | doubt_unproven(finding, chosen);
		slots |= chosen->step_count ? 0 : hidden_suggestion(scene, suggested);
	}
	return slots;
}

const struct explanation *klondike_judge(struct explanations *all, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding)
{
	const struct explanation *chosen;
	unsigned slots;

	keep_proven(all);
	chosen = choose(all);
	slots = ask(all, chosen, scene, suggested, finding);
	if (slots == 0 && chosen) {
		return chosen;
	}
	finding->explanation = MK_LOOK_AGAIN;
	conclude_unreadable(finding, slots);
	return NULL;
}
