/* What others played makes some consistent deals likelier than others. */
#include "games/doppelkopf/advice/policy.h"

#include <criterion/criterion.h>
#include <math.h>

enum { GAMES_A_TEST = 150, TRICKS = 5, DEALS = 20 };

struct sitting {
	struct doko_world world;
	struct doko_view view;
	struct doko_sampler sampler;
	struct doko_past past;
	struct mk_rng rng;
};

/* A game of quick players after some tricks, as the seat to play knows it. */
static bool sit_down(struct sitting *sitting, uint64_t number)
{
	struct mk_world *world = (struct mk_world *)&sitting->world;
	struct doko_constraints facts;

	mk_rng_init(&sitting->rng, 7, number);
	doko_deal(world, &doko_presets[number % DOKO_PRESETS].rules, &sitting->rng);
	doko_playout(&sitting->world, TRICKS, &sitting->rng);
	if (sitting->world.table.phase != DOKO_PLAYING) {
		return false;
	}
	doko_known(world, sitting->world.table.turn, (struct mk_view *)&sitting->view);
	doko_constraints(&sitting->view, &facts);
	doko_past_init(&sitting->past, &sitting->view);
	return doko_sampler_init(&sitting->sampler, &facts, sitting->view.seat);
}

static double mean_chance(struct sitting *sitting, bool plausibly)
{
	struct doko_world drawn;
	double sum = 0;

	for (int i = 0; i < DEALS; i++) {
		if (plausibly) {
			doko_sample_weighted(&sitting->past, &sitting->view, &sitting->sampler,
				&sitting->rng, &drawn);
		} else {
			doko_guess_from(&sitting->view, &sitting->sampler, &sitting->rng, &drawn);
		}
		cr_assert_null(doko_broken((const struct mk_world *)&drawn));
		sum += log(play_history_likelihood(&sitting->past, &drawn));
	}
	return sum / DEALS;
}

Test(plausible, the_true_deal_is_likelier_than_others_and_what_is_drawn_lies_between)
{
	static struct sitting sitting;
	double truth = 0, uniform = 0, weighed = 0;
	int games = 0;

	for (uint64_t i = 0; i < GAMES_A_TEST; i++) {
		if (sit_down(&sitting, i)) {
			truth += log(play_history_likelihood(&sitting.past, &sitting.world));
			uniform += mean_chance(&sitting, false);
			weighed += mean_chance(&sitting, true);
			games++;
		}
	}
	cr_assert(games > GAMES_A_TEST / 2);
	cr_assert(truth > uniform + games, "%f %f: at least e times a game", truth, uniform);
	cr_assert(weighed > uniform + games, "%f %f", weighed, uniform);
}

Test(plausible, before_the_first_card_all_deals_are_alike)
{
	static struct sitting sitting;
	struct mk_world *world = (struct mk_world *)&sitting.world;

	mk_rng_init(&sitting.rng, 1, 1);
	doko_deal(world, &doko_presets[0].rules, &sitting.rng);
	doko_known(world, sitting.world.table.turn, (struct mk_view *)&sitting.view);
	doko_past_init(&sitting.past, &sitting.view);
	cr_assert_eq(sitting.past.count, 0);
	cr_assert_eq(play_history_likelihood(&sitting.past, &sitting.world), 1);
}

/* The way back to the first card and forward again ends at the table as it is. */
Test(plausible, the_past_of_a_table_leads_to_it)
{
	static struct sitting sitting;

	for (uint64_t i = 0; i < GAMES_A_TEST; i++) {
		const struct doko_table *now = &sitting.world.table;
		struct doko_table last;

		if (!sit_down(&sitting, i)) {
			continue;
		}
		last = sitting.past.before[sitting.past.count - 1];
		doko_table_play(&last, now->card[now->played - 1]);
		cr_assert_eq(last.turn, now->turn);
		cr_assert_eq(last.re, now->re);
		cr_assert_eq(last.contra, now->contra);
		cr_assert_eq(last.partner, now->partner);
		cr_assert_eq(last.clarified, now->clarified);
		cr_assert_arr_eq(last.augen, now->augen, sizeof last.augen);
	}
}
