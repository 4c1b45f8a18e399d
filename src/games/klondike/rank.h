/* The strategies of Klondike: one row each. */
#ifndef KLONDIKE_RANK_H
#define KLONDIKE_RANK_H

#include "games/klondike/table/table.h"

#include <makker/game.h>

enum { SEARCH, HEURISTIC, CLASSIC, STRATEGIES };

extern const struct mk_strategy klondike_strategies[STRATEGIES];

/* Reasons of a move, for players. */

/* The bits of `reasons` (1 << enum klondike_reason) of all legal moves of a table. */
void klondike_reasons_of(const struct klondike_view *view, const struct mk_move *moves,
	size_t count, uint32_t *reasons);

#endif
