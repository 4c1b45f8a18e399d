/* The strategies of Klondike: one row each. */
#ifndef KLONDIKE_ADVICE_RANK_H
#define KLONDIKE_ADVICE_RANK_H

#include "games/klondike/table/codes.h"
#include "games/klondike/table/table.h"

#include <makker/game.h>

enum { SEARCH, HEURISTIC, CLASSIC, STRATEGIES };

extern const struct mk_strategy klondike_strategies[STRATEGIES];

/* Reasons of a move, for players. */

/* The bits of `reasons` (1 << enum klondike_reason) of all legal moves of a table. */
void klondike_reasons_of(const struct klondike_view *view, const struct mk_move *moves,
	size_t count, uint32_t *reasons);

/* The strategy `classic`: the order and the filters that the project began with. */

/* Why the classic rules keep a legal move from being suggested. */
enum klondike_held_back klondike_holds_back(const struct klondike_view *view, struct mk_move move);

/* The first move of the order that is not held back. False where the order has none. */
bool klondike_classic_first(const struct klondike_view *view, struct mk_move *move);

/* That move; where there is none, the shortest way forward. */
bool klondike_classic_pick(const struct mk_view *view, struct mk_move *move);

/* How good each of the table's legal moves is, more being better: the classic order, then what is
 * held back. */
void klondike_classic_order(
	const struct klondike_view *view, const struct mk_move *moves, size_t count, int *worth);

#endif
