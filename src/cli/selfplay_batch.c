/*
 * Plays games in blocks of consecutive numbers. Threads share only the number of the next block and
 * some counters. Finished blocks are added to the results in their order, because streaks depend on
 * it; a block whose predecessor is still running waits in a list.
 */
#include "cli/simulate.h"

#include "base/arena.h"
#include "base/threads.h"

#include <errno.h>
#include <makker/solve.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REDRAW_MS = 100, ARENA_SIZE = 1 << 21, DEAL_LINE_SIZE = 1024, INITIAL_DEALS = 64 };

/* Games per block; one if a game takes long. */
enum { BLOCK_GAMES = 64, BLOCK_GAMES_OF_SEARCH = 1 };

/* Set by SIGINT and SIGTERM. A running game is then abandoned and not counted. */
static atomic_bool interrupted;

/* ---- Deals of a file ------------------------------------------------------------------------ */

static enum mk_status fail_out_of_memory(struct mk_error *error)
{
	return mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
}

struct deal_reader {
	const struct mk_game *game;
	const struct mk_rules *rules;
	struct deal_list deals;
	size_t capacity;
};

/* The place of the next deal; NULL without memory. */
static struct mk_world *reserve_deal(struct deal_reader *reader)
{
	struct deal_list *deals = &reader->deals;

	if (deals->count == reader->capacity) {
		size_t capacity = reader->capacity ? 2 * reader->capacity : INITIAL_DEALS;
		unsigned char *worlds = realloc(deals->worlds, capacity * deals->world_size);

		if (!worlds) {
			return NULL;
		}
		deals->worlds = worlds;
		reader->capacity = capacity;
	}
	return (struct mk_world *)(deals->worlds + deals->count * deals->world_size);
}

static enum mk_status read_deal_number(
	struct deal_reader *reader, const char *line, unsigned long number, struct mk_error *error)
{
	struct mk_world *world = reserve_deal(reader);
	struct mk_error cause;

	if (!world) {
		return fail_out_of_memory(error);
	}
	if (reader->game->solver->read_deal(
		    line, strcspn(line, "\t\r\n"), reader->rules, world, &cause) != MK_OK) {
		return mk_fail(error, cause.status, cause.code, "--deals", "line %lu: %s", number,
			cause.detail);
	}
	reader->deals.count++;
	return MK_OK;
}

static enum mk_status read_deals(
	struct deal_reader *reader, FILE *file, const char *path, struct mk_error *error)
{
	char line[DEAL_LINE_SIZE];
	enum mk_status status = MK_OK;

	for (unsigned long number = 1; status == MK_OK && fgets(line, sizeof line, file);
		number++) {
		if (line[0] != '#' && line[strspn(line, " \t\r\n")] != '\0') {
			status = read_deal_number(reader, line, number, error);
		}
	}
	if (status == MK_OK && ferror(file)) {
		return mk_fail(
			error, MK_IO, "unreadable", "--deals", "%s: %s", path, strerror(errno));
	}
	if (status == MK_OK && reader->deals.count == 0) {
		status = mk_fail(
			error, MK_MALFORMED, "no_deals", "--deals", "%s: no deal found", path);
	}
	return status;
}

enum mk_status deal_list_read(const char *path, const struct mk_game *game,
	const struct mk_rules *rules, struct deal_list *deals, struct mk_error *error)
{
	struct deal_reader reader = {
		.game = game, .rules = rules, .deals = {.world_size = game->world_size}};
	FILE *file;
	enum mk_status status;

	if (!game->solver) {
		return mk_fail(error, MK_IMPOSSIBLE, "no_deals", "--deals",
			"%s has no format for deals", game->name);
	}
	file = fopen(path, "re");
	if (!file) {
		return mk_fail(
			error, MK_NOT_FOUND, "no_file", "--deals", "%s: %s", path, strerror(errno));
	}
	status = read_deals(&reader, file, path, error);
	fclose(file);
	if (status != MK_OK) {
		deal_list_deinit(&reader.deals);
		return status;
	}
	*deals = reader.deals;
	return MK_OK;
}

