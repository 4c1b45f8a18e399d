/*
 * The last tricks in game points, every hand being known: both sides get the most they can, special
 * points and all. endgame.h counts card points only, and goes further.
 */
#ifndef GAMES_DOPPELKOPF_ADVICE_FINISH_H
#define GAMES_DOPPELKOPF_ADVICE_FINISH_H

#include "games/doppelkopf/knowledge/world.h"

/* With so many tricks to play it takes some tens of microseconds. */
enum { DOKO_FINISH_TRICKS = 3 };

/* Are the parties settled and few enough tricks left? */
bool doko_can_solve_points(const struct doko_table *table);

/* Game points of `seat` when all go on in the best way for their party. Nothing is announced. */
int doko_endgame_points(const struct doko_world *world, int seat);

#endif
