/* A solver's steps as moves that a player can make. */
#ifndef KLONDIKE_SOLVER_SOLVER_LINE_H
#define KLONDIKE_SOLVER_SOLVER_LINE_H

#include "games/klondike/solver/solver.h"
#include "games/klondike/solver/solver_node.h"

/* A line that is being written, and the table as it is played on it. */
struct solver_line {
	struct klondike_world world;
	struct solver_moves *moves;
	bool is_broken; /* a step could not be played, or the line is too long */
};

void solver_line_begin(
	struct solver_line *line, const struct klondike_world *world, struct solver_moves *moves);

/* A step as real moves: with the draws that a stock card takes, and the moves that clear a card. */
void solver_line_add(struct solver_line *line, struct klondike_macro step);

/* What is left to reach the goal. A line that is broken comes out empty. */
void solver_line_finish(struct solver_line *line);

#endif
