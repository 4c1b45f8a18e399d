/*
 * Where a snapshot contradicts what is known: the slots that the best explanation of all the others
 * leaves over, and why each of them cannot be.
 */
#include "games/klondike/tracking/conclude.h"

enum { NEAR_MOVES = 2, MOST_EXPECTED = 4 };

/* ---- Where a card lies ---------------------------------------------------------------------- */

static void blame_column(struct mk_conflict *clash, const struct klondike_view *view,
	const struct scene *scene, int column, int place)
{
	clash->at = (uint8_t)column;
	if (place + 1 < view->up[column]) {
		clash->reason = CLASH_LIES_UNDER;
		clash->other = view->column[column][place + 1];
	} else {
		clash->reason = scene->card[column] == clash->seen ? CLASH_SEEN_TWICE
								   : CLASH_LIES_ELSEWHERE;
	}
}

static bool find_in_columns(
	struct mk_conflict *clash, const struct klondike_view *view, const struct scene *scene)
{
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < view->up[column]; i++) {
			if (view->column[column][i] == clash->seen) {
				blame_column(clash, view, scene, column, i);
				return true;
			}
		}
	}
	return false;
}

static bool find_on_foundation(struct mk_conflict *clash, const struct klondike_view *view)
{
	int suit = (int)mk_suit(clash->seen);

	if (clash->position == FIRST_FOUNDATION + suit ||
		mk_rank(clash->seen) > view->foundation[suit]) {
		return false;
	}
	clash->reason = CLASH_ON_FOUNDATION;
	clash->at = (uint8_t)(FIRST_FOUNDATION + suit);
	return true;
}

static bool find_in_pile(
	struct mk_conflict *clash, const struct klondike_view *view, const struct scene *scene)
{
	mk_cards pile = view->pile_loose;

	for (int i = 0; i < view->pile_count; i++) {
		pile |= MK_CARD_BIT(view->pile[i]);
	}
	if (clash->position == DRAW_PILE || (pile & MK_CARD_BIT(clash->seen)) == 0) {
		return false;
	}
	clash->reason =
		scene->card[DRAW_PILE] == clash->seen ? CLASH_SEEN_TWICE : CLASH_LIES_ELSEWHERE;
	clash->at = DRAW_PILE;
	return true;
}

/* ---- Why it cannot lie here ----------------------------------------------------------------- */

/* The card that must come next in the draw pile, where its order is known. */
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

/* The card is nowhere else: it is this slot that does not want it. */
static void blame_slot(struct mk_conflict *clash, const struct klondike_view *view)
{
	mk_card next = next_in_pile(view);

	if (is_empty_at(view, clash->position)) {
		clash->reason = CLASH_EMPTY;
	} else if (clash->position == DRAW_PILE && next != MK_NO_CARD) {
		clash->reason = CLASH_WRONG_ORDER;
		clash->other = next;
	} else {
		clash->reason = CLASH_NOT_REACHABLE;
	}
}

static void give_reason(
	struct mk_conflict *clash, const struct klondike_view *view, const struct scene *scene)
{
	if (clash->seen == MK_NO_CARD) {
		clash->reason = CLASH_NOT_EMPTY;
	} else if (scene_front_fits(scene, view, clash->position)) {
		clash->reason = CLASH_OTHER_CARDS;
	} else if (!find_in_columns(clash, view, scene) && !find_on_foundation(clash, view) &&
		   !find_in_pile(clash, view, scene)) {
		blame_slot(clash, view);
	}
}

/* ---- What should lie here ------------------------------------------------------------------- */

static void expect(struct mk_conflict *clash, mk_card card)
{
	for (int i = 0; i < clash->expected_count; i++) {
		if (clash->expected[i] == card) {
			return;
		}
	}
	if (clash->expected_count < MOST_EXPECTED) {
		clash->expected[clash->expected_count++] = card;
	}
}

/* MK_NO_CARD is an empty place; of a card that nobody knows yet nothing can be expected. */
static void expect_front(struct mk_conflict *clash, const struct klondike_view *view)
{
	int position = clash->position;
	int suit = position - FIRST_FOUNDATION;

	if (klondike_unknown_fronts(view) & 1U << position) {
		return;
	}
	if (position < COLUMNS || position == DRAW_PILE) {
		expect(clash, klondike_front(view, position));
	} else {
		expect(clash, view->foundation[suit] ? MK_CARD(view->foundation[suit], suit)
						     : MK_NO_CARD);
	}
}

static void describe(struct mk_finding *finding, int position, const struct explanations *near,
	const struct explanation *best, const struct scene *scene)
{
	struct mk_conflict *clash =
		conclude_clash(finding, position, CLASH_NOT_REACHABLE, scene->card[position]);

	give_reason(clash, &best->view, scene);
	expect_front(clash, &best->view);
	for (int i = 0; i < near->count; i++) {
		if (near->found[i].differs == best->differs) {
			expect_front(clash, &near->found[i].view);
		}
	}
	if (clash->reason == CLASH_WRONG_ORDER) {
		expect(clash, clash->other);
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

/* The fewest slots that stay unexplained, then the fewest moves. */
static void explain_most(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct explanations *near)
{
	int unexplained = 1;

	do {
		hypotheses_find(view, scene, suggested,
			(struct reach){NEAR_MOVES, 0, unexplained++, false}, near);
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
