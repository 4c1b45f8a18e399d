/*
 * Whether the game can still progress, and the shortest way to it.
 *
 * Progress: a card of a column is turned up, a card leaves the stock permanently, or an unknown
 * card comes to the waste's front. All other moves only rearrange: runs between columns, cards to
 * foundations and back, columns that become empty, turning a stock of which every card is known.
 * Nothing hidden affects the results of rearranging, so all of them can be tried.
 */
#ifndef KLONDIKE_TABLE_PROGRESS_H
#define KLONDIKE_TABLE_PROGRESS_H

#include "games/klondike/table/step.h"

struct klondike_progress {
	bool is_possible;
	/* The first one; STEP_STOCK_UP and STEP_STOCK_DOWN after as many draws as it takes. */
	struct klondike_macro step;
	ladder_set returned; /* the cards that come back from foundations on the way */
};

/*
 * Looks at all that can be reached. The way depends on which cards are face up and which of them
 * lie in their first places, not on where runs lie, and its rest is the way from the table that its
 * first step leads to: followed move by move, it comes to its end.
 */
void klondike_find_progress(const struct klondike_view *view, struct klondike_progress *progress);

/* The next move of that way. False where there is none. */
bool klondike_progress_move(const struct klondike_view *view, struct mk_move *move);

/*
 * The way must be followed now, whatever a strategy prefers: a card has come back from a
 * foundation, and what it came back for has not happened yet.
 */
static inline bool klondike_must_progress(const struct klondike_view *view)
{
	return view->returned;
}

/* `move` puts a card up that would have to come back for the game to go forward. */
bool klondike_puts_up_in_vain(const struct klondike_view *view, struct mk_move move);

#endif
