/* Many games at simulated tables, on several threads. */
#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

#include "cli/deals.h"
#include "cli/game_args.h"

#include <makker/search.h>
#include <makker/statistics.h>
#include <stdbool.h>
#include <stdint.h>

/* The most threads. */
enum { TOURNAMENT_JOBS = 256 };

/*
 * Game i depends on the seed (or the deals) and i only: the result is the same however many threads
 * play. (Not where the clock limits the thinking.)
 */
struct tournament {
	const struct chosen *chosen;
	const struct mk_strategy *versus; /* plays the same deals; NULL: nobody */
	/* Plays the other seats, and the strategy's own goes round from game to game; NULL: the
	 * strategy plays all seats. */
	const struct mk_strategy *against;
	struct mk_budget budget;   /* of a decision, for strategies that search */
	const struct deals *deals; /* NULL: at random */
	bool open;                 /* all cards are shown; the game can do that */
	uint64_t seed;
	uint64_t games; /* no more than there are deals */
	unsigned jobs;
};

/* What they gave: the strategy's games, and those of the other one on the same deals. */
struct scores {
	struct mk_statistics of[2];
	struct mk_paired_results pairs;
};

/*
 * Plays until all games are played, or somebody presses Ctrl-C: then the first ones are played. A
 * progress bar shows on a terminal. `scores` start empty. False when memory or threads are missing.
 */
bool tournament_play(const struct tournament *tournament, struct scores *scores);

#endif
