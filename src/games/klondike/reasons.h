/* What is true of a move, for players. */
#ifndef KLONDIKE_REASONS_H
#define KLONDIKE_REASONS_H

#include "games/klondike/codes.h"
#include "games/klondike/table.h"

/* The bits of `reasons` (1 << enum klondike_reason) of a legal move, one of `count`. */
uint32_t klondike_reasons_of(const struct klondike_view *view, struct mk_move move, size_t count);

#endif
