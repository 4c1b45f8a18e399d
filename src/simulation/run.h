/* Simulations, shared by the files of this folder: runs, schedule, leases. */
#ifndef SIMULATION_RUN_H
#define SIMULATION_RUN_H

#include "port/journal.h"
#include "simulation/simulations.h"

#include <makker/text.h>
#include <stdatomic.h>

struct chunk;
struct game_replay_job;

struct run {
	struct simulation simulation; /* first */
	struct simulations *owner;
	struct run *previous, *next; /* of all, newest first */
	struct simulation_subscriber *subscribers;
	/*
	 * The next subscriber to notify; NULL: all are notified. New subscribers are inserted
	 * before it.
	 */
	struct simulation_subscriber *unnotified;
	enum simulation_notification notification;
	bool is_unsent;
	struct run *unsent_previous, *unsent_next;
	bool is_new;            /* not in the journal yet */
	bool is_ours;           /* this daemon plays its games; another one, or none, else */
	uint64_t next_game;     /* the first game not in a chunk */
	uint64_t chunk_games;   /* size of the next chunk */
	unsigned chunks;        /* in the worker pool or in `played` */
	struct chunk *played;   /* not merged yet, in the order of their games */
	unsigned merge_blocked; /* running cancellations: no chunks are merged */
	unsigned pending;       /* journal calls without an answer; the run stays until then */
	int64_t saved_ns, notified_ns;
	atomic_bool cancel;

	/* Of a run of another daemon, see lease.c. */
	int64_t lease_end_ns;     /* end of the owner's lease */
	bool reading, read_again; /* its row */
	bool claimed;             /* this daemon owns the row that is being read */
	bool deleted;             /* the run was removed from the journal */
};

/* The longest rows: a spec with all rules; statistics with every distinct length of a game. */
enum { SIMULATION_SPEC_SIZE = 8 * 1024, SIMULATION_STATS_SIZE = 64 * 1024 };

struct simulations {
	struct simulations_options options;
	struct run *runs;                /* newest first */
	struct run *unsent;              /* those whose subscribers are not notified yet */
	uint64_t notifications;          /* so far, of all runs */
	struct run *turn;                /* next to get a thread; NULL: the newest */
	struct game_replay_job *replays; /* games replayed move by move */
	unsigned replay_count;
	unsigned starts_pending; /* new runs being written to the journal */
	unsigned in_flight;      /* chunks in the worker pool */
	bool known, loading;     /* the rows of the journal */
	bool load_again;         /* another daemon may have started runs since */
	bool shutting_down;
	struct journal_subscriber subscriber;
	struct simulations_figures figures;
	char spec[SIMULATION_SPEC_SIZE]; /* buffers for rows */
	char statistics[SIMULATION_STATS_SIZE];
};

/* ---- scheduler.c ---------------------------------------------------------------------------- */

/* Fills the worker pool with chunks of the runs in turn. */
void scheduler_dispatch(struct simulations *simulations);

/* Continues the run from its statistics. Only when none of its chunks is running. */
void scheduler_resume(struct run *run);

/* Merges the played chunks in order; ends the run with its last game. */
void scheduler_merge(struct run *run);

/* Drops the chunks of a run that this daemon no longer plays. */
void scheduler_stop(struct run *run);

/* Stops the run with `status` and notifies its subscribers. */
void scheduler_end(struct run *run, enum simulation_status status);

/*
 * Notifies the subscribers, those beyond the turn's budget in the next turns. The notification of
 * the end replaces undelivered progress.
 */
void scheduler_notify(struct run *run, enum simulation_notification notification);

/* SIMULATION_PROGRESS, at most four times a second. */
void scheduler_notify_progress(struct run *run);

/*
 * Stores the present numbers with `status`; `lease_ms` as in struct journal_simulation. `done` must
 * decrement run->pending.
 */
void scheduler_save(struct run *run, enum simulation_status status, uint32_t lease_ms,
	const struct journal_idempotency *idempotency, journal_done *done, void *context);

/* Stores a checkpoint, which renews the lease (or with `lease_ms` 0 ends it). */
void scheduler_checkpoint(struct run *run, uint32_t lease_ms);

/* Removes the oldest finished runs beyond options.kept, and those that the journal has no more. */
void scheduler_trim_finished(struct simulations *simulations);
void scheduler_forget(struct simulations *simulations, struct run *run);

/* ---- lease.c -------------------------------------------------------------------------------- */

/* Duration of a lease. */
enum { LEASE_MS = 10000 };

/* True where other daemons use the same journal. */
bool lease_is_supported(const struct simulations *simulations);

/* Follows the runs of other daemons from now on. */
void lease_subscribe(struct simulations *simulations);

/* Called when the journal's rows are loaded: loads those announced meanwhile, claims free runs. */
void lease_start(struct simulations *simulations);

/* Called when a write was rejected because the run belongs to another daemon, or has ended. */
void lease_lost(struct run *run);

/* Ends a run of another daemon; `done` once the final numbers are known here. */
void lease_cancel(struct run *run, journal_done *done, void *context);

/* ---- run.c ---------------------------------------------------------------------------------- */

struct run *simulations_find_run(const struct simulations *simulations, const char *id);

/* Adds a run of the journal that is not known yet; reports a row that cannot be read. */
void simulations_adopt(struct simulations *simulations, const struct journal_simulation *row);

/* ---- simulation_row.c ----------------------------------------------------------------------- */

void simulation_row_write_spec(struct mk_text *out, const struct simulation_spec *spec);
void simulation_row_write_statistics(struct mk_text *out, const struct mk_statistics *statistics);

/* MK_IO if the row was not written by this program, or names an unknown game. */
enum mk_status simulation_row_read(const struct journal_simulation *row,
	struct simulation *simulation, const struct mk_game *(*find_game)(const char *name),
	struct mk_error *error);

/* ---- game_replay.c -------------------------------------------------------------------------- */

/* Cancels the replays of the simulation `id` (NULL: all); they are answered MK_BUSY. */
void game_replays_cancel(struct simulations *simulations, const char *id);

/* Cancels the replays that take too long; they are answered "game_too_long". */
void game_replays_expire(struct simulations *simulations);

#endif
