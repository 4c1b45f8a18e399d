/*
 * A run is cut into chunks of games. The worker pool plays chunks of all runs in turn; the loop
 * merges them in the order of their games, so that the numbers are those of one long run.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "base/limits.h"
#include "port/turn.h"
#include "port/worker_pool.h"
#include "simulation/run.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/*
 * CHUNK_NS: the processor time that a chunk should take: short enough to show progress, long enough
 * that handing it over costs nothing. The next chunk is queued before a thread finishes one; AHEAD
 * bounds the chunks per thread of a run whose first chunk takes long.
 */
enum {
	CHUNK_NS = 20000000,
	MAX_CHUNK_GAMES = 1 << 16,
	CHUNK_GROWTH = 4,
	CHUNKS_A_THREAD = 2,
	AHEAD = 16,
	ARENA_BYTES = 4 << 20,
	CHECKPOINT_NS = 1000000000,
	NOTIFY_NS = 250000000
};

struct chunk {
	struct job job; /* first */
	struct run *run;
	struct chunk *next;
	uint64_t games;
	struct mk_statistics statistics; /* of the games that were played */
};

/* ---- notifications -------------------------------------------------------------------------- */

static void notify_next(struct run *run)
{
	struct simulation_subscriber *subscriber = run->unnotified;

	run->unnotified = subscriber->next;
	subscriber->notify(subscriber, run->notification, &run->simulation);
}

static void leave_for_next_turn(struct run *run)
{
	const struct turn_options *turn = &run->owner->options.turn;

	if (!run->is_unsent) {
		run->is_unsent = true;
		DL_APPEND2(run->owner->unsent, run, unsent_previous, unsent_next);
		turn->leave(turn->context);
	}
}

static void leave_unsent(struct run *run)
{
	if (run->is_unsent) {
		run->is_unsent = false;
		DL_DELETE2(run->owner->unsent, run, unsent_previous, unsent_next);
	}
}

void scheduler_notify(struct run *run, enum simulation_notification notification)
{
	struct simulations *simulations = run->owner;
	bool may_leave = simulations->options.turn.leave && !simulations->shutting_down;
	int64_t end_ns;

	while (run->unnotified && simulations->shutting_down) {
		notify_next(run);
	}
	run->notified_ns = simulations->options.ticks_ns();
	end_ns = clock_ticks_ns() + TURN_ENTRY_NS;
	run->simulation.notification = ++simulations->notifications;
	run->notification = notification;
	run->unnotified = run->subscribers;
	while (run->unnotified && (!may_leave || clock_ticks_ns() < end_ns)) {
		notify_next(run);
	}
	if (run->unnotified) {
		leave_for_next_turn(run);
	}
}

/* True when the turn's budget is used up. */
static bool continue_one(struct run *run)
{
	bool spent = false;

	while (run->unnotified && !spent) {
		notify_next(run);
		spent = turn_is_spent(run->owner->options.turn.loop);
	}
	leave_unsent(run);
	if (run->unnotified) {
		leave_for_next_turn(run);
	}
	return spent;
}

void simulations_continue(struct simulations *simulations)
{
	bool spent = false;

	while (simulations->unsent && !spent) {
		spent = continue_one(simulations->unsent);
	}
	if (simulations->unsent) {
		simulations->options.turn.leave(simulations->options.turn.context);
	}
}

/* Subscribers that have not received older progress receive only the newest. */
void scheduler_notify_progress(struct run *run)
{
	if (!run->unnotified && run->owner->options.ticks_ns() - run->notified_ns >= NOTIFY_NS) {
		scheduler_notify(run, SIMULATION_PROGRESS);
	}
}

/* ---- storing -------------------------------------------------------------------------------- */

void scheduler_save(struct run *run, enum simulation_status status, uint32_t lease_ms,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	struct simulations *simulations = run->owner;
	struct journal *journal = simulations->options.journal;
	struct journal_simulation row = {.created_ms = run->simulation.created_ms,
		.updated_ms = run->simulation.updated_ms,
		.spec = simulations->spec,
		.statistics = simulations->statistics,
		.is_new = run->is_new,
		.lease_ms = lease_ms};
	struct mk_text text;

	memcpy(row.id, run->simulation.id, sizeof row.id);
	memcpy(row.status, simulation_status_name(status),
		strlen(simulation_status_name(status)) + 1);
	mk_text_fixed(&text, simulations->spec, sizeof simulations->spec);
	simulation_row_write_spec(&text, &run->simulation.spec);
	mk_text_fixed(&text, simulations->statistics, sizeof simulations->statistics);
	simulation_row_write_statistics(&text, &run->simulation.statistics);
	run->pending++;
	run->saved_ns = simulations->options.ticks_ns();
	journal->methods->save_simulation(journal, &row, idempotency, done, context);
}

