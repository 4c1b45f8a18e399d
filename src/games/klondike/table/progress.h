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
	/* the first macro-move; STEP_STOCK_UP and STEP_STOCK_DOWN with as many draws as needed */
	struct klondike_macro step;
	ladder_set returned; /* cards that return from foundations on the way */
};

/*
 * Searches all tables that can be reached. The way depends on the face-up cards and on which of
 * them lie in their first places, not on the places of runs. The rest of the way is the way from
 * the table after its first macro-move, so following it move by move reaches its end.
 */
void klondike_find_progress(const struct klondike_view *view, struct klondike_progress *progress);

/* The next move of that way; false if there is none. */
bool klondike_progress_move(const struct klondike_view *view, struct mk_move *move);

/*
 * True if the way must be followed now, whatever the strategy prefers: a card has returned from a
 * foundation, and its purpose is not fulfilled yet.
 */
static inline bool klondike_must_progress(const struct klondike_view *view)
{
	return view->returned;
}

/* True if `move` puts up a card that would have to return for the game to progress. */
bool klondike_puts_up_in_vain(const struct klondike_view *view, struct mk_move move);

#endif
