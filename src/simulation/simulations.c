/* The simulations: begun, found, cancelled, listened to. */
#include "simulation/simulations.h"

#include "base/id.h"
#include "base/limits.h"
#include "session/common_error.h"
#include "simulation/game_replay.h"
#include "simulation/lease.h"
#include "simulation/run.h"
#include "simulation/scheduler.h"
#include "simulation/simulation_row.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* ---- the journal's ones --------------------------------------------------------------------- */

static struct run *create_run(struct simulations *simulations)
{
	struct run *run = calloc(1, sizeof *run);

	if (run) {
		run->of = simulations;
		run->chunk_games = 1;
		run->saved_ns = run->told_ns = simulations->options.ticks_ns();
		atomic_init(&run->cancel, false);
	}
	return run;
}

static void link_run(struct run *run)
{
	struct simulations *simulations = run->of;

	if (!sharing_is_on(simulations)) {
		run->next_game = run->simulation.statistics.games;
		run->end_game = run->simulation.wish.games;
	}
	DL_PREPEND2(simulations->runs, run, previous, next);
	simulations->figures.running += run->simulation.status == SIMULATION_RUNNING;
}

static void report(const struct simulations *simulations, const struct mk_error *error)
{
	if (simulations->options.report) {
		simulations->options.report(error, simulations->options.context);
	}
}

void scheduler_adopt(struct simulations *simulations, const struct journal_simulation *row)
{
	struct run *run = create_run(simulations);
	struct mk_error error;

	if (!run) {
		mk_fail(&error, MK_FULL, "no_memory", "", "no memory for simulation %.32s",
			row->id);
		report(simulations, &error);
	} else if (record_read(row, &run->simulation, simulations->options.find_game, &error) !=
		   MK_OK) {
		report(simulations, &error);
		free(run);
	} else {
		link_run(run);
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
		scheduler_adopt(simulations, &rows[i]);
	}
	scheduler_dispatch(simulations);
	scheduler_trim_finished(simulations);
	sharing_begin(simulations);
}

static void load(struct simulations *simulations)
{
	struct journal *journal = simulations->options.journal;

	if (!simulations->known && !simulations->loading && !simulations->ending) {
		simulations->loading = true;
		journal->methods->load_simulations(journal, on_loaded, simulations);
	}
}

enum mk_status simulations_check(struct simulations *simulations, struct mk_error *error)
{
	load(simulations);
	if (simulations->known) {
		return MK_OK;
	}
	return mk_fail(error, MK_BUSY, "not_ready", "", "simulations are still loading");
}

/* ---- begun, found, cancelled ---------------------------------------------------------------- */

/* One that is on its way to the journal. */
struct beginning {
	struct run *run;
	struct journal_idempotency *once;
	simulations_answer *answer;
	void *context;
};

static void fail_store(enum mk_status status, simulations_answer *answer, void *context)
{
	struct mk_error error;

	if (status == MK_OVER) {
		fault_journal(status, &error);
	} else {
		mk_fail(&error, status, "store_unavailable", "", "the store rejected the write");
	}
	answer(context, status, NULL, &error);
}

static void on_begun(void *context, enum mk_status status)
{
	struct beginning beginning = *(struct beginning *)context;
	struct run *run = beginning.run;

	free(context);
	run->of->beginning--;
	run->saving--;
	if (status != MK_OK) {
		free(run);
		if (beginning.once) {
			beginning.once->id[0] = '\0';
		}
		fail_store(status, beginning.answer, beginning.context);
		return;
	}
	link_run(run);
	run->of->figures.begun++;
	scheduler_dispatch(run->of);
	sharing_begin(run->of);
	beginning.answer(beginning.context, MK_OK, &run->simulation, NULL);
}

static const struct journal_idempotency *lead_once(struct beginning *beginning)
{
	const struct simulation *simulation = &beginning->run->simulation;
	struct journal_idempotency *once = beginning->once;

	if (once) {
		memcpy(once->id, simulation->id, sizeof once->id);
		once->version = 0;
		once->at_ms = simulation->created_ms;
	}
	return once;
}

static void begin(struct run *run, const struct simulation_spec *wish, struct beginning *beginning)
{
	const struct simulations_options *options = &run->of->options;

	id_write(run->simulation.id, options->random);
	run->simulation.wish = *wish;
	run->simulation.created_ms = run->simulation.updated_ms = options->now_ms();
	run->of->beginning++;
	scheduler_save(run, SIMULATION_RUNNING, lead_once(beginning), on_begun, beginning);
}