/* A checkpoint that failed is followed by another. */
static void on_checkpoint_saved(void *context, enum mk_status status)
{
	struct run *run = context;

	run->pending--;
	if (status == MK_CONFLICT || status == MK_NOT_FOUND) {
		lease_lost(run);
	}
	scheduler_trim_finished(run->owner);
}

void scheduler_checkpoint(struct run *run, uint32_t lease_ms)
{
	scheduler_save(run, SIMULATION_RUNNING, lease_ms, NULL, on_checkpoint_saved, run);
}

/* NULL: none may be removed. */
static struct run *oldest_to_forget(const struct simulations *simulations)
{
	struct run *run = NULL, *oldest = NULL, *deleted = NULL;
	unsigned ended = 0;

	DL_FOREACH2(simulations->runs, run, next)
	{
		/* Removed runs are not in the list. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
		if (run->simulation.status != SIMULATION_RUNNING) {
			ended++;
			if (!run->subscribers && !run->pending && !run->chunks) {
				oldest = run;
				deleted = run->deleted ? run : deleted;
			}
		}
	}
	return ended > simulations->options.kept ? oldest : deleted;
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
	game_replays_cancel(simulations, run->simulation.id);
	leave_unsent(run);
	DL_DELETE2(simulations->runs, run, previous, next);
	free(run);
}

/* A run that the journal failed to delete appears again at the next start and is deleted then. */
void scheduler_trim_finished(struct simulations *simulations)
{
	struct journal *journal = simulations->options.journal;
	struct run *run;

	while (!simulations->shutting_down && (run = oldest_to_forget(simulations)) != NULL) {
		if (!run->deleted) {
			limits_count(simulations->options.limits, LIMIT_MAX_FINISHED_SIMULATIONS);
			journal->methods->remove_simulation(
				journal, run->simulation.id, ignore, NULL);
		}
		scheduler_forget(simulations, run);
	}
}

/* ---- merging -------------------------------------------------------------------------------- */

static void drop_chunk(struct run *run, struct chunk *chunk)
{
	run->chunks--;
	free(chunk);
}

void scheduler_stop(struct run *run)
{
	atomic_store(&run->cancel, true);
	while (run->played) {
		struct chunk *chunk = run->played;

		LL_DELETE(run->played, chunk);
		drop_chunk(run, chunk);
	}
}

void scheduler_end(struct run *run, enum simulation_status status)
{
	run->simulation.status = status;
	run->owner->figures.running--;
	scheduler_stop(run);
	scheduler_notify(run, SIMULATION_ENDED);
}

void scheduler_resume(struct run *run)
{
	run->is_ours = true;
	run->next_game = run->simulation.spec.first + run->simulation.statistics.games;
	atomic_store(&run->cancel, false);
}

/* If the journal cannot store the end, a later start plays the last games again, with the same
 * result. */
static void on_finished(void *context, enum mk_status status)
{
	struct run *run = context;

	run->pending--;
	if (status == MK_CONFLICT || status == MK_NOT_FOUND) {
		lease_lost(run);
	} else if (run->simulation.status == SIMULATION_RUNNING) {
		scheduler_end(run, SIMULATION_FINISHED);
	}
	if (!run->owner->shutting_down) {
		scheduler_dispatch(run->owner);
		scheduler_trim_finished(run->owner);
	}
}

static void note_progress(struct run *run)
{
	int64_t now = run->owner->options.ticks_ns();

	run->simulation.updated_ms = run->owner->options.now_ms();
	if (run->simulation.statistics.games == run->simulation.spec.games) {
		scheduler_save(run, SIMULATION_FINISHED, LEASE_MS, NULL, on_finished, run);
		return;
	}
	if (now - run->saved_ns >= CHECKPOINT_NS && !run->pending) {
		scheduler_checkpoint(run, LEASE_MS);
	}
	scheduler_notify_progress(run);
}

void scheduler_merge(struct run *run)
{
	struct mk_statistics *statistics = &run->simulation.statistics;
	uint64_t before = statistics->games;

	if (run->simulation.status != SIMULATION_RUNNING) {
		return;
	}
	while (run->played && !run->merge_blocked &&
		mk_statistics_append(statistics, &run->played->statistics)) {
		struct chunk *chunk = run->played;

		LL_DELETE(run->played, chunk);
		drop_chunk(run, chunk);
	}
	if (statistics->games > before) {
		run->owner->figures.games += statistics->games - before;
		note_progress(run);
	}
}

/* ---- playing: on a thread ------------------------------------------------------------------- */

/* Plays without the executor: idle threads have other chunks. */
static void play_chunk(struct job *job, struct mk_executor *executor)
{
	struct chunk *chunk = (struct chunk *)job;
	const struct simulation_spec *spec = &chunk->run->simulation.spec;
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct mk_simulation simulation = {
		.play = {.game = spec->game,
			.strategy = spec->strategy,
			.budget = spec->budget,
			.rules = spec->rules,
			.seed = spec->seed,
			.first = chunk->statistics.first,
			.games = chunk->games,
			.most_moves = MK_SIMULATION_MOVES,
			.cancel = &chunk->run->cancel},
	};
	bool ready = arena != NULL;

	(void)executor;
	if (arena && spec->strategy->has_search) {
		simulation.play.search = mk_search_context_init(arena, spec->game, NULL);
		ready = simulation.play.search != NULL;
	}
	if (ready) {
		mk_simulate(&simulation, arena, &chunk->statistics, NULL, NULL);
	}
	mk_search_context_deinit(simulation.play.search);
	mk_arena_destroy(arena);
}

/* ---- back on the loop ----------------------------------------------------------------------- */

static void adjust_chunk_size(struct run *run, const struct chunk *chunk)
{
	uint64_t each = chunk->statistics.cpu_ns / chunk->games;
	uint64_t wanted = each > 0 ? CHUNK_NS / each : MAX_CHUNK_GAMES;
	uint64_t max = run->chunk_games * CHUNK_GROWTH;

	max = max < MAX_CHUNK_GAMES ? max : MAX_CHUNK_GAMES;
	wanted = wanted < max ? wanted : max;
	run->chunk_games = wanted > 0 ? wanted : 1;
}

static int compare_chunks(const struct chunk *one, const struct chunk *other)
{
	return one->statistics.first < other->statistics.first ? -1 : 1;
}

/* Repeats a chunk that ended early for lack of memory. False: the pool is shutting down. */
static bool play_again(struct chunk *chunk)
{
	struct worker_pool *pool = chunk->run->owner->options.workers;

	chunk->statistics = (struct mk_statistics){.first = chunk->statistics.first};
	return pool->methods->submit(pool, &chunk->job);
}

static void chunk_done(struct job *job)
{
	struct chunk *chunk = (struct chunk *)job;
	struct run *run = chunk->run;
	struct simulations *simulations = run->owner;
	bool wanted = !atomic_load(&run->cancel);

	if (wanted && chunk->statistics.games == chunk->games) {
		adjust_chunk_size(run, chunk);
		LL_INSERT_INORDER(run->played, chunk, compare_chunks);
	} else if (wanted && play_again(chunk)) {
		return;
	} else {
		drop_chunk(run, chunk);
	}
	simulations->in_flight--;
	if (!simulations->shutting_down) {
		scheduler_merge(run);
		scheduler_dispatch(simulations);
		scheduler_trim_finished(simulations);
	}
}

/* ---- dispatching ---------------------------------------------------------------------------- */

/* The games that no chunk contains yet. */
static uint64_t games_left(const struct run *run)
{
	const struct simulation_spec *spec = &run->simulation.spec;

	return spec->first + spec->games - run->next_game;
}

static bool may_play(const struct simulations *simulations, const struct run *run)
{
	return run->is_ours && run->simulation.status == SIMULATION_RUNNING &&
	       !atomic_load(&run->cancel) && games_left(run) > 0 &&
	       run->chunks < AHEAD * simulations->options.threads;
}

/* Round robin. */
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

/* False: out of memory, or the pool is full. */
static bool submit_chunk(struct run *run)
{
	struct worker_pool *pool = run->owner->options.workers;
	uint64_t left = games_left(run);
	struct chunk *chunk = calloc(1, sizeof *chunk);

	if (!chunk) {
		return false;
	}
	chunk->job = (struct job){.run = play_chunk, .done = chunk_done};
	chunk->run = run;
	chunk->games = left < run->chunk_games ? left : run->chunk_games;
	chunk->statistics.first = run->next_game;
	if (!pool->methods->submit(pool, &chunk->job)) {
		free(chunk);
		return false;
	}
	run->next_game += chunk->games;
	run->chunks++;
	/* cppcheck-suppress memleak ; the pool has it: `job` is its beginning */
	return true;
}

void scheduler_dispatch(struct simulations *simulations)
{
	while (!simulations->shutting_down &&
		simulations->in_flight < CHUNKS_A_THREAD * simulations->options.threads) {
		struct run *run = next_in_turn(simulations);

		if (!run || !submit_chunk(run)) {
			return;
		}
		simulations->in_flight++;
	}
}