void deal_list_deinit(struct deal_list *deals)
{
	free(deals->worlds);
}

/* mk_selfplay's callback for the deal of a game. */
static void copy_deal(void *owner, uint64_t number, struct mk_world *world)
{
	const struct deal_list *deals = owner;

	memcpy(world, deals->worlds + number * deals->world_size, deals->world_size);
}

/* ---- Blocks in their order ------------------------------------------------------------------ */

struct block {
	struct block *next;
	struct selfplay_results results;
};

/* A running batch. */
struct batch_run {
	const struct selfplay_batch *batch;
	uint64_t block_games;
	atomic_uint_fast64_t next;
	atomic_uint_fast64_t played;
	atomic_uint_fast64_t won;
	atomic_bool failed;
	sem_t finished; /* posted by each thread at its end */
	pthread_mutex_t mutex;
	struct block *waiting; /* under the mutex, in the order of their games */
	struct selfplay_results *results;
};

static void merge_block(struct selfplay_results *results, const struct selfplay_results *block)
{
	mk_statistics_append(&results->of[0], &block->of[0]);
	mk_statistics_append(&results->of[1], &block->of[1]);
	mk_paired_results_merge(&results->pairs, &block->pairs);
}

/* Adds the waiting blocks up to the first gap. */
static void add_waiting_blocks(struct batch_run *run)
{
	struct selfplay_results *results = run->results;

	while (run->waiting &&
		run->waiting->results.of[0].first == results->of[0].first + results->of[0].games) {
		struct block *block = run->waiting;

		run->waiting = block->next;
		merge_block(results, &block->results);
		free(block);
	}
}

static void finish_block(struct batch_run *run, struct block *block)
{
	struct block **at = &run->waiting;

	atomic_fetch_add(&run->played, block->results.of[0].games);
	atomic_fetch_add(&run->won, block->results.of[0].won);
	pthread_mutex_lock(&run->mutex);
	while (*at && (*at)->results.of[0].first < block->results.of[0].first) {
		at = &(*at)->next;
	}
	block->next = *at;
	*at = block;
	add_waiting_blocks(run);
	pthread_mutex_unlock(&run->mutex);
}

static void free_waiting_blocks(struct batch_run *run)
{
	while (run->waiting) {
		struct block *block = run->waiting;

		run->waiting = block->next;
		free(block);
	}
}

/* ---- A thread ------------------------------------------------------------------------------- */

/* The number after that of the last game. */
static uint64_t end_of_batch(const struct selfplay_batch *batch)
{
	return batch->games == ENDLESS_GAMES ? UINT64_MAX : batch->first + batch->games;
}

static struct mk_simulation block_simulation(
	const struct batch_run *run, struct mk_search_context *context, uint64_t first)
{
	const struct selfplay_batch *batch = run->batch;
	uint64_t left = end_of_batch(batch) - first;

	return (struct mk_simulation){
		.play = {.game = batch->selection->game,
			.strategy = batch->selection->strategy,
			.opponent = batch->opponent,
			.search = context,
			.budget = batch->budget,
			.pondering_nodes = batch->pondering_nodes,
			.deal = batch->deals ? copy_deal : NULL,
			.owner = (void *)batch->deals,
			.perfect_information = batch->perfect_information,
			.rules = batch->selection->rules,
			.seed = batch->seed,
			.first = first,
			.games = left < run->block_games ? left : run->block_games,
			.most_moves = MK_SIMULATION_MOVES,
			.cancel = &interrupted},
		.other = batch->compared,
	};
}

static bool play_block(struct batch_run *run, struct mk_search_context *context, uint64_t first,
	struct mk_arena *arena)
{
	struct mk_simulation simulation = block_simulation(run, context, first);
	struct block *block = calloc(1, sizeof *block);
	struct selfplay_results *results;

