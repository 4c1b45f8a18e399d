/* What is true of a move, for players. */
#ifndef KLONDIKE_ADVICE_REASONS_H
#define KLONDIKE_ADVICE_REASONS_H

#include "games/klondike/table/codes.h"
#include "games/klondike/table/table.h"

/* The bits of `reasons` (1 << enum klondike_reason) of all legal moves of a table. */
void klondike_reasons_of(const struct klondike_view *view, const struct mk_move *moves,
	size_t count, uint32_t *reasons);

#endif
