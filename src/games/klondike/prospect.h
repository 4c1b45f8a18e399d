/* What can be said of a table for certain, and how a plan goes on. */
#ifndef KLONDIKE_PROSPECT_H
#define KLONDIKE_PROSPECT_H

#include "games/klondike/step.h"

/* Win: all cards lie face up or can be had one by one. Loss: nothing can come any more. */
enum mk_certainty klondike_prove(const struct mk_view *view);

/* No more than one card has not been seen, and the order of the pile is known. */
bool klondike_is_open(const struct mk_view *view);

/* The real moves of a step; see struct mk_search_game. */
size_t klondike_step_line(const struct klondike_view *view, struct klondike_step step,
	struct mk_move line[MK_MAX_LINE]);

#endif
