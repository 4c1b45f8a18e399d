/*
 * The exact solver: decides whether a table with all cards known is winnable, and finds a line.
 *
 * Thoughtful Klondike: draw 1 or 3, any number of redeals that keep the order, with or without
 * return from the foundations, both goals, from any position. Depth-first search over exact 64-bit
 * positions with proven dominances (each one is named in solver_node.c).
 */
#ifndef KLONDIKE_SOLVER_SOLVER_H
#define KLONDIKE_SOLVER_SOLVER_H

#include "games/klondike/table/table.h"

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
 * Solves `world`. If a redeal really mixes the cards, MK_WINNABLE means without any redeal,
 * MK_UNWINNABLE however they are mixed; otherwise it is MK_UNDECIDED.
 *
 * Cost: half a microsecond to begin, then 0.04 to 0.15 µs a position. With six face-down cards or
 * fewer a table takes one to eight microseconds; half of all fresh deals take fewer than 150
 * positions, some millions: a small `node_limit` restricts the solver to quick answers. No state is
 * shared: threads need a solver each, and nothing else. A solver keeps half a megabyte; further
 * memory of a search is freed at its end.
 */
void klondike_solve(struct klondike_solver *solver, const struct klondike_world *world,
	uint64_t node_limit, struct mk_solution *solution);

/*
 * The moves of the last win that was found; 0 if there is none. They belong to the solver and are
 * valid until the next search.
 */
size_t klondike_solver_line(struct klondike_solver *solver, const struct mk_move **moves);

extern const struct mk_solver_api klondike_exact;

#endif
