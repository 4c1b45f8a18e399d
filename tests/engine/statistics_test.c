/* Statistics: parts that add up to the whole, in whatever pieces it was played. */
#include "base/arena.h"
#include "base/json.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <makker/random.h>
#include <makker/statistics.h>
#include <math.h>
#include <stdlib.h>

enum { GAMES = 500, BUFFER_SIZE = 1 << 16 };

/* Game `number` of an imagined run: wins, losses, draws, and lengths of all sizes. */
static struct mk_result game(uint64_t number)
{
	struct mk_rng rng;
	uint32_t chance;

	mk_rng_init(&rng, 1, number);
	chance = mk_rng_below(&rng, 10);
	return (struct mk_result){
		.payoff = {chance < 4 ? 1.5 : -0.5},
		.outcome = chance < 4   ? MK_WON
			   : chance < 9 ? MK_LOST
					: MK_DRAWN,
		.moves = 10 + mk_rng_below(&rng, 50),
		.length = chance == 9 ? 90000 : 100 + mk_rng_below(&rng, 2000),
		.nodes = mk_rng_below(&rng, 1000),
		.no_move = chance == 5,
	};
}

static struct mk_statistics played(uint64_t first, uint64_t games)
{
	struct mk_statistics statistics = {.first = first};

	for (uint64_t i = 0; i < games; i++) {
		struct mk_result result = game(first + i);
		struct mk_calibration of_game = {0};

		mk_calibration_predict(&of_game, 0.3);
		mk_calibration_close(&statistics.calibration, &of_game, result.outcome == MK_WON);
		mk_statistics_add(&statistics, &result);
		mk_statistics_add_time(&statistics, 1000 * (uint64_t)result.length);
	}
	return statistics;
}

static void assert_same(const struct mk_statistics *a, const struct mk_statistics *b)
{
	cr_assert_arr_eq(a, b, sizeof *a);
}

Test(statistics, the_time_of_a_game_is_rounded_up_by_at_most_an_eighth)
{
	for (uint64_t ns = 8; ns < (uint64_t)1 << 40; ns += 1 + ns / 7) {
		struct mk_statistics one = {.games = 1};
		uint64_t reported;

		mk_statistics_add_time(&one, ns);
		reported = mk_statistics_time(&one, 0.5);
		cr_assert(ns < reported && reported - ns <= ns / 8, "%llu: %llu",
			(unsigned long long)ns, (unsigned long long)reported);
		cr_assert_eq(one.cpu_ns, ns);
	}
}

Test(statistics, parts_of_any_size_add_up_to_the_whole)
{
	struct mk_statistics whole = played(0, GAMES);
	struct mk_rng rng;

	mk_rng_init(&rng, 2, 0);
	for (int i = 0; i < 50; i++) {
		struct mk_statistics sum = {.first = 0};

		while (sum.games < GAMES) {
			uint64_t more = mk_rng_below(&rng, 40);
			struct mk_statistics next = played(
				sum.games, more < GAMES - sum.games ? more : GAMES - sum.games);

			cr_assert(mk_statistics_append(&sum, &next));
		}
		assert_same(&sum, &whole);
	}
}

Test(statistics, games_that_do_not_follow_are_not_added)
{
	struct mk_statistics sum = played(0, 10);
	struct mk_statistics before = sum, later = played(11, 5);

	cr_assert_not(mk_statistics_append(&sum, &later));
	assert_same(&sum, &before);
}

Test(statistics, won_lost_and_drawn_add_up)
{
	struct mk_statistics all = played(0, GAMES);

	cr_assert_eq(all.won + all.lost + all.drawn, GAMES);
	cr_assert_gt(all.won, 0);
	cr_assert_gt(all.lost, 0);
	cr_assert_gt(all.drawn, 0);
}

/* The rows of won games, and of others, counted one game after another. */
Test(statistics, streaks_are_those_of_the_games_in_their_order)
{
	struct mk_statistics all = played(0, GAMES);
	uint64_t row = 0, longest[2] = {0, 0};
	int kind = -1;

	for (uint64_t i = 0; i < GAMES; i++) {
		int won = game(i).outcome == MK_WON;

		row = won == kind ? row + 1 : 1;
		kind = won;
		longest[won] = row > longest[won] ? row : longest[won];
	}
	cr_assert_eq(all.longest_won, longest[1]);
	cr_assert_eq(all.longest_not_won, longest[0]);
	cr_assert_eq(all.streak_end, kind ? (int64_t)row : -(int64_t)row);
}

static int by_length(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

	return (one > other) - (one < other);
}

Test(statistics, percentiles_are_exact_for_short_games_and_near_for_long_ones)
{
	struct mk_statistics all = played(0, GAMES);
	uint32_t lengths[GAMES];

	for (uint64_t i = 0; i < GAMES; i++) {
		lengths[i] = game(i).length;
	}
	qsort(lengths, GAMES, sizeof *lengths, by_length);
	cr_assert_eq(all.shortest, lengths[0]);
	cr_assert_eq(all.longest, lengths[GAMES - 1]);
	for (int percent = 1; percent <= 100; percent++) {
		uint64_t exact = lengths[(GAMES * percent + 99) / 100 - 1];
		uint64_t reported = mk_statistics_length(&all, percent / 100.0);

		if (exact < MK_LENGTHS_EXACT) {
			cr_assert_eq(reported, exact);
		} else {
			cr_assert_geq(reported, exact);
			cr_assert(reported < exact + MK_LENGTHS_WIDTH || reported == all.longest);
		}
	}
}

