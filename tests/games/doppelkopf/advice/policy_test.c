/* The quick player: his weights and features, and the luck of his games. */
#include "games/doppelkopf/advice/policy.h"

#include "games/doppelkopf/table/rules.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { GAMES_A_TEST = 60 };

static bool begin(struct doko_world *world, uint64_t number, int tricks)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 11, number);
	doko_deal((struct mk_world *)world, &doko_presets[number % DOKO_PRESETS].rules, &rng);
	doko_playout(world, tricks, &rng);
	return world->table.phase == DOKO_PLAYING;
}

static struct doko_actor actor_of(const struct doko_world *world)
{
	int seat = world->table.turn;
	struct doko_actor actor = {.hand = world->hand[seat],
		.seat = (uint8_t)seat,
		.party = (uint8_t)doko_world_party(world, seat)};

	doko_actor_look(&actor, &world->table);
	return actor;
}

Test(policy, a_cards_worth_is_the_sum_of_its_features_by_the_weights_of_four_rows)
{
	int compared = 0;

	for (uint64_t i = 0; i < GAMES_A_TEST; i++) {
		struct doko_world world;
		struct doko_policy policy;
		struct doko_judged judged;
		struct doko_actor actor;
		uint8_t kinds[DOKO_KINDS];
		float worth[DOKO_KINDS];
		int count;

		if (!begin(&world, i, (int)(i % 10))) {
			continue;
		}
		actor = actor_of(&world);
		doko_policy_init(&policy, &world.table, NULL);
		doko_policy_explain(&policy, &actor, &judged);
		count = doko_policy_judge(&policy, &actor, kinds, worth);
		cr_assert(count > 0 && count == judged.count);
		for (int card = 0; card < count; card++) {
			double sum = 0;

			for (int row = 0; row < DOKO_ROWS_AT_ONCE; row++) {
				cr_assert(
					judged.row[row] >= 0 && judged.row[row] < DOKO_POLICY_ROWS);
				for (int k = 0; k < DOKO_FEATURES; k++) {
					sum += doko_weights.row[judged.row[row]][k] *
					       (double)judged.feature[card][k];
				}
			}
			cr_assert_eq(kinds[card], judged.kind[card]);
			cr_assert_float_eq(worth[card], sum / DOKO_WEIGHT_UNIT, 1e-3);
			compared++;
		}
	}
	cr_assert(compared > GAMES_A_TEST);
}

Test(policy, what_is_seen_card_by_card_is_what_the_table_shows)
{
	struct doko_world world;
	struct doko_actor seen, shown;

	for (uint64_t i = 0; i < GAMES_A_TEST; i++) {
		if (!begin(&world, i, 0)) {
			continue;
		}
		doko_actor_look(&seen, &world.table);
		while (world.table.phase == DOKO_PLAYING && world.table.tricks < 8) {
			int kind = doko_first(
				doko_legal_cards(&world.table, world.hand[world.table.turn]));

			doko_actor_see(&seen, kind);
			doko_apply((struct mk_world *)&world,
				doko_card_move(DOKO_PLAY, world.table.turn, kind));
			doko_actor_look(&shown, &world.table);
			cr_assert_eq(seen.gone, shown.gone);
			cr_assert_arr_eq(seen.void_, shown.void_, sizeof seen.void_);
		}
	}
}

Test(policy, games_of_the_same_luck_are_the_same)
{
	int same = 0, others = 0;

	for (uint64_t i = 0; i < GAMES_A_TEST; i++) {
		struct doko_world world, ends[3];
		struct doko_luck luck[2];
		struct mk_rng rng;

		if (!begin(&world, i, 0)) {
			continue;
		}
		mk_rng_init(&rng, 12, i);
		doko_luck_draw(&luck[0], &rng);
		doko_luck_draw(&luck[1], &rng);
		for (int game = 0; game < 3; game++) {
			const struct doko_company company = {
				.seat = 0, .slips = 128, .luck = &luck[game / 2]};

			ends[game] = world;
			doko_playout_noisy(&ends[game], DOKO_TRICKS, &company, &rng);
		}
		same += memcmp(ends[0].table.card, ends[1].table.card, DOKO_CARDS) == 0;
		others += memcmp(ends[0].table.card, ends[2].table.card, DOKO_CARDS) == 0;
		cr_assert(memcmp(ends[0].table.card, ends[1].table.card, DOKO_CARDS) == 0);
	}
	cr_assert(same > 10 * others, "%d %d", same, others);
}
