/* Static evaluation: a short look-ahead search, and the estimated work left after each move. */
#include "games/freecell/game.h"

/*
 * Bonus for a card that goes up, so that a move that puts one up now is rated above one that delays
 * it.
 */
enum { UP_BONUS = 2 };

static int cost_after(const struct freecell_view *view, struct mk_move move)
{
	struct freecell_view after = *view;

	freecell_play(&after, move);
	freecell_settle(&after, NULL);
	return freecell_cost(&after) - (move.kind == TO_FOUNDATION ? UP_BONUS : 0);
}

static bool is_same(struct mk_move a, struct mk_move b)
{
	return a.from == b.from && a.to == b.to && a.cut == b.cut;
}

/* Moves the move to the front. */
static void put_first(struct mk_move moves[], size_t count, struct mk_move first)
{
	size_t at = 0;

	while (at < count && !is_same(moves[at], first)) {
		at++;
	}
	if (at < count) {
		memmove(moves + 1, moves, at * sizeof *moves);
		moves[0] = first;
	}
}

/* Lists the moves, the best first. */
static size_t judge(const struct freecell_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = freecell_moves((const struct mk_view *)view, moves);
	int costs[MK_MAX_MOVES];
	struct mk_move ahead;

	for (size_t i = 0; i < count; i++) {
		struct mk_move move = moves[i];
		int cost = cost_after(view, move);
		size_t at = i;

		for (; at > 0 && costs[at - 1] > cost; at--) {
			costs[at] = costs[at - 1];
			moves[at] = moves[at - 1];
		}
		costs[at] = cost;
		moves[at] = move;
	}
	if (freecell_look_ahead(view, &ahead)) {
		put_first(moves, count, ahead);
	}
	return count;
}

static bool uncovers_next(const struct freecell_view *view, struct mk_move move)
{
	struct freecell_view after = *view;

	if (move.from >= FIRST_CELL) {
		return false;
	}
	freecell_play(&after, move);
	return freecell_goes_up(&after, freecell_front(&after, move.from));
}

static uint32_t reasons_of(const struct freecell_view *view, struct mk_move move, size_t count)
{
	bool from_cell = move.from >= FIRST_CELL;
	uint32_t reasons = 0;

	reasons |= (uint32_t)(move.kind == TO_FOUNDATION) << REASON_GOES_UP;
	reasons |= (uint32_t)uncovers_next(view, move) << REASON_UNCOVERS;
	reasons |= (uint32_t)(move.kind == TO_COLUMN && view->count[move.to] > 0) << REASON_BUILDS;
	reasons |= (uint32_t)(!from_cell && view->count[move.from] == move.cut)
		   << REASON_EMPTIES_COLUMN;
	reasons |= (uint32_t)from_cell << REASON_FREES_CELL;
	reasons |= (uint32_t)(move.kind == TO_CELL) << REASON_FILLS_CELL;
	reasons |= (uint32_t)(move.kind == TO_COLUMN && view->count[move.to] == 0)
		   << REASON_FILLS_COLUMN;
	return reasons | (uint32_t)(count == 1) << REASON_ONLY_MOVE;
}

static void evaluate(const struct mk_view *view, struct mk_advice *advice)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = judge(freecell_of(view), moves);

	mk_advice_list(advice, moves, count);
	for (size_t i = 0; i < count; i++) {
		advice->moves[i].reasons = reasons_of(freecell_of(view), moves[i], count);
	}
}

static bool choose_move(const struct mk_view *view, struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = judge(freecell_of(view), moves);

	if (count > 0) {
		*move = moves[0];
	}
	return count > 0;
}

const struct mk_strategy freecell_strategies[STRATEGIES] = {
	[SEARCH] = {.name = "search",
		.description = MK_PHRASE("Looks for a way to win, to its last move.",
			"Leder efter en vej til at vinde, helt til det sidste træk.",
			"Sucht einen Weg zum Gewinn, bis zum letzten Zug.",
			"Ψάχνει δρόμο προς τη νίκη, ως την τελευταία κίνηση."),
		.has_search = true,
		.evaluate = evaluate,
		.choose_move = choose_move},
	[HEURISTIC] = {.name = "heuristic",
		.description = MK_PHRASE("Looks at about a thousand positions and goes for the "
					 "one with the least left to do.",
			"Ser på omkring tusind stillinger og går efter den, hvor der er mindst "
			"tilbage.",
			"Sieht sich rund tausend Stellungen an und steuert die an, in der am "
			"wenigsten zu tun bleibt.",
			"Εξετάζει γύρω στις χίλιες θέσεις και πηγαίνει προς εκείνη που αφήνει τη "
			"λιγότερη δουλειά."),
		.evaluate = evaluate,
		.choose_move = choose_move},
};
