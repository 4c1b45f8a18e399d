/* Many games at simulated tables, on several threads. */
#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

#include "cli/choice.h"
#include "cli/tally.h"

#include <stdint.h>

/* The most threads. */
enum { TOURNAMENT_JOBS = 256 };

/* Game i depends on the seed and i only: the result is the same however many threads play. */
struct tournament {
	const struct chosen *chosen;
	uint64_t seed;
	uint64_t games;
	unsigned jobs;
	struct mk_budget budget; /* of a decision, for a strategy that searches */
};

/*
 * Plays until all games are played, or somebody presses Ctrl-C: then the first ones are played. A
 * progress bar shows on a terminal. `tally` starts empty. False when memory or threads are missing.
 */
bool tournament_play(const struct tournament *tournament, struct tally *tally);

#endif
