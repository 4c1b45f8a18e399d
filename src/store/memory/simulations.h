/* The simulations of a journal in memory. */
#ifndef STORE_MEMORY_SIMULATIONS_H
#define STORE_MEMORY_SIMULATIONS_H

#include "port/journal.h"

/* All zero at first. */
struct memory_simulations {
	struct kept_simulation *oldest;
};

/* As journal_methods.save_simulation. */
enum mk_status memory_simulations_save(
	struct memory_simulations *simulations, const struct journal_simulation *simulation);

/* False when there is none of that id. */
bool memory_simulations_remove(struct memory_simulations *simulations, const char *id);

/*
 * All rows, oldest first, or that of `id` ("": all); the caller frees the array, its texts are
 * borrowed.
 */
size_t memory_simulations_list(const struct memory_simulations *simulations, const char *id,
	struct journal_simulation **rows);

void memory_simulations_clear(struct memory_simulations *simulations);

#endif
