/*
 * Doppelkopf: random games, consistent deals and playouts a second.
 *
 * In time of the processor, on one core; medians where the single cases differ.
 */
#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/knowledge/sampler.h"
#include "games/doppelkopf/table/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RANDOM_GAMES = 50000, SAMPLED = 20000 };

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
		struct mk_world *buffer = (struct mk_world *)&world;
		struct mk_rng rng;

		deal(&world, i);
		mk_rng_init(&rng, 2, i);
		while (doko_seat_to_move(buffer) != MK_NO_SEAT) {
			size_t count = doko_world_moves(buffer, moves);

			doko_apply(buffer, moves[mk_rng_below(&rng, (uint32_t)count)]);
		}
		doko_payoff(buffer, payoff);
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
	doko_view_of_seat((struct mk_world *)&world, world.table.turn, (struct mk_view *)&view);
	doko_constraints(&view, &facts);
	doko_sampler_init(&sampler, &facts, view.seat);
	begin_ns = ticks_ns();
	for (int i = 0; i < SAMPLED; i++) {
		doko_guess_from(&view, &sampler, &rng, &guess);
	}
	printf("doppelkopf consistent deals  %10.0f /s\n", SAMPLED / since(begin_ns));
}

int main(void)
{
	measure_games();
	measure_playouts();
	measure_samples();
	return 0;
}
