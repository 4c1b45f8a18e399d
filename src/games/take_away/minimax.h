/* The method of the original program: minimax to the end of the game tree. */
#ifndef TAKE_AWAY_MINIMAX_H
#define TAKE_AWAY_MINIMAX_H

#include "games/take_away/table.h"

/* Maximum number of cards of a table that is searched. */
enum { MINIMAX_CARDS = 20 };

/*
 * Determines for each of the moves whether the mover wins after it, with at most MINIMAX_CARDS
 * cards. Returns the number of positions searched.
 */
uint64_t take_away_minimax(
	const struct take_away_view *view, const struct mk_move *moves, size_t count, bool *wins);

#endif
