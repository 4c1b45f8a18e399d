/* A simulation that runs: which games are played where, and what is added. */
#ifndef SIMULATION_RUN_H
#define SIMULATION_RUN_H

#include "port/worker_pool.h"
#include "simulation/simulation.h"

#include <stdatomic.h>

struct chunk;
struct share;
struct sharing_waiter;
struct simulations;

struct run {
	struct simulation simulation; /* first */
	struct simulations *of;
	struct run *previous, *next; /* of all, the newest first */
	struct simulation_listener *listeners;
	uint64_t next_game;   /* the first that no chunk has */
	uint64_t end_game;    /* the first that is not ours to play */
	uint64_t chunk_games; /* how many the next chunk gets */
	unsigned chunks;      /* that are being played, or wait to be added */
	struct chunk *played; /* those that wait, in the order of their games */
	unsigned held_back;   /* so many want to cancel: nothing is added meanwhile */
	unsigned saving;      /* writes that the journal has not answered */
	int64_t saved_ns, told_ns;
	atomic_bool cancel;

	/* Where runs are shared out: see sharing.h. */
	struct share *share;    /* what is ours to play; NULL: nothing just now */
	struct simulation *sum; /* what is being written; NULL: nothing */
	struct sharing_waiter *waiters;
	bool claiming, collecting, collects_again;
	bool gone;           /* the journal has it no more */
	uint64_t last_share; /* so many games it had; 0: there was none */
	uint64_t game_ns;    /* by the clock, for each */
	int64_t claimed_ns;
};

/* What was played here is added up there. */
struct mk_statistics *run_sum(struct run *run);

/* Is there a game left that nobody plays? */
bool run_has_more(const struct run *run);

/* Has the workers play the next games. False when they take no more work, or without memory. */
bool run_submit(struct run *run);

/* Adds what has been played, as far as it goes. True when that was something. */
bool run_add(struct run *run);

/* What is played or waits is wanted no longer. */
void run_stop(struct run *run);

#endif
