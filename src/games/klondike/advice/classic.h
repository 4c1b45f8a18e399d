/* The strategy `classic`: the move order and the filters of the original program. */
#ifndef KLONDIKE_ADVICE_CLASSIC_H
#define KLONDIKE_ADVICE_CLASSIC_H

#include "games/klondike/table/codes.h"
#include "games/klondike/table/table.h"

#include <makker/game.h>

/* Returns why the classic rules suppress a legal move. */
enum klondike_held_back klondike_holds_back(const struct klondike_view *view, struct mk_move move);

/* The first move of the order that is not suppressed; false if there is none. */
bool klondike_classic_first(const struct klondike_view *view, struct mk_move *move);

/* That move or, if there is none, the first move of the shortest way to progress. */
bool klondike_classic_pick(const struct mk_view *view, struct mk_move *move);

/* Rates the legal moves, higher being better: the classic order, suppressed moves last. */
void klondike_classic_order(
	const struct klondike_view *view, const struct mk_move *moves, size_t count, int *worth);

#endif
