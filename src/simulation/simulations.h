/*
 * All simulations of this daemon: games played in the background, without a player.
 *
 * Everything runs on the loop thread. An interrupted run continues from its last checkpoint, at
 * most a second old, and has the same results. `simulation` is borrowed for the call or the
 * callback.
 */
#ifndef SIMULATION_SIMULATIONS_H
#define SIMULATION_SIMULATIONS_H

#include "port/journal.h"
#include "port/turn.h"

#include <makker/phrase.h>
#include <makker/statistics.h>

struct simulations;
struct worker_pool;
struct limits;

enum simulation_status { SIMULATION_RUNNING, SIMULATION_FINISHED, SIMULATION_CANCELLED };

/* "running", "finished", "cancelled". */
const char *simulation_status_name(enum simulation_status status);
/* False if no status has that name. */
bool simulation_status_find(const char *name, enum simulation_status *status);

/* The same spec has the same results, unless its budget is a time. */
struct simulation_spec {
	const struct mk_game *game;
	const struct mk_preset *preset; /* base of the rules */
	struct mk_rules rules;
	const struct mk_strategy *strategy;
	uint64_t first, games; /* the games `first` to `first` + `games` - 1 of the seed */
	uint64_t seed;
	struct mk_budget budget; /* of each decision, for strategies that search; its seed is 0 */
};

struct simulation {
	char id[SESSION_ID_SIZE];
	struct simulation_spec spec;
	enum simulation_status status;
	int64_t created_ms;
	int64_t updated_ms;
	struct mk_statistics statistics; /* of the games so far, without gaps */
	uint64_t notification; /* number of the notification, the same for all its receivers */
};

struct simulations_options {
	struct journal *journal;
	struct worker_pool *workers;   /* used only by simulations */
	struct worker_pool *replayers; /* for replays; NULL: `workers` */
	struct limits *limits;         /* see base/limits.h; NULL: the defaults */
	unsigned threads;              /* of `workers`, at least 1 */
	unsigned limit;                /* maximum number of running simulations */
	unsigned kept;                 /* maximum number of finished ones, the newest */
	struct turn_options turn;      /* `leave`: simulations_continue() */
	int64_t (*now_ms)(void);       /* the wall clock */
	int64_t (*ticks_ns)(void);     /* a monotonic clock */
	void (*random)(void *bytes, size_t length); /* for ids */
	/* Finds games by name; NULL: mk_game_find(). Tests replace it. */
	const struct mk_game *(*find_game)(const char *name);
	/* Reports each simulation of the journal that cannot be read. May be NULL. */
	void (*report)(const struct mk_error *error, void *context);
	void *context;
};

/* Loads the runs of the journal and continues them. NULL if out of memory. */
struct simulations *simulations_create(const struct simulations_options *options);

/*
 * True (MK_OK) once the journal has been read. Until then all calls fail with MK_BUSY "not_ready";
 * a read that failed is repeated.
 */
enum mk_status simulations_check(struct simulations *simulations, struct mk_error *error);

/*
 * Called about once a second: cancels replays that take too long, renews the leases of this
 * daemon's runs, and claims runs with expired leases.
 */
void simulations_poll(struct simulations *simulations);

/* Stores the last numbers and notifies the subscribers; no game is started any more. */
void simulations_shutdown(struct simulations *simulations);

/* Only after journal and worker pool have ended. NULL is allowed. */
void simulations_destroy(struct simulations *simulations);

/*
 * May be called before the call returns. On failure `simulation` is NULL and `error` is set; else
 * `error` is NULL.
 */
typedef void simulations_answer(void *context, enum mk_status status,
	const struct simulation *simulation, const struct mk_error *error);

/*
 * Starts a run, answered when it is durable. MK_FULL "too_many_simulations". `idempotency` as in
 * struct change_precondition.
 */
void simulations_start(struct simulations *simulations, const struct simulation_spec *spec,
	struct journal_idempotency *idempotency, simulations_answer *answer, void *context);

/* Ends a run, whichever daemon plays it, answered when that is durable. No effect on an ended one.
 */
void simulations_cancel(
	struct simulations *simulations, const char *id, simulations_answer *answer, void *context);

/* NULL with `error`: MK_NOT_FOUND "unknown_simulation" or MK_BUSY. */
const struct simulation *simulations_find(
	struct simulations *simulations, const char *id, struct mk_error *error);

/* The next older one; the newest if `simulation` is NULL. NULL: none. */
const struct simulation *simulations_next(
	const struct simulations *simulations, const struct simulation *simulation);

/* ---- subscribers ------------------------------------------------------------------------------
 */

enum simulation_notification {
	SIMULATION_PROGRESS, /* the present numbers: at first, then at most four times a second */
	SIMULATION_ENDED,    /* the final numbers; nothing follows */
	SIMULATION_SHUTDOWN  /* the daemon stops */
};

/* Embedded in the subscriber's own struct, zeroed before its first use. */
struct simulation_subscriber {
	void (*notify)(struct simulation_subscriber *subscriber,
		enum simulation_notification notification, const struct simulation *simulation);
	struct simulation_subscriber *next, *previous; /* own use of this module, like `of` */
	void *of;
};

/* Notifies of the present numbers before the call returns. MK_NOT_FOUND or MK_BUSY with `error`. */
enum mk_status simulations_subscribe(struct simulations *simulations, const char *id,
	struct simulation_subscriber *subscriber, struct mk_error *error);
/* No effect if it is not subscribed. */
void simulations_unsubscribe(struct simulation_subscriber *subscriber);

/* Notifies the subscribers beyond the previous turn's budget. */
void simulations_continue(struct simulations *simulations);

/* ---- one game, move by move ----------------------------------------------------------------- */

/*
 * A game of a simulation, the same as in the run unless the budget is a time. `steps` is a JSON
 * array, borrowed for the callback: each step has the table as seat 0 knows it, and the move made
 * there (null in the last step).
 */
struct simulation_game {
	const struct simulation *simulation;
	uint64_t number;
	enum mk_outcome outcome;
	uint32_t moves;
	const char *steps;
};

/* On failure `game` is NULL and `error` is set; else `error` is NULL. */
typedef void simulations_replayed(void *context, enum mk_status status,
	const struct simulation_game *game, const struct mk_error *error);

/*
 * Completes later. MK_NOT_FOUND "unknown_simulation"; MK_IMPOSSIBLE "unknown_game_number" if the
 * run has no game of that number, "game_too_long" if it has too many moves for a response or takes
 * more than 20 seconds; MK_FULL "too_many_replays"; MK_BUSY "busy", also when it is cancelled, by
 * the next function or with its simulation.
 */
void simulations_replay_game(struct simulations *simulations, const char *id, uint64_t number,
	enum mk_language language, simulations_replayed *answer, void *context);

/* Cancels the replay that has this `context`. No effect if there is none. */
void simulations_cancel_replay(struct simulations *simulations, const void *context);

/* ---- metrics -------------------------------------------------------------------------------- */

struct simulations_figures {
	unsigned running;
	uint64_t begun;
	uint64_t games; /* played by this daemon since its start */
};
struct simulations_figures simulations_figures(const struct simulations *simulations);

#endif