void simulations_start(struct simulations *simulations, const struct simulation_spec *wish,
	struct journal_idempotency *once, simulations_answer *answer, void *context)
{
	unsigned running = simulations->figures.running + simulations->beginning;
	struct beginning *beginning;
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
	beginning = malloc(sizeof *beginning);
	if (!run || !beginning) {
		free(run);
		free(beginning);
		mk_fail(&error, MK_BUSY, "busy", "", "out of memory just now");
		answer(context, error.status, NULL, &error);
		return;
	}
	*beginning = (struct beginning){run, once, answer, context};
	begin(run, wish, beginning);
}

static struct run *find(struct simulations *simulations, const char *id, struct mk_error *error)
{
	struct run *run;

	if (simulations_check(simulations, error) != MK_OK) {
		return NULL;
	}
	DL_FOREACH2(simulations->runs, run, next)
	{
		if (strcmp(run->simulation.id, id) == 0) {
			return run;
		}
	}
	mk_fail(error, MK_NOT_FOUND, "unknown_simulation", "", "there is no such simulation");
	return NULL;
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

/* Somebody's wish to cancel, until the journal has taken it. */
struct cancelling {
	struct run *run;
	simulations_answer *answer;
	void *context;
};

static void on_cancelled(void *context, enum mk_status status)
{
	struct cancelling cancelling = *(struct cancelling *)context;
	struct run *run = cancelling.run;

	free(context);
	run->saving--;
	run->held_back--;
	if (status != MK_OK) {
		scheduler_add(run);
		scheduler_dispatch(run->of);
		fail_store(status, cancelling.answer, cancelling.context);
		return;
	}
	if (run->simulation.status == SIMULATION_RUNNING) {
		scheduler_end(run, SIMULATION_CANCELLED);
		scheduler_dispatch(run->of);
	}
	cancelling.answer(cancelling.context, MK_OK, &run->simulation, NULL);
	scheduler_trim_finished(run->of);
}

/* The journal of others has ended it, and told its last numbers. */
static void on_ended(void *context, enum mk_status status)
{
	struct cancelling cancelling = *(struct cancelling *)context;

	free(context);
	if (status == MK_OK) {
		cancelling.answer(cancelling.context, MK_OK, &cancelling.run->simulation, NULL);
	} else {
		fail_store(status, cancelling.answer, cancelling.context);
	}
}

/* The numbers stand still until the journal has answered: it and the answer have the same ones. */
void simulations_cancel(
	struct simulations *simulations, const char *id, simulations_answer *answer, void *context)
{
	struct cancelling *cancelling;
	struct mk_error error;
	struct run *run = find(simulations, id, &error);

	if (!run) {
		answer(context, error.status, NULL, &error);
		return;
	}
	if (run->simulation.status != SIMULATION_RUNNING) {
		answer(context, MK_OK, &run->simulation, NULL);
		return;
	}
	cancelling = malloc(sizeof *cancelling);
	if (!cancelling) {
		mk_fail(&error, MK_BUSY, "busy", "", "out of memory just now");
		answer(context, error.status, NULL, &error);
		return;
	}
	*cancelling = (struct cancelling){run, answer, context};
	if (sharing_is_on(simulations)) {
		sharing_cancel(run, on_ended, cancelling);
		return;
	}
	run->held_back++;
	run->simulation.updated_ms = simulations->options.now_ms();
	scheduler_save(run, SIMULATION_CANCELLED, NULL, on_cancelled, cancelling);
}

/* ---- listeners ------------------------------------------------------------------------------ */

static enum simulation_notification present(const struct run *run)
{
	return run->simulation.status == SIMULATION_RUNNING ? SIMULATION_PROGRESS
							    : SIMULATION_ENDED;
}

enum mk_status simulations_subscribe(struct simulations *simulations, const char *id,
	struct simulation_listener *listener, struct mk_error *error)
{
	struct run *run = find(simulations, id, error);

	if (!run) {
		return error->status;
	}
	listener->of = run;
	DL_APPEND2(run->listeners, listener, previous, next);
	listener->hear(listener, present(run), &run->simulation);
	return MK_OK;
}

void simulations_unsubscribe(struct simulation_listener *listener)
{
	struct run *run = listener->of;

	if (run) {
		listener->of = NULL;
		DL_DELETE2(run->listeners, listener, previous, next);
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
		if (sharing_is_on(simulations)) {
			sharing_watch(simulations);
		}
		load(simulations);
	}
	return simulations;
}

void simulations_shutdown(struct simulations *simulations)
{
	struct run *run;

	simulations->ending = true;
	replays_stop(simulations);
	DL_FOREACH2(simulations->runs, run, next)
	{
		/* Of one that is being cancelled the journal has the last word already. */
		sharing_leave(run);
		if (run->simulation.status == SIMULATION_RUNNING && !run->held_back &&
			!sharing_is_on(simulations)) {
			scheduler_save(run, SIMULATION_RUNNING, NULL, scheduler_saved, run);
		}
		run_stop(run);
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
