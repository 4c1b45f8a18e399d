/* The original program's method: minimax to the end of the game tree. */
#ifndef TAKE_AWAY_MINIMAX_H
#define TAKE_AWAY_MINIMAX_H

#include "games/take_away/table.h"

/* The most cards on a table that is looked through. */
enum { MINIMAX_CARDS = 20 };

/*
 * For each of the moves: does the mover win after it? At most MINIMAX_CARDS cards. Returns how many
 * positions were looked at.
 */
uint64_t take_away_minimax(
	const struct take_away_view *view, const struct mk_move *moves, size_t count, bool *wins);

#endif
