/* The exact end of games against plain minimax without memory, bounds or equal cards. */
#include "games/doppelkopf/advice/endgame.h"

#include "games/doppelkopf/advice/playout.h"

#include <criterion/criterion.h>

enum { GAMES_A_TEST = 60, TRICKS = 3 };

static struct doko_endgame endgame;

static int augen_of_re(const struct doko_world *world)
{
	int augen = 0;

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		augen += world->re >> seat & 1 ? world->table.augen[seat] : 0;
	}
	return augen;
}

static int minimax(const struct doko_world *world)
{
	int seat = world->table.turn, best = -1;
	bool re;

	if (world->table.phase == DOKO_OVER) {
		return augen_of_re(world);
	}
	re = world->re >> seat & 1;
	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		struct doko_world next = *world;
		int value;

		if (!(doko_legal_cards(&world->table, world->hand[seat]) & DOKO_BOTH(kind))) {
			continue;
		}
		doko_apply((struct mk_world *)&next, doko_card_move(DOKO_PLAY, seat, kind));
		value = minimax(&next);
		if (best < 0 || (re ? value > best : value < best)) {
			best = value;
		}
	}
	return best;
}

/* After `tricks` tricks and a card or two of the next. */
static bool play_until(struct doko_world *world, int tricks, struct mk_rng *rng)
{
	struct mk_move moves[MK_MAX_MOVES];

	doko_playout_random(world, tricks, rng);
	for (uint32_t more = mk_rng_below(rng, 3); more > 0; more--) {
		if (world->table.phase == DOKO_PLAYING) {
			(void)doko_world_moves((struct mk_world *)world, moves);
			doko_apply((struct mk_world *)world, moves[0]);
		}
	}
	return world->table.phase == DOKO_PLAYING;
}

static void compare(const struct mk_rules *rules, uint64_t seed)
{
	for (uint64_t i = 0; i < GAMES_A_TEST; i++) {
		struct doko_world world;
		struct mk_rng rng;

		mk_rng_init(&rng, seed, i);
		doko_deal((struct mk_world *)&world, rules, &rng);
		if (!play_until(&world, rules->value[NINES] ? 12 - TRICKS : 10 - TRICKS, &rng)) {
			continue;
		}
		doko_endgame_init(&endgame, &world.table, world.re);
		cr_assert_eq(augen_of_re(&world) + doko_endgame_value(&endgame, &world),
			minimax(&world), "game %d", (int)i);
	}
}

Test(endgame, the_end_of_tournament_games_is_that_of_plain_minimax)
{
	compare(&doko_presets[0].rules, 1);
}

Test(endgame, the_end_of_house_games_is_that_of_plain_minimax)
{
	compare(&doko_presets[1].rules, 2);
}

Test(endgame, the_end_of_games_without_nines_is_that_of_plain_minimax)
{
	compare(&doko_presets[2].rules, 3);
}