Test(statistics, every_game_is_in_one_bar_of_the_histogram)
{
	struct mk_statistics all = played(0, GAMES), one = played(3, 1), none = {.first = 0};
	struct mk_histogram_bin bars[MK_HISTOGRAM_BINS];
	size_t count = mk_statistics_histogram(&all, bars);
	uint64_t games = 0;

	for (size_t i = 0; i < count; i++) {
		games += bars[i].games;
		cr_assert_eq(bars[i].from, i ? bars[i - 1].to + 1 : all.shortest);
	}
	cr_assert_eq(games, GAMES);
	cr_assert_geq(bars[count - 1].to, all.longest);
	cr_assert_eq(mk_statistics_histogram(&one, bars), 1);
	cr_assert_eq(mk_statistics_histogram(&none, bars), 0);
}

Test(statistics, the_mean_payoff_has_its_interval)
{
	struct mk_statistics all = {.first = 0};
	struct mk_proportion payoff;

	for (int i = 0; i < 100; i++) {
		mk_statistics_add(&all, &(struct mk_result){.payoff = {i % 2 ? 3 : -1}});
	}
	payoff = mk_statistics_payoff(&all);
	cr_assert_float_eq(payoff.value, 1, 1e-9);
	cr_assert_float_eq(payoff.high - payoff.value, 1.96 * 2 / 10, 1e-3);
}

static const char *saved(const struct mk_statistics *statistics)
{
	static char buffer[BUFFER_SIZE];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_statistics_save(&text, NULL, statistics);
	cr_assert_not(text.truncated);
	return buffer;
}

Test(statistics, saved_statistics_continue)
{
	struct mk_statistics whole = played(0, GAMES), half = played(0, 200), loaded;
	struct mk_statistics rest = played(200, GAMES - 200);
	json_t *json = json_loads(saved(&half), 0, NULL);

	cr_assert_eq(mk_statistics_load(json, &loaded, NULL), MK_OK);
	assert_same(&loaded, &half);
	cr_assert(mk_statistics_append(&loaded, &rest));
	assert_same(&loaded, &whole);
	json_decref(json);
}

Test(statistics, invalid_saved_statistics_are_rejected_with_their_place)
{
	struct mk_statistics half = played(0, 20);
	static const char *const names[] = {
		"games", "lengths", "times", "calibration", "streak_end"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		json_t *json = json_loads(saved(&half), 0, NULL);
		struct mk_statistics loaded;
		struct mk_error error;

		json_object_set_new(json, names[i], json_string("many"));
		cr_assert_eq(mk_statistics_load(json, &loaded, &error), MK_MALFORMED);
		cr_assert_str_eq(error.where + 1, names[i]);
		json_decref(json);
	}
}

/* Where it is refused that the saved `name` is `value`, which is taken; "" when it is not. */
static const char *refused(const char *name, json_t *value)
{
	static struct mk_error error;
	struct mk_statistics half = played(0, 20), loaded;
	json_t *json = json_loads(saved(&half), 0, NULL);

	error.where[0] = '\0';
	cr_assert_eq(json_object_set_new(json, name, value), 0);
	cr_expect_eq(mk_statistics_load(json, &loaded, &error), MK_MALFORMED);
	json_decref(json);
	return error.where;
}

Test(statistics, a_time_shorter_than_any_is_refused)
{
	cr_assert_str_eq(refused("times", json_pack("[ii]", MK_TIMES_FIRST - 1, 20)), "/times");
}

Test(statistics, a_game_shorter_than_the_shortest_is_refused_where_lengths_share_a_group)
{
	struct mk_statistics all = {0}, loaded;
	struct mk_error error;
	json_t *json;

	mk_statistics_add(&all, &(struct mk_result){.outcome = MK_WON, .length = 5000});
	mk_statistics_add_time(&all, 1000);
	json = json_loads(saved(&all), 0, NULL);
	cr_assert_eq(mk_statistics_load(json, &loaded, &error), MK_OK);
	json_object_set_new(json, "lengths", json_pack("[ii]", MK_LENGTHS_EXACT, 1));
	cr_assert_eq(mk_statistics_load(json, &loaded, &error), MK_MALFORMED);
	cr_assert_str_eq(error.where, "/lengths");
	json_decref(json);
}

Test(statistics, a_longest_game_below_none_is_refused)
{
	cr_assert_str_eq(refused("longest", json_integer(-1)), "/longest");
}

Test(statistics, the_paired_difference_counts_games_that_only_one_won)
{
	struct mk_paired_results pairs = {0}, more = {0};
	struct mk_proportion difference;

	for (int i = 0; i < 100; i++) {
		struct mk_result first = {.outcome = i % 4 ? MK_WON : MK_LOST, .payoff = {i % 4}};
		struct mk_result second = {.outcome = i % 2 ? MK_WON : MK_LOST, .payoff = {1}};

		mk_paired_results_add(i < 50 ? &pairs : &more, &first, &second);
	}
	mk_paired_results_merge(&pairs, &more);
	cr_assert_float_eq(mk_paired_results_payoff(&pairs).value, 0.5, 1e-9);
	difference = mk_paired_results_difference(&pairs);
	cr_assert_eq(pairs.only_won[0], 25);
	cr_assert_eq(pairs.only_won[1], 0);
	cr_assert_float_eq(difference.value, 0.25, 1e-9);
	cr_assert_float_eq(difference.high, 0.25 + 1.959964 * sqrt(0.1875 / 100), 1e-6);
}
