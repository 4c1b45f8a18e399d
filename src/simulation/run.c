/* The simulations of the journal: started, found, cancelled, subscribed to. */
#include "simulation/simulations.h"

#include "base/id.h"
#include "base/limits.h"
#include "port/journal.h"
#include "simulation/run.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* ---- the rows of the journal ---------------------------------------------------------------- */

static struct run *create_run(struct simulations *simulations)
{
	struct run *run = calloc(1, sizeof *run);

	if (run) {
		run->owner = simulations;
		run->chunk_games = 1;
		run->saved_ns = run->notified_ns = simulations->options.ticks_ns();
		atomic_init(&run->cancel, false);
	}
	return run;
}

static void link_run(struct run *run)
{
	struct simulations *simulations = run->owner;

	DL_PREPEND2(simulations->runs, run, previous, next);
	simulations->figures.running += run->simulation.status == SIMULATION_RUNNING;
}

static void report(const struct simulations *simulations, const struct mk_error *error)
{
	if (simulations->options.report) {
		simulations->options.report(error, simulations->options.context);
	}
}

void simulations_adopt(struct simulations *simulations, const struct journal_simulation *row)
{
	struct run *run = create_run(simulations);
	struct mk_error error;

	if (!run) {
		mk_fail(&error, MK_FULL, "no_memory", "", "no memory for simulation %.32s",
			row->id);
		report(simulations, &error);
	} else if (simulation_row_read(row, &run->simulation, simulations->options.find_game,
			   &error) != MK_OK) {
		report(simulations, &error);
		free(run);
	} else {
		run->lease_end_ns =
			simulations->options.ticks_ns() + (int64_t)row->lease_ms * 1000000;
		link_run(run);
		if (!lease_is_supported(simulations)) {
			scheduler_resume(run);
		}
	}
}

static void on_loaded(
	void *context, enum mk_status status, const struct journal_simulation *rows, size_t count)
{
	struct simulations *simulations = context;

	simulations->loading = false;
	if (status != MK_OK) {
		return;
	}
	simulations->known = true;
	for (size_t i = 0; i < count; i++) {
		simulations_adopt(simulations, &rows[i]);
	}
	scheduler_dispatch(simulations);
	scheduler_trim_finished(simulations);
	lease_start(simulations);
}

static void load_runs(struct simulations *simulations)
{
	struct journal *journal = simulations->options.journal;

	if (!simulations->known && !simulations->loading && !simulations->shutting_down) {
		simulations->loading = true;
		journal->methods->load_simulations(journal, NULL, on_loaded, simulations);
	}
}

enum mk_status simulations_check(struct simulations *simulations, struct mk_error *error)
{
	load_runs(simulations);
	if (simulations->known) {
		return MK_OK;
	}
	return mk_fail(error, MK_BUSY, "not_ready", "", "simulations are still loading");
}

/* ---- started, found, cancelled -------------------------------------------------------------- */

/* A call that waits for the journal. */
struct simulation_call {
	struct run *run;
	struct journal_idempotency *idempotency;
	simulations_answer *answer;
	void *context;
};

static void fail_no_memory(simulations_answer *answer, void *context)
{
	struct mk_error error;

	mk_fail(&error, MK_BUSY, "busy", "", "out of memory, retry later");
	answer(context, error.status, NULL, &error);
}

static void fail_write(enum mk_status status, simulations_answer *answer, void *context)
{
	struct mk_error error;

	if (status == MK_OVER) {
		journal_fail(status, &error);
	} else {
		mk_fail(&error, status, "store_unavailable", "", "the store rejected the write");
	}
	answer(context, status, NULL, &error);
}

static void on_started(void *context, enum mk_status status)
{
	struct simulation_call call = *(struct simulation_call *)context;
	struct run *run = call.run;

	free(context);
	run->owner->starts_pending--;
	run->pending--;
	if (status != MK_OK) {
		free(run);
		if (call.idempotency) {
			call.idempotency->id[0] = '\0';
		}
		fail_write(status, call.answer, call.context);
		return;
	}
	run->is_new = false;
	link_run(run);
	scheduler_resume(run);
	run->owner->figures.begun++;
	scheduler_dispatch(run->owner);
	call.answer(call.context, MK_OK, &run->simulation, NULL);
}

