/*
 * The owners of runs when several daemons share a journal.
 *
 * A run belongs to the daemon that started it. Each checkpoint renews its lease; once that has
 * expired, because the daemon was killed or lost the database, another daemon claims the run and
 * continues from the last checkpoint. Every daemon keeps the rows of all runs in memory and reads
 * them again when their owner announces a checkpoint.
 */
#include "simulation/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* A run without progress renews its lease as well. */
enum { NS_A_MS = 1000000, HEARTBEAT_MS = LEASE_MS / 4 };

static void read_row(struct run *run);

bool lease_is_supported(const struct simulations *simulations)
{
	return simulations->options.journal->methods->claim_simulation != NULL;
}

/* ---- the row of a run ----------------------------------------------------------------------- */

static void set_deleted(struct run *run)
{
	run->deleted = true;
	if (run->simulation.status == SIMULATION_RUNNING) {
		scheduler_end(run, SIMULATION_CANCELLED);
	}
}

/*
 * Another daemon may have ended a run of this one; else this daemon's numbers are ahead of the row.
 */
static void take_row(struct run *run, const struct simulation *row, uint32_t lease_ms)
{
	bool ended = row->status != SIMULATION_RUNNING;

	run->lease_end_ns = run->owner->options.ticks_ns() + (int64_t)lease_ms * NS_A_MS;
	if (run->simulation.status != SIMULATION_RUNNING || (run->is_ours && !ended)) {
		return;
	}
	run->simulation.statistics = row->statistics;
	run->simulation.updated_ms = row->updated_ms;
	if (ended) {
		scheduler_end(run, row->status);
		scheduler_dispatch(run->owner);
	} else if (run->claimed) {
		scheduler_resume(run);
		scheduler_dispatch(run->owner);
	} else {
		scheduler_notify_progress(run);
	}
}

static void take_rows(struct run *run, const struct journal_simulation *rows, size_t count)
{
	struct simulation *row = malloc(sizeof *row);
	struct mk_error error;

	if (count == 0) {
		set_deleted(run);
	} else if (row && simulation_row_read(
				  &rows[0], row, run->owner->options.find_game, &error) == MK_OK) {
		take_row(run, row, rows[0].lease_ms);
		run->claimed = false;
	}
	free(row);
}

static void on_row(
	void *context, enum mk_status status, const struct journal_simulation *rows, size_t count)
{
	struct run *run = context;
	bool again = run->read_again;

	run->pending--;
	run->reading = run->read_again = false;
	if (again) {
		read_row(run); /* this row may be older than the claim or the announcement */
	} else if (status == MK_OK && !run->owner->shutting_down) {
		take_rows(run, rows, count);
	}
	scheduler_trim_finished(run->owner);
}

static void read_row(struct run *run)
{
	struct journal *journal = run->owner->options.journal;

	if (run->reading) {
		run->read_again = true;
	} else if (!run->owner->shutting_down && !run->deleted) {
		run->reading = true;
		run->pending++;
		journal->methods->load_simulations(journal, run->simulation.id, on_row, run);
	}
}

void lease_lost(struct run *run)
{
	if (run->is_ours && run->simulation.status == SIMULATION_RUNNING) {
		run->is_ours = false;
		scheduler_stop(run);
	}
	read_row(run);
}

/* ---- claiming ------------------------------------------------------------------------------- */

static void on_claimed(void *context, enum mk_status status)
{
	struct run *run = context;

	run->pending--;
	run->claimed = status == MK_OK;
	if (status == MK_OK || status == MK_CONFLICT || status == MK_NOT_FOUND) {
		read_row(run);
	}
}

/* Chunks of an earlier ownership must have completed first. */
static bool may_claim(const struct run *run, int64_t now_ns)
{
	return now_ns >= run->lease_end_ns && !run->pending && !run->chunks && !run->claimed;
}

static void claim_run(struct run *run)
{
	struct journal *journal = run->owner->options.journal;

	run->pending++;
	journal->methods->claim_simulation(journal, run->simulation.id, LEASE_MS, on_claimed, run);
}

