/* Fills struct mk_finding: accepted hypotheses, contradictions, merged findings. */
#include "games/klondike/tracking/conclude.h"

#include "games/common/move_error.h"
#include "games/klondike/table/rules.h"
#include "games/klondike/text/notation.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/confirm.h"

void conclude_unreadable(struct mk_finding *finding, unsigned slots)
{
	for (; slots && finding->unreadable_count < MK_MAX_PLACES; slots &= slots - 1) {
		finding->unreadable[finding->unreadable_count++] = (uint8_t)__builtin_ctz(slots);
	}
}

void conclude_revealed(struct mk_finding *finding, int position, mk_card card, int index)
{
	if (finding->revealed_count < MK_MAX_REVEALED) {
		finding->revealed[finding->revealed_count++] =
			(struct mk_place){(uint8_t)position, card, (uint8_t)index};
	}
}

void conclude_step(struct mk_finding *finding, const struct klondike_view *before,
	const struct mk_played_move *step)
{
	int position = klondike_turns_up(before, step->move, NULL);

	finding->moves[finding->move_count++] = *step;
	if (position != MK_NO_SEAT && step->revealed != MK_NO_CARD) {
		conclude_revealed(finding, position, step->revealed, 0);
	}
}

void conclude_revised(struct mk_finding *finding, const struct klondike_view *after)
{
	const struct mk_revision *revised = &finding->revised;
	int place = klondike_place_in(after, revised->position, revised->card);

	if (klondike_front(after, revised->position) == revised->card) {
		conclude_revealed(finding, revised->position, revised->card, 0);
	} else if (place >= 0) {
		conclude_revealed(finding, revised->position, revised->card, place + 1);
	}
}

bool finding_revises_front(const struct mk_finding *finding)
{
	const struct mk_place *first = &finding->revealed[0];

	return finding->revised.was != MK_NO_CARD && finding->revealed_count > 0 &&
	       first->card == finding->revised.card && first->index == 0;
}

struct mk_conflict *finding_add_conflict(
	struct mk_finding *finding, int position, enum klondike_conflict reason, mk_card card)
{
	struct mk_conflict *conflict = &finding->conflicts[finding->conflict_count++];

	*conflict = (struct mk_conflict){.position = (uint8_t)position,
		.reason = (uint8_t)reason,
		.at = (uint8_t)position,
		.seen = card};
	return conflict;
}

enum mk_status conclude_conflict(const struct mk_finding *finding, struct mk_error *error)
{
	char where[32];
	struct mk_text text;

	mk_text_fixed(&text, where, sizeof where);
	mk_piles_write_place(&text, klondike_piles, finding->conflicts[0].position);
	return move_error_contradiction(error, where);
}

/* ---- Contradictions ------------------------------------------------------------------------- */

enum { NEAR_MOVES = 2, MAX_EXPECTED = 4 };

/* ---- Where a card lies ---------------------------------------------------------------------- */

static void blame_column(struct mk_conflict *conflict, const struct klondike_view *view,
	const struct scene *scene, int column, int place)
{
	conflict->at = (uint8_t)column;
	if (place + 1 < view->up[column]) {
		conflict->reason = CONFLICT_LIES_UNDER;
		conflict->other = view->column[column][place + 1];
	} else {
		conflict->reason = scene->card[column] == conflict->seen ? CONFLICT_SEEN_TWICE
									 : CONFLICT_LIES_ELSEWHERE;
	}
}

static bool find_in_columns(
	struct mk_conflict *conflict, const struct klondike_view *view, const struct scene *scene)
{
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < view->up[column]; i++) {
			if (view->column[column][i] == conflict->seen) {
				blame_column(conflict, view, scene, column, i);
				return true;
			}
		}
	}
	return false;
}

static bool find_on_foundation(struct mk_conflict *conflict, const struct klondike_view *view)
{
	int suit = (int)mk_suit(conflict->seen);

	if (conflict->position == FIRST_FOUNDATION + suit ||
		mk_rank(conflict->seen) > view->foundation[suit]) {
		return false;
	}
	conflict->reason = CONFLICT_ON_FOUNDATION;
	conflict->at = (uint8_t)(FIRST_FOUNDATION + suit);
	return true;
}

static bool find_in_pile(
	struct mk_conflict *conflict, const struct klondike_view *view, const struct scene *scene)
{
	mk_cards pile = view->pile_loose;

	for (int i = 0; i < view->pile_count; i++) {
		pile |= MK_CARD_BIT(view->pile[i]);
	}
	if (conflict->position == DRAW_PILE || (pile & MK_CARD_BIT(conflict->seen)) == 0) {
		return false;
	}
	conflict->reason = scene->card[DRAW_PILE] == conflict->seen ? CONFLICT_SEEN_TWICE
								    : CONFLICT_LIES_ELSEWHERE;
	conflict->at = DRAW_PILE;
	return true;
}

