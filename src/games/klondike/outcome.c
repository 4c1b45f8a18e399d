/* Whether a game is won, lost for certain, or still open. */
#include "games/klondike/table.h"

static bool is_won(const struct klondike_view *view)
{
	int unseen = 0;
	int cleared = 0;

	for (int column = 0; column < COLUMNS; column++) {
		unseen += view->unseen[column];
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		cleared += view->foundation[suit];
	}
	return view->rules.cleared ? cleared == MK_DECK : unseen == 0;
}

enum mk_outcome klondike_outcome(const struct klondike_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];

	if (!view->started) {
		return MK_WAITING;
	}
	if (is_won(view)) {
		return MK_WON;
	}
	return klondike_moves(view, moves) ? MK_PLAYING : MK_LOST;
}
