/* The cards that others played make some consistent deals likelier than others. */
#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/advice/rank.h"
#include "games/doppelkopf/knowledge/bidding.h"

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
	doko_view_of_seat(world, sitting->world.table.turn, (struct mk_view *)&sitting->view);
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
		cr_assert_null(doko_check_invariants((const struct mk_world *)&drawn));
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
	/* Twice as likely in each game, at least. */
	cr_assert(truth > uniform + log(2) * games, "%f %f", truth, uniform);
	cr_assert(weighed > uniform + log(2) * games, "%f %f", weighed, uniform);
}

Test(plausible, before_the_first_card_all_deals_are_alike)
{
	static struct sitting sitting;
	struct mk_world *world = (struct mk_world *)&sitting.world;

	mk_rng_init(&sitting.rng, 1, 1);
	doko_deal(world, &doko_presets[0].rules, &sitting.rng);
	doko_view_of_seat(world, sitting.world.table.turn, (struct mk_view *)&sitting.view);
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

/* ---- What was said -------------------------------------------------------------------------- */

/*
 * The first seat plays a solo (a reservation), the others are healthy; the last one looks, after
 * so many tricks.
 */
static bool sit_at_solo(struct sitting *sitting, uint64_t number, int said, int tricks)
{
	struct mk_world *world = (struct mk_world *)&sitting->world;
	struct mk_rules rules = doko_presets[0].rules;
	struct doko_constraints facts;

	rules.value[DUTY_SOLI] = 0;
	mk_rng_init(&sitting->rng, 8, number);
	doko_deal(world, &rules, &sitting->rng);
	for (int i = 0; i < DOKO_SEATS; i++) {
		doko_apply(world, doko_reservation(sitting->world.table.turn,
					  i == 0 ? said : DOKO_HEALTHY, 0));
	}
	doko_playout(&sitting->world, tricks, &sitting->rng);
	if (sitting->world.table.phase != DOKO_PLAYING) {
		return false;
	}
	doko_view_of_seat(
		world, (sitting->world.table.first + 3) & 3, (struct mk_view *)&sitting->view);
	doko_constraints(&sitting->view, &facts);
	doko_past_init(&sitting->past, &sitting->view);
	return doko_sampler_init(&sitting->sampler, &facts, sitting->view.seat);
}

/* How often the drawn hands of the first seat, as they were dealt, are played as this solo. */
static double mean_solo_chance(struct sitting *sitting, int said, bool plausibly)
{
	int seat = sitting->world.table.first;
	struct doko_world drawn;
	double sum = 0;

	for (int i = 0; i < DEALS; i++) {
		if (plausibly) {
			doko_sample_weighted(&sitting->past, &sitting->view, &sitting->sampler,
				&sitting->rng, &drawn);
		} else {
			doko_guess_from(&sitting->view, &sitting->sampler, &sitting->rng, &drawn);
		}
		cr_assert_null(doko_check_invariants((const struct mk_world *)&drawn));
		sum += doko_solo_chance(&drawn.table,
			doko_join(drawn.hand[seat], sitting->past.shown[seat]),
			doko_solo_type(said));
	}
	return sum / DEALS;
}

Test(plausible, who_plays_a_solo_holds_a_hand_for_it)
{
	static const int solos[] = {DOKO_RESERVE_SOLO,
		DOKO_RESERVE_SOLO + DOKO_JACKS_SOLO - DOKO_CLUBS_SOLO,
		DOKO_RESERVE_SOLO + DOKO_TRUMPLESS_SOLO - DOKO_CLUBS_SOLO};
	enum { GAMES_A_SOLO = 20 };
	static struct sitting sitting;

	for (size_t i = 0; i < sizeof solos / sizeof *solos; i++) {
		double uniform = 0, weighed = 0;
		int games = 0;

		for (uint64_t number = 0; number < GAMES_A_SOLO; number++) {
			if (sit_at_solo(&sitting, number, solos[i], 0)) {
				uniform += mean_solo_chance(&sitting, solos[i], false);
				weighed += mean_solo_chance(&sitting, solos[i], true);
				games++;
			}
		}
		cr_assert_gt(games, GAMES_A_SOLO / 2);
		cr_assert_lt(uniform, 0.1 * games, "solo %zu: %f", i, uniform / games);
		cr_assert(weighed > 0.18 * games && weighed > 4 * uniform, "solo %zu: %f", i,
			weighed / games);
	}
}

/* Cards change places without a conflict with what was played: doko_check_invariants() looks at
 * each deal. */
Test(plausible, hands_for_a_solo_go_with_what_was_played)
{
	enum { GAMES_A_SOLO = 40 };
	static struct sitting sitting;
	int games = 0;

	for (uint64_t number = 0; number < GAMES_A_SOLO; number++) {
		if (sit_at_solo(&sitting, number, DOKO_RESERVE_SOLO, 1 + (int)number % 8)) {
			const struct doko_constraints *facts = &sitting.sampler.facts;
			struct doko_world drawn;

			doko_sample_weighted(&sitting.past, &sitting.view, &sitting.sampler,
				&sitting.rng, &drawn);
			for (int seat = 0; seat < DOKO_SEATS; seat++) {
				cr_assert(seat == sitting.view.seat ||
					  !(drawn.hand[seat] & ~facts->can[seat]));
				cr_assert_eq(doko_count(drawn.hand[seat]),
					doko_count(sitting.world.hand[seat]));
			}
			cr_assert_eq(drawn.hand[sitting.view.seat], sitting.view.hand);
			games++;
		}
	}
	cr_assert_gt(games, GAMES_A_SOLO / 2);
}

Test(plausible, others_bid_solos_where_that_is_asked_for)
{
	enum { GAMES_BID = 300 };
	int solos[2] = {0, 0};

	for (int bids = 0; bids <= 1; bids++) {
		const struct doko_company company = {.seat = 0, .bids_solos = bids == 1};

		for (uint64_t number = 0; number < GAMES_BID; number++) {
			struct doko_world world;
			struct mk_rules rules = doko_presets[0].rules;
			struct mk_rng rng;

			rules.value[DUTY_SOLI] = 0;
			mk_rng_init(&rng, 9, number);
			doko_deal((struct mk_world *)&world, &rules, &rng);
			doko_playout_noisy(&world, 1, &company, &rng);
			solos[bids] += world.table.type > DOKO_POVERTY;
			cr_assert(world.table.type <= DOKO_POVERTY || world.table.soloist != 0);
		}
	}
	cr_assert_eq(solos[0], 0);
	cr_assert(solos[1] > GAMES_BID / 8 && solos[1] < GAMES_BID / 2, "%d", solos[1]);
}

/* ---- What reviews take off ------------------------------------------------------------------ */

Test(plausible, a_search_is_most_hopeful_about_an_own_solo_and_knows_the_last_tricks)
{
	static struct sitting sitting;
	struct doko_view soloist;
	struct mk_world *world = (struct mk_world *)&sitting.world;
	int seat;

	for (uint64_t number = 0; number < 10; number++) {
		for (int tricks = 0; tricks < 11; tricks += 5) {
			double own, against;

			if (!sit_at_solo(&sitting, number, DOKO_RESERVE_SOLO, tricks)) {
				continue;
			}
			seat = sitting.world.table.first;
			doko_view_of_seat(world, seat, (struct mk_view *)&soloist);
			own = doko_review_excess((const struct mk_view *)&soloist);
			against = doko_review_excess((const struct mk_view *)&sitting.view);
			cr_assert(own > 0 && own < 6 && own > 5 * against, "%f %f", own, against);
			cr_assert(tricks < 10 || own < 1.5, "%f", own);
		}
	}
}
