/* What can be done at a solver's position, without what is proven to be needless. */
#ifndef KLONDIKE_SOLVER_SOLVER_STEPS_H
#define KLONDIKE_SOLVER_SOLVER_STEPS_H

#include "games/klondike/solver/solver_node.h"

enum { MOST_STEPS = 64 };

/*
 * If the position is won at all, one of the steps leads to a position that is won in fewer moves,
 * or in as many with more cards on the foundations. Which dominances are used, and why they are
 * right, stands in solver_steps.c.
 * They come in the order in which they are to be tried; how many is returned.
 */
unsigned solver_find_steps(const struct solver_deal *deal, const struct solver_node *node,
	struct klondike_macro steps[MOST_STEPS]);

/*
 * Was the position only entered for what its last step makes possible? Then it is no position of
 * its own (the set of visited ones leaves it out): another way to it may lead on to more.
 */
static inline bool solver_is_passing(const struct solver_deal *deal, const struct solver_node *node)
{
	return deal->stock_is_free && node->step.kind == STEP_STOCK_DOWN;
}

#endif