/* ---- Why it cannot lie here ----------------------------------------------------------------- */

/* The next card of the stock if its order is known; otherwise MK_NO_CARD. */
static mk_card next_in_pile(const struct klondike_view *view)
{
	struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};
	mk_card card = MK_NO_CARD;

	if (klondike_left(view)) {
		(void)klondike_turns_up(view, draw, &card);
	}
	return card;
}

static bool is_empty_at(const struct klondike_view *view, int position)
{
	if (position == DRAW_PILE) {
		return view->pile_count == 0;
	}
	return position < COLUMNS && klondike_is_empty(view, position);
}

/* The card is at no other place, so the reason of the conflict is this slot. */
static void blame_slot(struct mk_conflict *conflict, const struct klondike_view *view)
{
	mk_card next = next_in_pile(view);

	if (is_empty_at(view, conflict->position)) {
		conflict->reason = CONFLICT_EMPTY;
	} else if (conflict->position == DRAW_PILE && next != MK_NO_CARD) {
		conflict->reason = CONFLICT_WRONG_ORDER;
		conflict->other = next;
	} else {
		conflict->reason = CONFLICT_NOT_REACHABLE;
	}
}

static void give_reason(
	struct mk_conflict *conflict, const struct klondike_view *view, const struct scene *scene)
{
	if (conflict->seen == MK_NO_CARD) {
		conflict->reason = CONFLICT_NOT_EMPTY;
	} else if (scene_front_fits(scene, view, conflict->position)) {
		conflict->reason = CONFLICT_OTHER_CARDS;
	} else if (!find_in_columns(conflict, view, scene) && !find_on_foundation(conflict, view) &&
		   !find_in_pile(conflict, view, scene)) {
		blame_slot(conflict, view);
	}
}

/* ---- Expected cards ------------------------------------------------------------------------- */

static void expect(struct mk_conflict *conflict, mk_card card)
{
	for (int i = 0; i < conflict->expected_count; i++) {
		if (conflict->expected[i] == card) {
			return;
		}
	}
	if (conflict->expected_count < MAX_EXPECTED) {
		conflict->expected[conflict->expected_count++] = card;
	}
}

/*
 * Adds the front card as an expected one: MK_NO_CARD for an empty place, nothing for an unknown
 * card.
 */
static void expect_front(struct mk_conflict *conflict, const struct klondike_view *view)
{
	int position = conflict->position;
	int suit = position - FIRST_FOUNDATION;

	if (klondike_unknown_fronts(view) & 1U << position) {
		return;
	}
	if (position < COLUMNS || position == DRAW_PILE) {
		expect(conflict, klondike_front(view, position));
	} else {
		expect(conflict, view->foundation[suit] ? MK_CARD(view->foundation[suit], suit)
							: MK_NO_CARD);
	}
}

static void describe(struct mk_finding *finding, int position, const struct explanations *near,
	const struct explanation *best, const struct scene *scene)
{
	struct mk_conflict *conflict = finding_add_conflict(
		finding, position, CONFLICT_NOT_REACHABLE, scene->card[position]);

	give_reason(conflict, &best->view, scene);
	expect_front(conflict, &best->view);
	for (int i = 0; i < near->count; i++) {
		if (near->found[i].differs == best->differs) {
			expect_front(conflict, &near->found[i].view);
		}
	}
	if (conflict->reason == CONFLICT_WRONG_ORDER) {
		expect(conflict, conflict->other);
	}
}

/* ---- The contradiction ---------------------------------------------------------------------- */

static const struct explanation *best_of(const struct explanations *near)
{
	for (int i = 0; i < near->count; i++) {
		if (near->found[i].suggested) {
			return &near->found[i];
		}
	}
	return &near->found[0];
}

/*
 * Finds the hypotheses that leave the fewest slots unexplained, and among these the shortest ones.
 */
static void explain_most(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct explanations *near)
{
	struct reach reach = {.moves = NEAR_MOVES};

	do {
		reach.unexplained++;
		hypotheses_find(view, scene, suggested, reach, near);
	} while (near->count == 0);
}

void finding_set_contradiction(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding)
{
	struct explanations near;
	const struct explanation *best;

	explain_most(view, scene, suggested, &near);
	best = best_of(&near);
	finding->explanation = MK_CONTRADICTION;
	for (unsigned slots = best->differs; slots; slots &= slots - 1) {
		describe(finding, __builtin_ctz(slots), &near, best, scene);
	}
}

/* ---- Several findings as one ---------------------------------------------------------------- */

void paths_begin(struct paths *paths, const struct klondike_view *view)
{
	memset(paths, 0, sizeof *paths);
	paths->count = view->alternatives + 1;
	for (int number = 0; number < paths->count; number++) {
		paths->path[number].from = (uint8_t)number;
		paths->path[number].odds = (int16_t)klondike_odds(view, number);
	}
}

