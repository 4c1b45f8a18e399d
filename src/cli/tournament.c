/*
 * Plays many games on several threads.
 *
 * The threads share nothing but the number of the next game and some counters; each keeps its own
 * tally, and the sum of tallies does not depend on who played what.
 */
#include "cli/tournament.h"

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

/* No game that ends takes as many moves: one that does is counted as endless. */
enum { MOST_MOVES = 10000, REDRAW_MS = 100, THINKER_BYTES = 1 << 20 };

/* Set by Ctrl-C. A game that was begun is played to its end, so the first games are complete. */
static atomic_bool interrupted;

struct hall {
	const struct tournament *tournament;
	atomic_uint_fast64_t next;
	atomic_uint_fast64_t played;
	atomic_uint_fast64_t won;
	atomic_bool failed;
	sem_t done; /* raised by each thread at its end */
};

struct player {
	pthread_t thread;
	struct hall *hall;
	struct scores scores;
	struct calibration of_game; /* predictions of the game that is played */
	struct mk_thinker *thinker;
	struct mk_world *world;
	struct mk_view *room;
};

/* ---- One thread ----------------------------------------------------------------------------- */

static void note_prediction(void *owner, const struct mk_advice *advice)
{
	struct player *player = owner;

	calibration_predict(&player->of_game, advice->value);
}

static void deal(void *owner, uint64_t number, struct mk_world *world)
{
	const struct player *player = owner;

	deals_copy(player->hall->tournament->deals, number, world);
}

static double thread_cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* One strategy plays one game. False without memory. */
static bool play_by(struct player *player, const struct mk_strategy *strategy, uint64_t number,
	struct score *score, bool *won)
{
	const struct tournament *tournament = player->hall->tournament;
	struct mk_selfplay play = {.game = tournament->chosen->game,
		.strategy = strategy,
		.thinker = player->thinker,
		.budget = tournament->budget,
		.decided = note_prediction,
		.deal = tournament->deals ? deal : NULL,
		.owner = player,
		.rules = tournament->chosen->rules,
		.seed = tournament->seed,
		.most_moves = MOST_MOVES};
	double began = thread_cpu_seconds();
	struct mk_result result;

	memset(&player->of_game, 0, sizeof player->of_game);
	mk_play_game(&play, number, player->world, player->room, &result);
	score->cpu_seconds += thread_cpu_seconds() - began;
	*won = result.payoff[0] > 0;
	calibration_close(&score->calibration, &player->of_game, *won);
	return tally_add(&score->tally, &result);
}

static bool play_game(struct player *player, uint64_t number)
{
	const struct tournament *tournament = player->hall->tournament;
	struct scores *scores = &player->scores;
	bool won[2] = {false};

	if (!play_by(player, tournament->chosen->strategy, number, &scores->of[0], &won[0])) {
		return false;
	}
	atomic_fetch_add(&player->hall->won, won[0]);
	if (!tournament->versus) {
		return true;
	}
	if (!play_by(player, tournament->versus, number, &scores->of[1], &won[1])) {
		return false;
	}
	scores->alone[0] += won[0] && !won[1];
	scores->alone[1] += won[1] && !won[0];
	return true;
}

static bool play_games(struct player *player)
{
	struct hall *hall = player->hall;

	while (!interrupted && !hall->failed) {
		uint64_t number = atomic_fetch_add(&hall->next, 1);

		if (number >= hall->tournament->games) {
			return true;
		}
		if (!play_game(player, number)) {
			return false;
		}
		atomic_fetch_add(&hall->played, 1);
	}
	return true;
}

static bool sit_down(struct player *player, struct mk_arena *arena)
{
	const struct mk_game *game = player->hall->tournament->chosen->game;

	player->world = mk_arena_zero(arena, game->world_size);
	player->room = mk_arena_zero(arena, game->view_size);
	player->thinker = mk_thinker_init(arena, game, NULL);
	return player->world && player->room && player->thinker;
}

static void *run(void *context)
{
	struct player *player = context;
	struct mk_arena *arena = mk_arena_create(THINKER_BYTES);

	if (!arena || !sit_down(player, arena) || !play_games(player)) {
		player->hall->failed = true;
	}
	mk_thinker_finish(player->thinker);
	mk_arena_destroy(arena);
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

static bool gather(struct player *players, unsigned count, struct scores *scores)
{
	bool whole = true;

	for (unsigned i = 0; i < count; i++) {
		pthread_join(players[i].thread, NULL);
		whole = scores_merge(scores, &players[i].scores) && whole;
		scores_finish(&players[i].scores);
	}
	return whole;
}

bool tournament_play(const struct tournament *tournament, struct scores *scores)
{
	struct hall hall = {.tournament = tournament};
	struct player *players = calloc(tournament->jobs, sizeof *players);
	unsigned started;
	bool whole;

	if (!players) {
		return false;
	}
	sem_init(&hall.done, 0, 0);
	heed_interrupts();
	started = start(&hall, players, tournament->jobs);
	wait_for(&hall, started);
	whole = gather(players, started, scores);
	sem_destroy(&hall.done);
	free(players);
	return whole && started > 0 && !hall.failed;
}
