/*
 * The cheapest path through a deal, where each macro-move costs what it spoils (the method is in
 * bound.c).
 */
#ifndef LAB_BOUND_SEARCH_H
#define LAB_BOUND_SEARCH_H

#include "lab/bound_position.h"

enum { BOUND_WORLDS = 2048 };

struct bound_options {
	unsigned worlds;     /* worlds sampled for each state of knowledge, at most BOUND_WORLDS */
	uint64_t node_limit; /* node budget of the exact solver for one verdict */
	uint64_t verdicts;   /* budget of verdicts for a deal; the last macro-move may exceed it */
	uint64_t seed;
};

struct bound_result {
	double share; /* share of the worlds sampled at the first position that are surely won */
	double loss;  /* cost of the cheapest path, or a lower bound of it */
	size_t positions;
	uint64_t verdicts; /* number of verdicts used */
	bool is_complete;  /* `loss` is the cost of a complete path */
	bool is_failed;    /* out of memory */
};

void bound_search(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *first, const struct bound_options *options,
	struct bound_result *result);

/* The share of the worlds sampled at a position that are surely won. */
double bound_share_of(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *position, const struct bound_options *options);

/*
 * The same, minus the share that is surely lost after the macro-move; on average the share after
 * it.
 */
double bound_share_after(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *position, struct klondike_macro step,
	const struct bound_options *options);

#endif
