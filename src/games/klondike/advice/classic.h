/* The strategy `classic`: the order and the filters that the project began with. */
#ifndef KLONDIKE_ADVICE_CLASSIC_H
#define KLONDIKE_ADVICE_CLASSIC_H

#include "games/klondike/table/codes.h"
#include "games/klondike/table/table.h"

#include <makker/game.h>

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
