/* Whether a game is won, lost for certain, or still open. */
#include "games/klondike/table/progress.h"
#include "games/klondike/table/sets.h"

static bool is_won(const struct klondike_view *view)
{
	if (view->rules.cleared) {
		return view->foundation[0] + view->foundation[1] + view->foundation[2] +
			       view->foundation[3] ==
		       MK_DECK;
	}
	for (int column = 0; column < COLUMNS; column++) {
		if (view->unseen[column]) {
			return false;
		}
	}
	return true;
}

/* All cards face up in columns and foundations: the lowest can always go up. */
static bool is_open_to_the_end(const struct klondike_view *view)
{
	int unseen = 0;

	for (int column = 0; column < COLUMNS; column++) {
		unseen += view->unseen[column];
	}
	return unseen == 0 && view->pile_count == 0;
}

/*
 * A game goes on for good only by one of three events: a card of a column is turned up, a card
 * leaves the draw pile, or the goal is reached. Without one, the same cards are pushed to and fro
 * for ever. So it is lost when none of them can come next, by whatever moves before it.
 */
bool klondike_is_hopeless(const struct klondike_view *view)
{
	struct klondike_progress progress;

	if (is_open_to_the_end(view)) {
		return false;
	}
	klondike_find_progress(view, &progress);
	return !progress.is_possible;
}

/*
 * While cards can be turned nobody is told that the game is over, whatever could be proven: it ends
 * when there is no draw and no shuffle left. Where shuffles never run out, only the proof can end
 * it.
 */
static bool may_still_turn(const struct klondike_view *view)
{
	if (view->shuffles == MK_UNLIMITED) {
		return false;
	}
	return klondike_left(view) > 0 || (view->shuffles > 0 && !klondike_turns_to_the_same(view));
}

enum mk_outcome klondike_outcome(const struct klondike_view *view)
{
	if (!view->started) {
		return MK_WAITING;
	}
	if (is_won(view)) {
		return MK_WON;
	}
	return may_still_turn(view) || !klondike_is_hopeless(view) ? MK_PLAYING : MK_LOST;
}
