/* The last tricks in game points against plain minimax over legal moves and the score. */
#include "games/doppelkopf/advice/rank.h"

#include "games/doppelkopf/advice/policy.h"

#include <criterion/criterion.h>

enum { GAMES_A_TEST = 50 };

/* The points of the first seat of re without announcements. */
static double minimax(const struct doko_world *world)
{
	int seat = world->table.turn, witness = __builtin_ctz(world->re);
	bool re, first = true;
	double best = 0;

	if (seat == DOKO_NO_SEAT) {
		double payoff[MK_MAX_SEATS];

		doko_payoff((const struct mk_world *)world, payoff);
		return payoff[witness];
	}
	re = world->re >> seat & 1;
	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		struct doko_world next = *world;
		double value;

		if (!(doko_legal_cards(&world->table, world->hand[seat]) & DOKO_ONE(kind))) {
			continue;
		}
		doko_apply((struct mk_world *)&next, doko_card_move(DOKO_PLAY, seat, kind));
		value = minimax(&next);
		if (first || (re ? value > best : value < best)) {
			best = value;
		}
		first = false;
	}
	return best;
}

static void compare(int preset)
{
	const struct mk_rules *rules = &doko_presets[preset].rules;
	int tricks = (rules->value[NINES] ? 12 : 10) - DOKO_FINISH_TRICKS, compared = 0;

	for (uint64_t i = 0; i < GAMES_A_TEST; i++) {
		struct doko_world world;
		struct mk_rng rng;

		mk_rng_init(&rng, 11, i);
		doko_deal((struct mk_world *)&world, rules, &rng);
		doko_playout_random(&world, tricks, &rng);
		if (world.table.phase == DOKO_PLAYING && doko_can_solve_points(&world.table)) {
			cr_assert_eq(doko_finish_points(&world, __builtin_ctz(world.re)),
				minimax(&world), "game %d", (int)i);
			compared++;
		}
	}
	cr_assert(compared > GAMES_A_TEST / 2);
}

Test(finish, of_tournament_games_is_that_of_plain_minimax)
{
	compare(0);
}

Test(finish, of_house_games_is_that_of_plain_minimax)
{
	compare(1);
}

Test(finish, of_games_without_nines_is_that_of_plain_minimax)
{
	compare(2);
}

Test(finish, is_not_asked_for_before_the_last_tricks)
{
	struct doko_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 1, 1);
	doko_deal((struct mk_world *)&world, &doko_presets[2].rules, &rng);
	cr_assert_not(doko_can_solve_points(&world.table));
	doko_playout_random(&world, 10 - DOKO_FINISH_TRICKS - 1, &rng);
	cr_assert_not(doko_can_solve_points(&world.table));
}
