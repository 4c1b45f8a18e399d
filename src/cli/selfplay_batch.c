/*
 * Plays many games on several threads.
 *
 * The threads share nothing but the number of the next game and some counters; each keeps its own
 * tally, and the sum of tallies does not depend on who played what.
 */
#include "cli/selfplay_batch.h"

#include "base/arena.h"
#include "cli/progress.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REDRAW_MS = 100, ARENA_BYTES = 1 << 21 };

/* Games are handed out in rows: single ones where each takes long. */
enum { ROW = 64, ROW_OF_SEARCH = 1 };

/* Set by Ctrl-C. A game that was begun is cut off and counts nowhere. */
static atomic_bool interrupted;

/* A row of games that was played, waiting for those before it. */
struct row {
	struct row *next;
	struct scores scores;
};

struct hall {
	const struct tournament *tournament;
	uint64_t row; /* games in each */
	atomic_uint_fast64_t next;
	atomic_uint_fast64_t played;
	atomic_uint_fast64_t won;
	atomic_bool failed;
	sem_t done; /* raised by each thread at its end */
	pthread_mutex_t lock;
	struct row *waiting; /* under the lock, by number */
	struct scores *scores;
};

struct player {
	pthread_t thread;
	struct hall *hall;
	struct mk_search_context *thinker;
};

/* ---- Rows in their order -------------------------------------------------------------------- */

static void add_row(struct scores *scores, const struct scores *row)
{
	mk_statistics_append(&scores->of[0], &row->of[0]);
	mk_statistics_append(&scores->of[1], &row->of[1]);
	mk_paired_results_merge(&scores->pairs, &row->pairs);
}

/* All rows that nothing is missing before. */
static void add_rows(struct hall *hall)
{
	struct scores *scores = hall->scores;

	while (hall->waiting && hall->waiting->scores.of[0].first == scores->of[0].games) {
		struct row *row = hall->waiting;

		hall->waiting = row->next;
		add_row(scores, &row->scores);
		free(row);
	}
}

static void hand_in(struct hall *hall, struct row *row)
{
	struct row **at = &hall->waiting;

	atomic_fetch_add(&hall->played, row->scores.of[0].games);
	atomic_fetch_add(&hall->won, row->scores.of[0].won);
	pthread_mutex_lock(&hall->lock);
	while (*at && (*at)->scores.of[0].first < row->scores.of[0].first) {
		at = &(*at)->next;
	}
	row->next = *at;
	*at = row;
	add_rows(hall);
	pthread_mutex_unlock(&hall->lock);
}

static void forget_rows(struct hall *hall)
{
	while (hall->waiting) {
		struct row *row = hall->waiting;

		hall->waiting = row->next;
		free(row);
	}
}

/* ---- One thread ----------------------------------------------------------------------------- */

static void deal(void *owner, uint64_t number, struct mk_world *world)
{
	deals_copy(owner, number, world);
}

static struct mk_simulation row_of(const struct player *player, uint64_t first)
{
	const struct hall *hall = player->hall;
	const struct tournament *tournament = hall->tournament;
	uint64_t left = tournament->games - first;

	return (struct mk_simulation){
		.play = {.game = tournament->chosen->game,
			.strategy = tournament->chosen->strategy,
			.opponent = tournament->against,
			.search = player->thinker,
			.budget = tournament->budget,
			.deal = tournament->deals ? deal : NULL,
			.owner = (void *)tournament->deals,
			.perfect_information = tournament->open,
			.rules = tournament->chosen->rules,
			.seed = tournament->seed,
			.first = first,
			.games = left < hall->row ? left : hall->row,
			.most_moves = MK_SIMULATION_MOVES,
			.cancel = &interrupted},
		.other = tournament->versus,
	};
}

static bool play_row(struct player *player, uint64_t first, struct mk_arena *arena)
{
	struct mk_simulation simulation = row_of(player, first);
	struct row *row = calloc(1, sizeof *row);
	struct scores *scores;

	if (!row) {
		return false;
	}
	scores = &row->scores;
	scores->of[0].first = scores->of[1].first = first;
	if (mk_simulate(&simulation, arena, &scores->of[0], &scores->of[1], &scores->pairs) !=
		MK_OK) {
		free(row);
		return false;
	}
	hand_in(player->hall, row);
	return true;
}

