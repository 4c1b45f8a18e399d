/*
 * Two checks of the bound: a fair player pays nothing on average, and no endgame is won more often
 * than the bound says.
 */
#ifndef LAB_BOUND_CHECK_H
#define LAB_BOUND_CHECK_H

#include "lab/bound_search.h"

/*
 * A game of the playout policy, played fairly or (`sees`) without losing macro-moves, and what it
 * paid (refunds are negative). Costs are measured as for the bound.
 */
struct bound_played {
	double paid;
	int steps;
	bool won;
};
void bound_play(struct klondike_solver *solver, const struct klondike_world *world, bool sees,
	const struct bound_options *options, struct bound_played *played);

/*
 * Reaches a position with at most `hidden` hidden cards by random macro-moves; false if there is
 * none.
 */
bool bound_endgame(const struct klondike_world *world, int hidden, struct mk_rng *rng,
	struct solver_deal *deal, struct bound_position *position);

enum { BOUND_ENDGAME_CARDS = 3 };

/*
 * The exact winning probability of a position with at most BOUND_ENDGAME_CARDS hidden cards: of
 * optimal fair play (`best`), and of the seer (`seen`). False if that would take too long,
 * regardless of the hidden cards.
 */
struct bound_optimum {
	double best, seen;
};
bool bound_solve_endgame(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *position, struct bound_optimum *optimum);

#endif