static void store_new(
	struct run *run, const struct simulation_spec *spec, struct simulation_call *call)
{
	const struct simulations_options *options = &run->owner->options;
	struct simulation *simulation = &run->simulation;

	id_write(simulation->id, options->random);
	simulation->spec = *spec;
	simulation->statistics.first = spec->first;
	simulation->created_ms = simulation->updated_ms = options->now_ms();
	if (call->idempotency) {
		memcpy(call->idempotency->id, simulation->id, sizeof call->idempotency->id);
		call->idempotency->version = 0;
		call->idempotency->at_ms = simulation->created_ms;
	}
	run->is_new = true;
	run->owner->starts_pending++;
	scheduler_save(run, SIMULATION_RUNNING, LEASE_MS, call->idempotency, on_started, call);
}

void simulations_start(struct simulations *simulations, const struct simulation_spec *spec,
	struct journal_idempotency *idempotency, simulations_answer *answer, void *context)
{
	unsigned running = simulations->figures.running + simulations->starts_pending;
	struct simulation_call *call;
	struct mk_error error;
	struct run *run;

	if (simulations_check(simulations, &error) != MK_OK) {
		answer(context, error.status, NULL, &error);
		return;
	}
	if (running >= simulations->options.limit) {
		limits_count(simulations->options.limits, LIMIT_SIMULATIONS);
		mk_fail(&error, MK_FULL, "too_many_simulations", "",
			"%u simulations are running already", running);
		answer(context, error.status, NULL, &error);
		return;
	}
	run = create_run(simulations);
	call = malloc(sizeof *call);
	if (!run || !call) {
		free(run);
		free(call);
		fail_no_memory(answer, context);
		return;
	}
	*call = (struct simulation_call){run, idempotency, answer, context};
	store_new(run, spec, call);
}

struct run *simulations_find_run(const struct simulations *simulations, const char *id)
{
	struct run *run = NULL;

	DL_FOREACH2(simulations->runs, run, next)
	{
		if (strcmp(run->simulation.id, id) == 0) {
			return run;
		}
	}
	return NULL;
}

static struct run *find(struct simulations *simulations, const char *id, struct mk_error *error)
{
	struct run *run;

	if (simulations_check(simulations, error) != MK_OK) {
		return NULL;
	}
	run = simulations_find_run(simulations, id);
	if (!run) {
		mk_fail(error, MK_NOT_FOUND, "unknown_simulation", "", "no such simulation");
	}
	return run;
}

const struct simulation *simulations_find(
	struct simulations *simulations, const char *id, struct mk_error *error)
{
	struct run *run = find(simulations, id, error);

	return run ? &run->simulation : NULL;
}

const struct simulation *simulations_next(
	const struct simulations *simulations, const struct simulation *simulation)
{
	const struct run *run =
		simulation ? ((const struct run *)simulation)->next : simulations->runs;

	return run ? &run->simulation : NULL;
}

static void on_cancelled_elsewhere(void *context, enum mk_status status)
{
	struct simulation_call call = *(struct simulation_call *)context;

	free(context);
	if (status == MK_OK) {
		call.answer(call.context, MK_OK, &call.run->simulation, NULL);
	} else {
		fail_write(status, call.answer, call.context);
	}
}

/* MK_CONFLICT: it had ended, or now belongs to another daemon. */
static void on_run_cancelled(void *context, enum mk_status status)
{
	struct simulation_call call = *(struct simulation_call *)context;
	struct run *run = call.run;
	bool running = run->simulation.status == SIMULATION_RUNNING;

	run->pending--;
	run->merge_blocked--;
	if (status == MK_CONFLICT && running) {
		lease_lost(run);
		lease_cancel(run, on_cancelled_elsewhere, context);
		return;
	}
	free(context);
	if (status != MK_OK && status != MK_CONFLICT) {
		scheduler_merge(run);
		scheduler_dispatch(run->owner);
		fail_write(status, call.answer, call.context);
		return;
	}
	if (running) {
		scheduler_end(run, SIMULATION_CANCELLED);
		scheduler_dispatch(run->owner);
	}
	call.answer(call.context, MK_OK, &run->simulation, NULL);
	scheduler_trim_finished(run->owner);
}