void simulations_poll(struct simulations *simulations)
{
	int64_t now = simulations->options.ticks_ns();
	struct run *run = NULL;

	game_replays_expire(simulations);
	if (!lease_is_supported(simulations) || simulations->shutting_down) {
		return;
	}
	DL_FOREACH2(simulations->runs, run, next)
	{
		if (run->simulation.status != SIMULATION_RUNNING) {
			continue;
		}
		if (run->claimed && !run->pending) {
			read_row(run); /* which failed before */
		} else if (run->is_ours && !run->pending &&
			   now - run->saved_ns >= (int64_t)HEARTBEAT_MS * NS_A_MS) {
			scheduler_checkpoint(run, LEASE_MS);
		} else if (!run->is_ours && may_claim(run, now)) {
			claim_run(run);
		}
	}
}

/* ---- cancelling ----------------------------------------------------------------------------- */

/* The journal calls of one cancellation: the status is written, then the final numbers are read. */
struct remote_cancel {
	struct run *run;
	journal_done *done;
	void *context;
};

static void on_final_row(
	void *context, enum mk_status status, const struct journal_simulation *rows, size_t count)
{
	struct remote_cancel cancel = *(struct remote_cancel *)context;

	free(context);
	if (status == MK_OK) {
		take_rows(cancel.run, rows, count);
	}
	cancel.done(cancel.context, status);
	cancel.run->pending--;
	scheduler_trim_finished(cancel.run->owner);
}

/* MK_CONFLICT: it had already ended. */
static void on_cancelled(void *context, enum mk_status status)
{
	struct remote_cancel *cancel = context;
	struct run *run = cancel->run;
	struct journal *journal = run->owner->options.journal;

	if (status == MK_OK || status == MK_CONFLICT || status == MK_NOT_FOUND) {
		journal->methods->load_simulations(
			journal, run->simulation.id, on_final_row, cancel);
		return;
	}
	run->pending--;
	cancel->done(cancel->context, status);
	free(cancel);
}

void lease_cancel(struct run *run, journal_done *done, void *context)
{
	struct journal *journal = run->owner->options.journal;
	struct journal_simulation row = {.updated_ms = run->owner->options.now_ms()};
	struct remote_cancel *cancel = malloc(sizeof *cancel);

	if (!cancel) {
		done(context, MK_BUSY);
		return;
	}
	*cancel = (struct remote_cancel){run, done, context};
	memcpy(row.id, run->simulation.id, sizeof row.id);
	snprintf(row.status, sizeof row.status, "%s", simulation_status_name(SIMULATION_CANCELLED));
	run->pending++;
	journal->methods->save_simulation(journal, &row, NULL, on_cancelled, cancel);
}

/* ---- announcements of other daemons --------------------------------------------------------- */

static void adopt_unknown(
	struct simulations *simulations, const struct journal_simulation *rows, size_t count)
{
	for (size_t i = 0; i < count && !simulations->shutting_down; i++) {
		if (!simulations_find_run(simulations, rows[i].id)) {
			simulations_adopt(simulations, &rows[i]);
		}
	}
}

static void on_new_rows(
	void *context, enum mk_status status, const struct journal_simulation *rows, size_t count)
{
	if (status == MK_OK) {
		adopt_unknown(context, rows, count);
	}
}

static void on_simulation_changed(struct journal_subscriber *subscriber, const char *id)
{
	struct simulations *simulations = subscriber->context;
	struct journal *journal = simulations->options.journal;
	struct run *run = simulations_find_run(simulations, id);

	if (simulations->shutting_down) {
		return;
	}
	if (!simulations->known) {
		simulations->load_again = true;
	} else if (run) {
		read_row(run);
	} else {
		journal->methods->load_simulations(journal, id, on_new_rows, simulations);
	}
}

static void on_gap(struct journal_subscriber *subscriber)
{
	struct simulations *simulations = subscriber->context;
	struct run *run = NULL;

	simulations->load_again = true;
	DL_FOREACH2(simulations->runs, run, next)
	{
		read_row(run);
	}
	lease_start(simulations);
}

void lease_start(struct simulations *simulations)
{
	struct journal *journal = simulations->options.journal;

	if (simulations->known && simulations->load_again && !simulations->shutting_down) {
		simulations->load_again = false;
		journal->methods->load_simulations(journal, NULL, on_new_rows, simulations);
	}
	simulations_poll(simulations);
}

void lease_subscribe(struct simulations *simulations)
{
	struct journal *journal = simulations->options.journal;

	simulations->subscriber = (struct journal_subscriber){
		.on_simulation_changed = on_simulation_changed,
		.on_gap = on_gap,
		.context = simulations,
	};
	journal->methods->subscribe(journal, &simulations->subscriber);
}
