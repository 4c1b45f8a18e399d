/* All simulations together, for those who make them run. */
#ifndef SIMULATION_OVERVIEW_H
#define SIMULATION_OVERVIEW_H

#include "simulation/simulation_row.h"
#include "simulation/simulations.h"

struct replay_work;
struct run;

struct simulations {
	struct simulations_options options;
	struct run *runs;            /* the newest first */
	struct replay_work *replays; /* games that are played again, move by move */
	unsigned replay_count;
	struct run *turn;   /* who gets the next thread; NULL: the newest */
	unsigned beginning; /* that are not in the journal yet */
	unsigned in_flight; /* chunks on the way to a thread and back */
	bool known;
	bool loading;
	bool ending;
	bool missed; /* others may have begun some: the journal is asked again */
	struct journal_watcher watcher;
	struct simulations_figures figures;
	char wish[RECORD_WISH_ROOM]; /* room for what is written */
	char statistics[RECORD_ROOM];
};

struct worker_pool *scheduler_workers(const struct simulations *simulations);

/* The threads get what they have time for. */
void scheduler_dispatch(struct simulations *simulations);

/* A chunk of `run` has come back: what was played is added, told and kept. */
void scheduler_chunk_done(struct simulations *simulations, struct run *run);

/* Adds what was played, and ends the run with its last game. */
void scheduler_add(struct run *run);

/* It plays no more, and the listeners hear that. */
void scheduler_end(struct run *run, enum simulation_status status);

void scheduler_notify(struct run *run, enum simulation_notification news);

/* Tells of progress, some times a second. */
void scheduler_notify_progress(struct run *run);

/* One of the journal's that is not known yet: it is one of ours from now on. */
void scheduler_adopt(struct simulations *simulations, const struct journal_simulation *row);

/* Keeps its present numbers, with `status`; run->saving goes down in `done`. */
void scheduler_save(struct run *run, enum simulation_status status,
	const struct journal_idempotency *once, journal_done *done, void *context);

/* `done` for a checkpoint: the run is its context. */
void scheduler_saved(void *context, enum mk_status status);

/* The oldest go, where more have ended than are kept. */
void scheduler_trim_finished(struct simulations *simulations);
void scheduler_forget(struct simulations *simulations, struct run *run);

#endif
