/* Which run plays next, and what becomes of what was played: added, told, kept. */
#include "simulation/scheduler.h"

#include "base/limits.h"
#include "simulation/lease.h"
#include "simulation/run.h"
#include "simulation/simulation_row.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum { NS_A_MS = 1000000 };
static const int64_t CHECKPOINT_NS = (int64_t)1000 * NS_A_MS;
static const int64_t TELL_NS = (int64_t)250 * NS_A_MS;

enum {
	CHUNKS_A_THREAD = 2, /* so that each has its next when it is done with one */
	AHEAD = 16           /* chunks a thread, of a run whose first takes long */
};

/* ---- telling -------------------------------------------------------------------------------- */

void scheduler_notify(struct run *run, enum simulation_notification news)
{
	struct simulation_listener *listener, *next;

	run->told_ns = run->of->options.ticks_ns();
	DL_FOREACH_SAFE2(run->listeners, listener, next, next)
	{
		listener->hear(listener, news, &run->simulation);
	}
}

/* ---- keeping -------------------------------------------------------------------------------- */

void scheduler_save(struct run *run, enum simulation_status status,
	const struct journal_idempotency *once, journal_done *done, void *context)
{
	struct simulations *simulations = run->of;
	struct journal *journal = simulations->options.journal;
	struct journal_simulation row = {.created_ms = run->simulation.created_ms,
		.updated_ms = run->simulation.updated_ms,
		.wish = simulations->wish,
		.statistics = simulations->statistics};
	struct mk_text text;

	memcpy(row.id, run->simulation.id, sizeof row.id);
	memcpy(row.status, simulation_status_name(status),
		strlen(simulation_status_name(status)) + 1);
	mk_text_fixed(&text, simulations->wish, sizeof simulations->wish);
	record_write_wish(&text, &run->simulation.wish);
	mk_text_fixed(&text, simulations->statistics, sizeof simulations->statistics);
	record_write_statistics(&text, &run->simulation.statistics);
	run->saving++;
	run->saved_ns = simulations->options.ticks_ns();
	journal->methods->save_simulation(journal, &row, once, done, context);
}

/* The run, or NULL where nobody may be forgotten. */
static struct run *oldest_to_forget(const struct simulations *simulations)
{
	struct run *run = NULL, *oldest = NULL, *gone = NULL;
	unsigned ended = 0;

	DL_FOREACH2(simulations->runs, run, next)
	{
		/* Who was forgotten left the list. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
		if (run->simulation.status != SIMULATION_RUNNING) {
			ended++;
			if (!run->listeners && !run->saving && !run->chunks) {
				oldest = run;
				gone = run->gone ? run : gone;
			}
		}
	}
	return ended > simulations->options.kept ? oldest : gone;
}

static void ignore(void *context, enum mk_status status)
{
	(void)context;
	(void)status;
}

void scheduler_forget(struct simulations *simulations, struct run *run)
{
	if (simulations->turn == run) {
		simulations->turn = run->next;
	}
	DL_DELETE2(simulations->runs, run, previous, next);
	sharing_finish(run);
	free(run);
}

/* What the journal does not let go of comes back after a restart and goes then. */
void scheduler_trim_finished(struct simulations *simulations)
{
	struct journal *journal = simulations->options.journal;
	struct run *run;

	while (!simulations->ending && (run = oldest_to_forget(simulations)) != NULL) {
		if (!run->gone) {
			limits_count(simulations->options.limits, LIMIT_MAX_FINISHED_SIMULATIONS);
			journal->methods->remove_simulation(
				journal, run->simulation.id, ignore, NULL);
		}
		scheduler_forget(simulations, run);
	}
}

/* A checkpoint that failed is followed by another. */
void scheduler_saved(void *context, enum mk_status status)
{
	struct run *run = context;

	(void)status;
	run->saving--;
	scheduler_trim_finished(run->of);
}

/* ---- running -------------------------------------------------------------------------------- */

struct worker_pool *scheduler_workers(const struct simulations *simulations)
{
	return simulations->options.workers;
}

static bool may_play(const struct simulations *simulations, const struct run *run)
{
	return run_has_more(run) && run->chunks < AHEAD * simulations->options.threads;
}

/* All take turns. */
static struct run *next_in_turn(struct simulations *simulations)
{
	struct run *first = simulations->turn ? simulations->turn : simulations->runs;
	struct run *run = first;

	if (!run) {
		return NULL;
	}
	do {
		struct run *after = run->next ? run->next : simulations->runs;

		if (may_play(simulations, run)) {
			simulations->turn = after;
			return run;
		}
		run = after;
	} while (run != first);
	return NULL;
}

void scheduler_dispatch(struct simulations *simulations)
{
	while (!simulations->ending &&
		simulations->in_flight < CHUNKS_A_THREAD * simulations->options.threads) {
		struct run *run = next_in_turn(simulations);

		if (!run || !run_submit(run)) {
			return;
		}
		simulations->in_flight++;
	}
}

void scheduler_end(struct run *run, enum simulation_status status)
{
	run->simulation.status = status;
	run->of->figures.running--;
	run_stop(run);
	scheduler_notify(run, SIMULATION_ENDED);
}

/* All games are played. Should the journal not take it, they are played again to the same end. */
static void finish(struct run *run)
{
	scheduler_save(run, SIMULATION_FINISHED, NULL, scheduler_saved, run);
	scheduler_end(run, SIMULATION_FINISHED);
}

void scheduler_notify_progress(struct run *run)
{
	if (run->of->options.ticks_ns() - run->told_ns >= TELL_NS) {
		scheduler_notify(run, SIMULATION_PROGRESS);
	}
}

static void note_progress(struct run *run)
{
	int64_t now = run->of->options.ticks_ns();

	if (sharing_is_on(run->of)) {
		sharing_go_on(run);
		return;
	}
	run->simulation.updated_ms = run->of->options.now_ms();
	if (run->simulation.statistics.games == run->simulation.wish.games) {
		finish(run);
		return;
	}
	if (now - run->saved_ns >= CHECKPOINT_NS && !run->saving) {
		scheduler_save(run, SIMULATION_RUNNING, NULL, scheduler_saved, run);
	}
	scheduler_notify_progress(run);
}

void scheduler_add(struct run *run)
{
	uint64_t before = run_sum(run)->games;

	if (run->simulation.status == SIMULATION_RUNNING && run_add(run)) {
		run->of->figures.games += run_sum(run)->games - before;
		note_progress(run);
	}
}

void scheduler_chunk_done(struct simulations *simulations, struct run *run)
{
	simulations->in_flight--;
	if (!simulations->ending) {
		scheduler_add(run);
		scheduler_dispatch(simulations);
		scheduler_trim_finished(simulations);
	}
}
