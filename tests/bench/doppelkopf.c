/*
 * Doppelkopf: random games, consistent deals and playouts a second, exact ends of games.
 *
 * In time of the processor, on one core; medians where the single cases differ.
 */
#include "games/doppelkopf/advice/endgame.h"
#include "games/doppelkopf/advice/playout.h"
#include "games/doppelkopf/knowledge/guess.h"
#include "games/doppelkopf/table/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RANDOM_GAMES = 50000, SAMPLED = 20000, ENDS = 100 };

static struct doko_endgame endgame;

static int64_t ticks_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * (int64_t)1000000000 + now.tv_nsec;
}

static double since(int64_t begin_ns)
{
	return (double)(ticks_ns() - begin_ns) / 1e9;
}

static void deal(struct doko_world *world, uint64_t number)
{
	struct mk_rules rules = doko_presets[0].rules;
	struct mk_rng rng;

	rules.value[DUTY_SOLI] = 0;
	mk_rng_init(&rng, 1, number);
	doko_deal((struct mk_world *)world, &rules, &rng);
}

static void measure_games(void)
{
	struct mk_move moves[MK_MAX_MOVES];
	double payoff[MK_MAX_SEATS];
	int64_t begin_ns = ticks_ns();

	for (uint64_t i = 0; i < RANDOM_GAMES; i++) {
		struct doko_world world;
		struct mk_world *room = (struct mk_world *)&world;
		struct mk_rng rng;

		deal(&world, i);
		mk_rng_init(&rng, 2, i);
		while (doko_turn(room) != MK_NO_SEAT) {
			size_t count = doko_world_moves(room, moves);

			doko_apply(room, moves[mk_rng_below(&rng, (uint32_t)count)]);
		}
		doko_payoff(room, payoff);
	}
	printf("doppelkopf random games      %10.0f /s\n", RANDOM_GAMES / since(begin_ns));
}

static void measure_playouts(void)
{
	int64_t begin_ns = ticks_ns();

	for (uint64_t i = 0; i < SAMPLED; i++) {
		struct doko_world world;
		struct mk_rng rng;

		deal(&world, i);
		mk_rng_init(&rng, 3, i);
		doko_playout(&world, DOKO_TRICKS, &rng);
	}
	printf("doppelkopf quick games       %10.0f /s\n", SAMPLED / since(begin_ns));
}

/* From the middle of a game, with what was shown by then. */
static void measure_samples(void)
{
	struct doko_world world, guess;
	struct doko_view view;
	struct doko_constraints facts;
	static struct doko_sampler sampler;
	struct mk_rng rng;
	int64_t begin_ns;

	deal(&world, 1);
	mk_rng_init(&rng, 4, 1);
	doko_playout(&world, 5, &rng);
	doko_known((struct mk_world *)&world, world.table.turn, (struct mk_view *)&view);
	doko_constraints(&view, &facts);
	doko_sampler_init(&sampler, &facts, view.seat);
	begin_ns = ticks_ns();
	for (int i = 0; i < SAMPLED; i++) {
		doko_guess_from(&view, &sampler, &rng, &guess);
	}
	printf("doppelkopf consistent deals  %10.0f /s\n", SAMPLED / since(begin_ns));
}

static int by_size(const void *one, const void *other)
{
	double a = *(const double *)one, b = *(const double *)other;

	return (a > b) - (a < b);
}

/* Two against two or one against three, on equal terms for 121. */
static void measure_ends(int tricks)
{
	double ms[ENDS];
	int count = 0;

	for (uint64_t i = 0; count < ENDS; i++) {
		struct doko_world world;
		struct mk_rng rng;
		int have = 0;
		int64_t begin_ns;

		deal(&world, i);
		mk_rng_init(&rng, 5, i);
		doko_playout_random(&world, DOKO_TRICKS - tricks, &rng);
		if (world.table.phase != DOKO_PLAYING) {
			continue;
		}
		for (int seat = 0; seat < DOKO_SEATS; seat++) {
			have += world.re >> seat & 1 ? world.table.augen[seat] : 0;
		}
		doko_endgame_init(&endgame, &world.table, world.re);
		begin_ns = ticks_ns();
		doko_endgame_reaches(&endgame, &world, 121 - have);
		ms[count++] = 1000 * since(begin_ns);
	}
	qsort(ms, ENDS, sizeof *ms, by_size);
	printf("doppelkopf %d tricks exactly  %10.3f ms (median), %.3f ms (95 %%)\n", tricks,
		ms[ENDS / 2], ms[ENDS * 95 / 100]);
	fflush(stdout);
}

int main(void)
{
	measure_games();
	measure_playouts();
	measure_samples();
	measure_ends(4);
	measure_ends(6);
	measure_ends(8);
	return 0;
}
