/*
 * All simulations of this daemon: begun, run on threads that nobody else wants, watched, cancelled.
 *
 * A run is cut into chunks of games, each numbered; threads play chunks, and the loop adds what
 * came of them in the order of the games. So the numbers are those of one long run, whoever played
 * what. What was added is kept in the journal every second; a run that was interrupted goes on from
 * there and comes to the same end.
 *
 * Everything here runs on the loop thread. `simulation` is borrowed for the call or the callback.
 */
#ifndef SIMULATION_SIMULATIONS_H
#define SIMULATION_SIMULATIONS_H

#include "simulation/simulation.h"

struct simulations;
struct worker_pool;
struct limits;

struct simulations_options {
	struct journal *journal;
	struct worker_pool *workers; /* for nothing else */
	struct worker_pool *hurried; /* for games that somebody waits for; NULL: `workers` */
	struct limits *limits;       /* see base/limits.h; NULL: their defaults */
	unsigned threads;        /* how many pieces of work they do at the same time, at least 1 */
	unsigned limit;          /* simulations that run at the same time */
	unsigned kept;           /* others that are remembered, the newest */
	int64_t (*now_ms)(void); /* the wall clock */
	int64_t (*ticks_ns)(void);                  /* a clock that never jumps */
	void (*random)(void *bytes, size_t length); /* for ids */
	/* The games by name; NULL: mk_game_find(). A test brings its own. */
	const struct mk_game *(*find_game)(const char *name);
	/* Told of each simulation in the journal that cannot be read here. May be NULL. */
	void (*report)(const struct mk_error *error, void *context);
	void *context;
};

/* Those of the journal go on when it has answered. NULL without memory. */
struct simulations *simulations_create(const struct simulations_options *options);

/*
 * Has the journal told what there is? Before that all calls are answered MK_BUSY "not_ready", and
 * it is asked again where it could not tell.
 */
enum mk_status simulations_check(struct simulations *simulations, struct mk_error *error);

/*
 * To be called about once a second: where several daemons share the journal, games that nobody
 * plays any more are taken up.
 */
void simulations_poll(struct simulations *simulations);

/* No game is begun any more, and what was played is kept. Listeners hear of it. */
void simulations_shutdown(struct simulations *simulations);

/* Only when journal and workers have ended. NULL is allowed. */
void simulations_destroy(struct simulations *simulations);

/*
 * Answers, perhaps before the call returns. On failure `simulation` is NULL and `error` says why;
 * else `error` is NULL.
 */
typedef void simulations_answer(void *context, enum mk_status status,
	const struct simulation *simulation, const struct mk_error *error);

/*
 * Begins one, answered when that is durable. MK_FULL "too_many_simulations". With `once` as with a
 * change_precondition's.
 */
void simulations_start(struct simulations *simulations, const struct simulation_spec *wish,
	struct journal_idempotency *once, simulations_answer *answer, void *context);

/* Ends one that runs, answered when that is durable; one that has ended stays as it is. */
void simulations_cancel(
	struct simulations *simulations, const char *id, simulations_answer *answer, void *context);

/* NULL with `error`: MK_NOT_FOUND "unknown_simulation" or MK_BUSY. */
const struct simulation *simulations_find(
	struct simulations *simulations, const char *id, struct mk_error *error);

/* The next older one; the newest where `simulation` is NULL. NULL: there is none. */
const struct simulation *simulations_next(
	const struct simulations *simulations, const struct simulation *simulation);

/* ---- listeners ------------------------------------------------------------------------------ */

enum simulation_notification {
	SIMULATION_PROGRESS, /* the present one: at first, then some times a second */
	SIMULATION_ENDED,    /* the last that is heard of it: its final numbers */
	SIMULATION_SHUTDOWN  /* the daemon stops */
};

/* Embedded in the hearer's own struct, cleared before its first use. */
struct simulation_listener {
	void (*hear)(struct simulation_listener *listener, enum simulation_notification news,
		const struct simulation *simulation);
	struct simulation_listener *next, *previous; /* our own use */
	void *of;                                    /* likewise */
};

/* Hears the present state before the call returns. MK_NOT_FOUND or MK_BUSY with `error`. */
enum mk_status simulations_subscribe(struct simulations *simulations, const char *id,
	struct simulation_listener *listener, struct mk_error *error);
/* Any number of times, also where it listens to nothing. */
void simulations_unsubscribe(struct simulation_listener *listener);

/* Figures for /metrics. */
struct simulations_figures {
	unsigned running;
	uint64_t begun;
	uint64_t games; /* that were added since the start */
};
struct simulations_figures simulations_figures(const struct simulations *simulations);

#endif
