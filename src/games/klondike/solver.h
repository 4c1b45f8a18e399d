/*
 * The exact solver: is a table on which every card is known won, and how?
 *
 * Thoughtful Klondike: draw 1 or 3, any number of redeals that keep the order, with or without
 * return from the foundations, both goals, from any position. A depth-first search over exact
 * 64-bit positions with dominances that are proven (each named in solver.c).
 */
#ifndef KLONDIKE_SOLVER_H
#define KLONDIKE_SOLVER_H

#include "games/klondike/table.h"

#include <makker/solve.h>

struct klondike_solver;

enum { SOLVER_LINE = 4096 };

/* The moves of a win. */
struct solver_moves {
	size_t length;
	struct mk_move moves[SOLVER_LINE];
};

/* A solver that uses at most about `most_bytes`; NULL without memory. One thread at a time. */
struct klondike_solver *klondike_solver_create(size_t most_bytes);
void klondike_solver_destroy(struct klondike_solver *solver);

/*
 * Solves `world`. Where a shuffle really mixes the cards, only a win without any shuffle can be
 * proven: otherwise MK_UNDECIDED.
 */
void klondike_solve(struct klondike_solver *solver, const struct klondike_world *world,
	uint64_t node_limit, struct mk_solution *solution);

extern const struct mk_exact klondike_exact;

#endif
