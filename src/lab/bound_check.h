/* Two checks of the bound: a fair player pays nothing in the mean, and no endgame is won more
 * often. */
#ifndef LAB_BOUND_CHECK_H
#define LAB_BOUND_CHECK_H

#include "lab/bound_search.h"

/*
 * The playout policy plays, fairly or (`sees`) without the steps that lose. What it paid: refunds
 * are negative. Costs are measured as for the bound.
 */
struct bound_played {
	double paid;
	int steps;
	bool won;
};
void bound_play(struct klondike_solver *solver, const struct klondike_world *world, bool sees,
	const struct bound_options *options, struct bound_played *played);

/* The first position with at most `hidden` cards hidden to which random steps lead; false: none. */
bool bound_endgame(const struct klondike_world *world, int hidden, struct mk_rng *rng,
	struct solver_deal *deal, struct bound_position *position);

enum { BOUND_ENDGAME_CARDS = 3 };

/*
 * The exact chance to win from a position with at most BOUND_ENDGAME_CARDS cards hidden, by the
 * best play without sight (`best`), and by sight (`seen`). False where that would take too long,
 * whatever the hidden cards are.
 */
struct bound_optimum {
	double best, seen;
};
bool bound_solve_endgame(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *position, struct bound_optimum *optimum);

#endif
