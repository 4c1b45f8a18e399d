/* A solver's steps as moves that a player can make. */
#ifndef KLONDIKE_SOLVER_LINE_H
#define KLONDIKE_SOLVER_LINE_H

#include "games/klondike/solver.h"
#include "games/klondike/solver_node.h"

/*
 * Plays steps 1 to `count` of `path` from `world` and writes the real moves: with the draws that a
 * stock card takes, the moves that clear a card, and at the end what is left to reach the goal.
 */
void solver_write_line(const struct klondike_world *world, const struct klondike_step *path,
	size_t count, struct solver_moves *line);

#endif
