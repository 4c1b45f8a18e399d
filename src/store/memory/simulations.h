/* The simulations of a journal in memory. */
#ifndef STORE_MEMORY_SIMULATIONS_H
#define STORE_MEMORY_SIMULATIONS_H

#include "port/journal.h"

/* All zero at first. */
struct memory_simulations {
	struct kept_simulation *oldest;
};

void memory_simulations_save(
	struct memory_simulations *simulations, const struct journal_simulation *simulation);

/* False when there is none of that id. */
bool memory_simulations_remove(struct memory_simulations *simulations, const char *id);

/* All rows, oldest first; the array is the caller's to free(), its texts are borrowed. */
size_t memory_simulations_list(
	const struct memory_simulations *simulations, struct journal_simulation **rows);

void memory_simulations_clear(struct memory_simulations *simulations);

#endif
