/* Chunks of games: to the threads and back. */
#include "simulation/run.h"

#include "base/arena.h"
#include "simulation/lease.h"
#include "simulation/scheduler.h"

#include <stdlib.h>
#include <utlist.h>

/*
 * A chunk shall last about CHUNK_NS of processor time: short enough that progress shows, long
 * enough that handing it over costs nothing.
 */
enum { CHUNK_NS = 20000000, MOST_GAMES = 1 << 16, GROWTH = 4, ARENA_BYTES = 4 << 20 };

struct chunk {
	struct job job; /* first */
	struct run *run;
	struct chunk *next;
	uint64_t games;
	struct mk_statistics statistics; /* of the games that were played of them */
};

/* ---- on the thread -------------------------------------------------------------------------- */

/* Plays alone, whoever is idle: other chunks are there for them. */
static void play(struct job *job, struct mk_executor *crew)
{
	struct chunk *chunk = (struct chunk *)job;
	const struct simulation_spec *wish = &chunk->run->simulation.wish;
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct mk_simulation simulation = {
		.play = {.game = wish->game,
			.strategy = wish->strategy,
			.budget = wish->budget,
			.rules = wish->rules,
			.seed = wish->seed,
			.first = chunk->statistics.first,
			.games = chunk->games,
			.most_moves = MK_SIMULATION_MOVES,
			.cancel = &chunk->run->cancel},
	};
	bool ready = arena != NULL;

	(void)crew;
	if (arena && wish->strategy->has_search) {
		simulation.play.search = mk_search_context_init(arena, wish->game, NULL);
		ready = simulation.play.search != NULL;
	}
	if (ready) {
		mk_simulate(&simulation, arena, &chunk->statistics, NULL, NULL);
	}
	mk_search_context_deinit(simulation.play.search);
	mk_arena_destroy(arena);
}

/* ---- back on the loop ----------------------------------------------------------------------- */

/* As many games as should last as long as a chunk shall. */
static void learn_pace(struct run *run, const struct chunk *chunk)
{
	uint64_t each = chunk->statistics.cpu_ns / chunk->games;
	uint64_t wanted = each > 0 ? CHUNK_NS / each : MOST_GAMES;
	uint64_t most = run->chunk_games * GROWTH;

	wanted = wanted < most ? wanted : most;
	wanted = wanted < MOST_GAMES ? wanted : MOST_GAMES;
	run->chunk_games = wanted > 0 ? wanted : 1;
}

static int compare_places(const struct chunk *one, const struct chunk *other)
{
	return one->statistics.first < other->statistics.first ? -1 : 1;
}

static void forget(struct run *run, struct chunk *chunk)
{
	run->chunks--;
	free(chunk);
}

/*
 * It was not played to its end although nobody cancelled it: there was no memory for a table. False
 * when the workers are ending.
 */
static bool play_again(struct chunk *chunk)
{
	struct worker_pool *workers = scheduler_workers(chunk->run->of);

	chunk->statistics = (struct mk_statistics){.first = chunk->statistics.first};
	return workers->methods->submit(workers, &chunk->job);
}

static void done(struct job *job)
{
	struct chunk *chunk = (struct chunk *)job;
	struct run *run = chunk->run;
	bool goes_on = !atomic_load(&run->cancel);

	if (goes_on && chunk->statistics.games == chunk->games) {
		learn_pace(run, chunk);
		LL_INSERT_INORDER(run->played, chunk, compare_places);
	} else if (goes_on && play_again(chunk)) {
		return;
	} else {
		forget(run, chunk);
	}
	scheduler_chunk_done(run->of, run);
}

bool run_has_more(const struct run *run)
{
	return run->simulation.status == SIMULATION_RUNNING && !atomic_load(&run->cancel) &&
	       run->next_game < run->end_game;
}

bool run_submit(struct run *run)
{
	struct worker_pool *workers = scheduler_workers(run->of);
	uint64_t left = run->end_game - run->next_game;
	struct chunk *chunk = calloc(1, sizeof *chunk);

	if (!chunk) {
		return false;
	}
	chunk->job = (struct job){.run = play, .done = done};
	chunk->run = run;
	chunk->games = left < run->chunk_games ? left : run->chunk_games;
	chunk->statistics.first = run->next_game;
	if (!workers->methods->submit(workers, &chunk->job)) {
		free(chunk);
		return false;
	}
	run->next_game += chunk->games;
	run->chunks++;
	/* cppcheck-suppress memleak ; the workers have it: `job` is its beginning */
	return true;
}

struct mk_statistics *run_sum(struct run *run)
{
	return run->share ? &run->share->statistics : &run->simulation.statistics;
}

bool run_add(struct run *run)
{
	struct mk_statistics *statistics = run_sum(run);
	bool added = false;

	while (run->played && !run->held_back &&
		mk_statistics_append(statistics, &run->played->statistics)) {
		struct chunk *chunk = run->played;

		LL_DELETE(run->played, chunk);
		forget(run, chunk);
		added = true;
	}
	return added;
}

void run_stop(struct run *run)
{
	atomic_store(&run->cancel, true);
	while (run->played) {
		struct chunk *chunk = run->played;

		LL_DELETE(run->played, chunk);
		forget(run, chunk);
	}
}
