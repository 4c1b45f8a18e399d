/*
 * One game of a simulation once more, move by move: for people who want to watch. Game `number` is
 * the same as in the run, unless the budget has a clock.
 */
#ifndef SIMULATION_REPLAYS_H
#define SIMULATION_REPLAYS_H

#include "simulation/simulations.h"

#include <makker/phrase.h>

/* What was played. `steps` is a JSON array, borrowed for the callback: each step has the table (as
 * seat 0 knows it) and the move that is made there, the last one null. */
struct simulation_game {
	const struct simulation *simulation;
	uint64_t number;
	enum mk_outcome outcome;
	uint32_t moves;
	const char *steps;
};

/* On failure `game` is NULL and `error` says why; else `error` is NULL. */
typedef void simulations_replayed(void *context, enum mk_status status,
	const struct simulation_game *game, const struct mk_error *error);

/*
 * Answers later, on the loop. MK_NOT_FOUND "unknown_simulation"; MK_IMPOSSIBLE
 * "unknown_game_number" where the run has no game of that number, "game_too_long" where its moves
 * are too many to be told; MK_FULL "too_many_replays"; MK_BUSY "busy".
 */
void simulations_replay_game(struct simulations *simulations, const char *id, uint64_t number,
	enum mk_language language, simulations_replayed *answer, void *context);

/* What is played is wanted no longer; it is answered MK_BUSY. */
void replays_stop(struct simulations *simulations);

#endif
