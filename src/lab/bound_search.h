/* The cheapest way through a deal, where each step costs what it spoils (bound.c has the method).
 */
#ifndef LAB_BOUND_SEARCH_H
#define LAB_BOUND_SEARCH_H

#include "lab/bound_position.h"

enum { BOUND_WORLDS = 2048 };

struct bound_options {
	unsigned worlds;     /* drawn for each state of knowledge, at most BOUND_WORLDS */
	uint64_t node_limit; /* positions of the exact solver for one verdict */
	uint64_t verdicts;   /* asked of the solver for a deal, but for the last step's */
	uint64_t seed;
};

struct bound_result {
	double share; /* of the worlds drawn at the first position, those that are won for certain
		       */
	double loss;  /* of the cheapest way, or less */
	size_t positions;
	uint64_t verdicts; /* asked of the solver */
	bool is_complete;  /* the loss is that of a whole way */
	bool is_failed;    /* no memory */
};

void bound_search(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *first, const struct bound_options *options,
	struct bound_result *result);

/* Of the worlds drawn at a position, the share that is won for certain. */
double bound_share_of(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *position, const struct bound_options *options);

/* The same, less what is lost for certain after the step: in the mean the share after it. */
double bound_share_after(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *position, struct klondike_macro step,
	const struct bound_options *options);

#endif