static bool play_rows(struct player *player, struct mk_arena *arena)
{
	struct hall *hall = player->hall;

	while (!interrupted && !hall->failed) {
		uint64_t first = atomic_fetch_add(&hall->next, hall->row);

		if (first >= hall->tournament->games) {
			return true;
		}
		mk_arena_reset(arena);
		if (!play_row(player, first, arena)) {
			return false;
		}
	}
	return true;
}

static void *run(void *context)
{
	struct player *player = context;
	const struct mk_game *game = player->hall->tournament->chosen->game;
	struct mk_arena *own = mk_arena_create(ARENA_BYTES), *rows = mk_arena_create(ARENA_BYTES);

	player->thinker = own ? mk_search_context_init(own, game, NULL) : NULL;
	if (!player->thinker || !rows || !play_rows(player, rows)) {
		player->hall->failed = true;
	}
	mk_search_context_deinit(player->thinker);
	mk_arena_destroy(rows);
	mk_arena_destroy(own);
	sem_post(&player->hall->done);
	return NULL;
}

/* ---- Ctrl-C --------------------------------------------------------------------------------- */

/* The second time the program ends at once. */
static void interrupt(int signal)
{
	(void)signal;
	interrupted = true;
}

static void heed_interrupts(void)
{
	struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/* ---- All threads ---------------------------------------------------------------------------- */

static void draw(struct hall *hall, const struct progress *progress)
{
	uint64_t played = hall->played;
	char note[32] = "";

	if (played > 0) {
		snprintf(
			note, sizeof note, "won %.1f %%", 100 * (double)hall->won / (double)played);
	}
	progress_draw(progress, played, hall->tournament->games, note);
}

static void wait_for(struct hall *hall, unsigned players)
{
	struct progress progress;
	struct timespec until;

	progress_begin(&progress);
	clock_gettime(CLOCK_MONOTONIC, &until);
	while (players > 0) {
		if (sem_clockwait(&hall->done, CLOCK_MONOTONIC, &until) == 0) {
			players--;
			continue;
		}
		draw(hall, &progress);
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_nsec += REDRAW_MS * 1000000L;
		if (until.tv_nsec >= 1000000000L) {
			until.tv_nsec -= 1000000000L;
			until.tv_sec++;
		}
	}
	progress_end(&progress);
}

/* How many threads were started: fewer than wanted is still a tournament. */
static unsigned start(struct hall *hall, struct player *players, unsigned count)
{
	sigset_t all;
	sigset_t before;
	unsigned started = 0;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before); /* signals are the main thread's */
	for (; started < count; started++) {
		players[started].hall = hall;
		if (pthread_create(&players[started].thread, NULL, run, &players[started]) != 0) {
			break;
		}
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

static uint64_t row_length(const struct tournament *tournament)
{
	const struct mk_strategy *versus = tournament->versus, *against = tournament->against;
	bool slow = tournament->chosen->strategy->has_search || (versus && versus->has_search) ||
		    (against && against->has_search);

	return slow ? ROW_OF_SEARCH : ROW;
}

bool tournament_play(const struct tournament *tournament, struct scores *scores)
{
	struct hall hall = {
		.tournament = tournament, .row = row_length(tournament), .scores = scores};
	struct player *players = calloc(tournament->jobs, sizeof *players);
	unsigned started;

	if (!players) {
		return false;
	}
	sem_init(&hall.done, 0, 0);
	pthread_mutex_init(&hall.lock, NULL);
	heed_interrupts();
	started = start(&hall, players, tournament->jobs);
	wait_for(&hall, started);
	for (unsigned i = 0; i < started; i++) {
		pthread_join(players[i].thread, NULL);
	}
	forget_rows(&hall);
	pthread_mutex_destroy(&hall.lock);
	sem_destroy(&hall.done);
	free(players);
	return started > 0 && !hall.failed;
}
