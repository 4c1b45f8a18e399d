/*
 * Exact solution of the last tricks in game points, special points included, with every hand known:
 * both parties play best for their party.
 */
#ifndef GAMES_DOPPELKOPF_ADVICE_FINISH_H
#define GAMES_DOPPELKOPF_ADVICE_FINISH_H

#include "games/doppelkopf/knowledge/world.h"

/* With so many tricks to play it takes some tens of microseconds. */
enum { DOKO_FINISH_TRICKS = 3 };

/* Are the parties settled and few enough tricks left? */
bool doko_can_solve_points(const struct doko_table *table);

/* Game points of `seat` when all go on in the best way for their party. Nothing is announced. */
int doko_finish_points(const struct doko_world *world, int seat);

#endif
