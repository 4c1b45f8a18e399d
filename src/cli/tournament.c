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
#include <time.h>

/* No game that ends takes as many moves: one that does is counted as endless. */
enum { MOST_MOVES = 10000, REDRAW_MS = 100, THINKER_BYTES = 1 << 20 };

/* Set by Ctrl-C. A game that was begun is played to its end, so the first games are complete. */
static atomic_bool interrupted;

struct hall {
	const struct tournament *tournament;
	struct mk_selfplay play; /* the rules of every game; read only */
	atomic_uint_fast64_t next;
	atomic_uint_fast64_t played;
	atomic_uint_fast64_t won;
	atomic_bool failed;
	sem_t done; /* raised by each thread at its end */
};

struct player {
	pthread_t thread;
	struct hall *hall;
	struct tally tally;
};

/* ---- One thread ----------------------------------------------------------------------------- */

static bool play_games(struct player *player, struct mk_thinker *thinker, struct mk_world *world,
	struct mk_view *room)
{
	struct hall *hall = player->hall;
	struct mk_selfplay play = hall->play;

	play.thinker = thinker;
	while (!interrupted && !hall->failed) {
		uint64_t number = atomic_fetch_add(&hall->next, 1);
		struct mk_result result;

		if (number >= hall->tournament->games) {
			return true;
		}
		mk_play_game(&play, number, world, room, &result);
		if (!tally_add(&player->tally, &result)) {
			return false;
		}
		atomic_fetch_add(&hall->won, result.payoff[0] > 0);
		atomic_fetch_add(&hall->played, 1);
	}
	return true;
}

static void *run(void *context)
{
	struct player *player = context;
	const struct mk_game *game = player->hall->play.game;
	struct mk_arena *arena = mk_arena_create(THINKER_BYTES);
	struct mk_world *world = arena ? mk_arena_zero(arena, game->world_size) : NULL;
	struct mk_view *room = arena ? mk_arena_zero(arena, game->view_size) : NULL;
	struct mk_thinker *thinker = arena ? mk_thinker_init(arena, game, NULL) : NULL;

	if (!world || !room || !thinker || !play_games(player, thinker, world, room)) {
		player->hall->failed = true;
	}
	mk_thinker_finish(thinker);
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

static bool gather(struct player *players, unsigned count, struct tally *tally)
{
	bool whole = true;

	for (unsigned i = 0; i < count; i++) {
		pthread_join(players[i].thread, NULL);
		whole = tally_merge(tally, &players[i].tally) && whole;
		tally_finish(&players[i].tally);
	}
	return whole;
}

bool tournament_play(const struct tournament *tournament, struct tally *tally)
{
	const struct chosen *chosen = tournament->chosen;
	struct hall hall = {
		.tournament = tournament,
		.play = {.game = chosen->game,
			.strategy = chosen->strategy,
			.budget = tournament->budget,
			.rules = chosen->rules,
			.seed = tournament->seed,
			.most_moves = MOST_MOVES},
	};
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
	whole = gather(players, started, tally);
	sem_destroy(&hall.done);
	free(players);
	return whole && started > 0 && !hall.failed;
}