	if (!block) {
		return false;
	}
	results = &block->results;
	results->of[0].first = results->of[1].first = first;
	if (mk_simulate(&simulation, arena, &results->of[0], &results->of[1], &results->pairs) !=
		MK_OK) {
		free(block);
		return false;
	}
	finish_block(run, block);
	return true;
}

static bool play_blocks(
	struct batch_run *run, struct mk_search_context *context, struct mk_arena *arena)
{
	while (!interrupted && !run->failed) {
		uint64_t first = atomic_fetch_add(&run->next, run->block_games);

		if (first >= end_of_batch(run->batch)) {
			return true;
		}
		mk_arena_reset(arena);
		if (!play_block(run, context, first, arena)) {
			return false;
		}
	}
	return true;
}

static void run_thread(void *argument)
{
	struct batch_run *run = argument;
	struct mk_arena *own = mk_arena_create(ARENA_SIZE), *blocks = mk_arena_create(ARENA_SIZE);
	struct mk_search_context *context =
		own ? mk_search_context_init(own, run->batch->selection->game, NULL) : NULL;

	if (!context || !blocks || !play_blocks(run, context, blocks)) {
		run->failed = true;
	}
	mk_search_context_deinit(context);
	mk_arena_destroy(blocks);
	mk_arena_destroy(own);
	sem_post(&run->finished);
}

/* ---- The main thread ------------------------------------------------------------------------ */

/* A second signal ends the program. */
static void on_signal(int signal)
{
	(void)signal;
	interrupted = true;
}

static void handle_signals(void)
{
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

static void draw_progress(struct batch_run *run, const struct progress *progress)
{
	uint64_t played = run->played;
	char note[32] = "";

	if (played > 0) {
		snprintf(note, sizeof note, "won %.1f %%", 100 * (double)run->won / (double)played);
	}
	progress_draw(progress, played, run->batch->games, note);
}

static void wait_for_threads(struct batch_run *run, unsigned threads)
{
	struct progress progress;
	struct timespec until;

	progress_begin(&progress);
	clock_gettime(CLOCK_MONOTONIC, &until);
	while (threads > 0) {
		if (sem_clockwait(&run->finished, CLOCK_MONOTONIC, &until) == 0) {
			threads--;
			continue;
		}
		draw_progress(run, &progress);
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_nsec += REDRAW_MS * 1000000L;
		if (until.tv_nsec >= 1000000000L) {
			until.tv_nsec -= 1000000000L;
			until.tv_sec++;
		}
	}
	progress_end(&progress);
}

static uint64_t games_of_block(const struct selfplay_batch *batch)
{
	const struct mk_strategy *strategies[] = {
		batch->selection->strategy, batch->compared, batch->opponent};

	for (size_t i = 0; i < sizeof strategies / sizeof strategies[0]; i++) {
		if (strategies[i] && strategies[i]->has_search) {
			return BLOCK_GAMES_OF_SEARCH;
		}
	}
	return BLOCK_GAMES;
}

bool selfplay_batch_run(const struct selfplay_batch *batch, struct selfplay_results *results)
{
	struct batch_run run = {
		.batch = batch, .block_games = games_of_block(batch), .results = results};
	struct thread_group group;
	unsigned started;

	sem_init(&run.finished, 0, 0);
	pthread_mutex_init(&run.mutex, NULL);
	handle_signals();
	run.next = batch->first;
	results->of[0].first = results->of[1].first = batch->first;
	started = threads_start(&group, batch->threads, run_thread, &run);
	wait_for_threads(&run, started);
	threads_join(&group);
	free_waiting_blocks(&run);
	pthread_mutex_destroy(&run.mutex);
	sem_destroy(&run.finished);
	return started > 0 && !run.failed;
}