/*
 * The statistics do not change until the journal has responded, so that row and response are equal.
 */
void simulations_cancel(
	struct simulations *simulations, const char *id, simulations_answer *answer, void *context)
{
	struct simulation_call *call;
	struct mk_error error;
	struct run *run = find(simulations, id, &error);

	if (!run) {
		answer(context, error.status, NULL, &error);
		return;
	}
	game_replays_cancel(simulations, id);
	if (run->simulation.status != SIMULATION_RUNNING) {
		answer(context, MK_OK, &run->simulation, NULL);
		return;
	}
	call = malloc(sizeof *call);
	if (!call) {
		fail_no_memory(answer, context);
		return;
	}
	*call = (struct simulation_call){run, NULL, answer, context};
	if (!run->is_ours) {
		lease_cancel(run, on_cancelled_elsewhere, call);
		return;
	}
	run->merge_blocked++;
	run->simulation.updated_ms = simulations->options.now_ms();
	scheduler_save(run, SIMULATION_CANCELLED, LEASE_MS, NULL, on_run_cancelled, call);
}

/* ---- subscribers ------------------------------------------------------------------------------
 */

/* The first notification of a new subscriber; after a shutdown it is the only one. */
static enum simulation_notification present(const struct run *run)
{
	if (run->simulation.status != SIMULATION_RUNNING) {
		return SIMULATION_ENDED;
	}
	return run->owner->shutting_down ? SIMULATION_SHUTDOWN : SIMULATION_PROGRESS;
}

enum mk_status simulations_subscribe(struct simulations *simulations, const char *id,
	struct simulation_subscriber *subscriber, struct mk_error *error)
{
	struct run *run = find(simulations, id, error);

	if (!run) {
		return error->status;
	}
	subscriber->of = run;
	/* At the front, so that a running notification does not reach it. */
	DL_PREPEND2(run->subscribers, subscriber, previous, next);
	run->simulation.notification = ++simulations->notifications;
	subscriber->notify(subscriber, present(run), &run->simulation);
	return MK_OK;
}

void simulations_unsubscribe(struct simulation_subscriber *subscriber)
{
	struct run *run = subscriber->of;

	if (run) {
		subscriber->of = NULL;
		if (run->unnotified == subscriber) {
			run->unnotified = subscriber->next;
		}
		DL_DELETE2(run->subscribers, subscriber, previous, next);
	}
}

/* ---- life ----------------------------------------------------------------------------------- */

struct simulations_figures simulations_figures(const struct simulations *simulations)
{
	return simulations->figures;
}

struct simulations *simulations_create(const struct simulations_options *options)
{
	struct simulations *simulations = calloc(1, sizeof *simulations);

	if (simulations) {
		simulations->options = *options;
		if (!options->find_game) {
			simulations->options.find_game = mk_game_find;
		}
		if (lease_is_supported(simulations)) {
			lease_subscribe(simulations);
		}
		load_runs(simulations);
	}
	return simulations;
}

/* A run that is being cancelled gets no checkpoint here, since its end is being written. */
void simulations_shutdown(struct simulations *simulations)
{
	struct run *run;

	simulations->shutting_down = true;
	game_replays_cancel(simulations, NULL);
	DL_FOREACH2(simulations->runs, run, next)
	{
		if (run->is_ours && run->simulation.status == SIMULATION_RUNNING &&
			!run->merge_blocked) {
			scheduler_checkpoint(run, 0);
		}
		scheduler_stop(run);
		scheduler_notify(run, SIMULATION_SHUTDOWN);
	}
}

void simulations_destroy(struct simulations *simulations)
{
	while (simulations && simulations->runs) {
		scheduler_forget(simulations, simulations->runs);
	}
	free(simulations);
}
