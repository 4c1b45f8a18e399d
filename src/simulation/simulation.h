/*
 * A simulation: games that are played by themselves, and what became of them.
 *
 * Read by the API to write answers; changed only by simulations.c.
 */
#ifndef SIMULATION_SIMULATION_H
#define SIMULATION_SIMULATION_H

#include "port/journal.h"

#include <makker/statistics.h>
#include <stdint.h>

enum simulation_status { SIMULATION_RUNNING, SIMULATION_FINISHED, SIMULATION_CANCELLED };

/* "running", "finished", "cancelled". */
const char *simulation_status_name(enum simulation_status status);
/* False when there is none of that name. */
bool simulation_status_find(const char *name, enum simulation_status *status);

/* What shall be played: the same wish gives the same numbers, unless its budget has a clock. */
struct simulation_spec {
	const struct mk_game *game;
	const struct mk_preset *preset; /* what the rules started from */
	struct mk_rules rules;
	const struct mk_strategy *strategy;
	uint64_t games;
	uint64_t seed;
	struct mk_budget budget; /* of each decision, for strategies that search; its seed is 0 */
};

struct simulation {
	char id[SESSION_ID_ROOM];
	struct simulation_spec wish;
	enum simulation_status status;
	int64_t created_ms;
	int64_t updated_ms;
	struct mk_statistics statistics; /* of the games so far, the first ones without a gap */
};

#endif
