/* The original program's method: minimax to the end of the game tree. */
#ifndef TAKE_AWAY_MINIMAX_H
#define TAKE_AWAY_MINIMAX_H

#include "games/take_away/table.h"

/* The most cards on a table that is looked through. */
enum { MINIMAX_CARDS = 20 };

/*
 * +1 when the mover wins, -1 when the other one does, for the table after each of the moves, from
 * the mover's side. At most MINIMAX_CARDS cards. Returns how many positions were looked at.
 */
uint64_t take_away_minimax(const struct take_away_view *view, const struct mk_move *moves,
	size_t count, int8_t *values);

#endif