/* Replaces a card that one of the moves turned up; false if none did. */
static bool revise_step(struct path *path, struct mk_revision revised)
{
	for (int i = path->step_count; i-- > 0;) {
		if (path->steps[i].revealed == revised.was) {
			path->steps[i].revealed = revised.card;
			return true;
		}
	}
	return false;
}

/*
 * Revises a card after the moves so far: either one of them turned it up, or it lay there at the
 * start.
 */
static bool revise_path(struct path *path, struct mk_revision revised)
{
	if (revise_step(path, revised)) {
		return true;
	}
	if (path->revised.was != MK_NO_CARD) {
		return false;
	}
	path->revised = revised;
	return true;
}

/* Appends the moves of `next` to those of the kept table `next->from`. */
static bool go_on(struct path *path, const struct paths *until, const struct path *next, int most)
{
	const struct path *before = &until->path[next->from];

	if (next->from >= until->count || before->step_count + next->step_count > most) {
		return false;
	}
	*path = *before;
	if (next->revised.was != MK_NO_CARD && !revise_path(path, next->revised)) {
		return false;
	}
	memcpy(path->steps + path->step_count, next->steps,
		next->step_count * sizeof next->steps[0]);
	path->step_count = (uint8_t)(path->step_count + next->step_count);
	path->odds = next->odds;
	return true;
}

static struct path path_of(const struct mk_finding *finding)
{
	struct path path = {.revised = finding->revised,
		.from = finding->from,
		.step_count = finding->move_count};

	memcpy(path.steps, finding->moves, sizeof path.steps);
	return path;
}

static struct path path_of_other(const struct mk_alternative *other)
{
	struct path path = {.revised = other->revised,
		.from = other->from,
		.step_count = other->move_count,
		.odds = other->odds};

	memcpy(path.steps, other->moves, sizeof other->moves);
	return path;
}

bool paths_add(struct paths *paths, const struct mk_finding *finding)
{
	struct paths next = {.count = finding->alternative_count + 1,
		.gaps = finding->gaps > paths->gaps ? finding->gaps : paths->gaps,
		.hidden = finding->hidden < HIDDEN_NONE && finding->hidden > paths->hidden
				  ? finding->hidden
				  : paths->hidden};
	struct path path = path_of(finding);

	if (finding->move_count == 0 && !finding->weighed) {
		return true; /* all tables are kept unchanged */
	}
	if (!go_on(&next.path[0], paths, &path, MK_MAX_FINDING_MOVES)) {
		return false;
	}
	for (int i = 0; i < finding->alternative_count; i++) {
		path = path_of_other(&finding->alternatives[i]);
		if (!go_on(&next.path[i + 1], paths, &path, MK_MAX_ALTERNATIVE_MOVES)) {
			return false;
		}
	}
	*paths = next;
	return true;
}

/* Fills in the moves and the cards that they turned up. */
static void conclude_path(
	const struct path *path, const struct klondike_view *view, struct mk_finding *finding)
{
	struct klondike_view table;

	finding->move_count = 0;
	finding->revealed_count = 0;
	if (!klondike_explanation(view, path->from, &table)) {
		return;
	}
	if (path->revised.was != MK_NO_CARD) {
		(void)klondike_revise(&table, path->revised);
		conclude_revised(finding, &table);
	}
	for (int i = 0; i < path->step_count; i++) {
		conclude_step(finding, &table, &path->steps[i]);
		klondike_play(&table, path->steps[i].move, path->steps[i].revealed);
	}
}

void paths_conclude(
	const struct paths *paths, const struct klondike_view *view, struct mk_finding *finding)
{
	finding->from = paths->path[0].from;
	finding->gaps = paths->gaps;
	finding->hidden = paths->hidden;
	finding->revised = paths->path[0].revised;
	conclude_path(&paths->path[0], view, finding);
	finding->weighed = finding->move_count == 0;
	if (finding->move_count > 1) {
		finding->explanation = MK_SEVERAL_MOVES;
	} else if (finding->move_count == 1 && finding->explanation == MK_UNCHANGED) {
		finding->explanation = MK_OTHER_MOVE; /* shown by the snapshots before the newest */
	}
	finding->alternative_count = (uint8_t)(paths->count - 1);
	for (int i = 0; i < finding->alternative_count; i++) {
		const struct path *path = &paths->path[i + 1];
		struct mk_alternative *other = &finding->alternatives[i];

		*other = (struct mk_alternative){.from = path->from,
			.move_count = path->step_count,
			.odds = path->odds,
			.revised = path->revised};
		memcpy(other->moves, path->steps, sizeof other->moves);
	}
}
