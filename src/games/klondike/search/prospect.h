/* What can be said of a table for certain, and how a plan goes on. */
#ifndef KLONDIKE_SEARCH_PROSPECT_H
#define KLONDIKE_SEARCH_PROSPECT_H

#include "games/klondike/table/step.h"

/* Win: all cards lie face up or can be had one by one. Loss: nothing can come any more. */
enum mk_certainty klondike_prove(const struct mk_view *view);

/* No more than one card has not been seen, and the order of the pile is known. */
bool klondike_is_fully_known(const struct mk_view *view);

/*
 * Adds the real moves of a step to a line of `length` moves, and plays them on `table`. Returns the
 * line's new length, at most MK_MAX_LINE.
 */
size_t klondike_macro_line(struct klondike_view *table, struct klondike_macro step,
	struct mk_move line[MK_MAX_LINE], size_t length);

#endif
