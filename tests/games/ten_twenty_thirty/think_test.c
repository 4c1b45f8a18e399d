/* Thinking: what is proven of open tables, shares of sampled orders where cards are unknown. */
#include "games/ten_twenty_thirty/think.h"

#include "games/ten_twenty_thirty/notation.h"
#include "games/ten_twenty_thirty/rank.h"
#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/world.h"

#include <criterion/criterion.h>
#include <makker/search.h>
#include <makker/selfplay.h>
#include <math.h>
#include <string.h>

static struct mk_advice advice;

static const struct mk_game *game_of(void)
{
	return mk_game_find("ten-twenty-thirty");
}

/* A table after some moves by chance; `open`: every card is known. */
static struct tens_world table_of(uint64_t number, enum removal removal, bool open)
{
	struct mk_rules rules = tens_presets[0].rules;
	struct mk_move moves[MK_MAX_MOVES];
	struct tens_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 8, number);
	rules.value[OPTION_REMOVAL] = (int32_t)removal;
	rules.value[OPTION_STUCK] = 0; /* drawn */
	tens_deal((struct mk_world *)&world, &rules, &rng);
	if (open) {
		tens_reveal_all((struct mk_world *)&world);
	}
	for (int i = 0; i < 30; i++) {
		size_t count = tens_moves(&world.known, moves);

		tens_apply((struct mk_world *)&world, moves[mk_rng_below(&rng, (uint32_t)count)]);
	}
	return world;
}

static void think(const struct tens_view *view, struct mk_budget budget, const atomic_bool *cancel)
{
	const struct mk_strategy *strategy = game_of()->strategies;

	while (!strategy->search) {
		strategy++;
	}
	mk_advise(strategy, (const struct mk_view *)view, &advice);
	strategy->search((const struct mk_view *)view, &budget, cancel, &advice);
}

/* Plays the advised line to its end. */
static enum mk_outcome play_line(struct tens_world world)
{
	for (size_t i = 0; i < advice.winning_line_length; i++) {
		cr_assert(tens_is_legal(&world.known, advice.winning_line[i]));
		tens_apply((struct mk_world *)&world, advice.winning_line[i]);
	}
	return tens_outcome((const struct mk_view *)&world.known);
}

static void assert_proven(enum removal removal)
{
	int won = 0, lost = 0;

	for (uint64_t i = 0; i < 40; i++) {
		struct tens_world world = table_of(i, removal, true);

		think(&world.known, (struct mk_budget){.ms = 2000}, NULL);
		cr_assert_geq(advice.suggestion, 0);
		won += advice.certainty == MK_PROVEN_WIN;
		lost += advice.certainty == MK_PROVEN_LOSS;
		if (advice.certainty == MK_PROVEN_WIN &&
			advice.winning_line_length < MK_MAX_WINNING_LINE) {
			cr_assert_eq(play_line(world), MK_WON);
			cr_assert_arr_eq(&advice.moves[0].move, advice.winning_line,
				sizeof advice.moves[0].move);
		}
		if (advice.certainty == MK_PROVEN_LOSS) {
			cr_assert_eq(advice.value, 0);
			cr_assert_eq(advice.winning_line_length, 0);
		}
	}
	cr_assert_gt(won, 0);
	cr_assert(lost > 0 || removal == OPTIONAL);
}

Test(ten_twenty_thirty, on_an_open_table_where_triplets_must_go_the_advice_is_proven)
{
	assert_proven(MANDATORY);
}

Test(ten_twenty_thirty, on_a_fully_known_table_with_optional_removal_the_returned_line_wins)
{
	assert_proven(OPTIONAL);
}

/* Few tables come again: this is one of 4000. */
enum { COMES_AGAIN = 66, MAX_MOVES = 2000 };

Test(ten_twenty_thirty, where_nothing_wins_the_move_that_leads_to_a_draw_is_suggested)
{
	struct tens_world world = table_of(COMES_AGAIN, MANDATORY, true);
	struct mk_move moves[MK_MAX_MOVES];

	think(&world.known, (struct mk_budget){.ms = 2000}, NULL);
	cr_assert_eq(advice.certainty, MK_PROVEN_LOSS);
	cr_assert(advice.moves[0].reasons >> REASON_DRAWS & 1);
	tens_apply((struct mk_world *)&world, advice.moves[0].move);
	for (int i = 0; i < MAX_MOVES && tens_seat_to_move((struct mk_world *)&world) != MK_NO_SEAT;
		i++) {
		tens_moves(&world.known, moves);
		tens_apply((struct mk_world *)&world, moves[0]);
	}
	cr_assert_eq(tens_outcome((const struct mk_view *)&world.known), MK_DRAWN);
}

/* A table with unknown cards and several moves. */
static struct tens_world table_with_choice(enum removal removal)
{
	struct tens_world world;
	uint64_t number = 0;

	do {
		world = table_of(number++, removal, false);
		mk_advise(game_of()->strategies, (const struct mk_view *)&world.known, &advice);
	} while (world.known.unknown < 5 || advice.count < 2);
	return world;
}

static void assert_sampled(enum removal removal, struct mk_budget budget, uint64_t worlds)
{
	for (uint64_t i = 0; i < 12; i++) {
		struct tens_world world = table_of(i, removal, false);

		think(&world.known, budget, NULL);
		if (advice.count < 2 || world.known.unknown == 0) {
			continue;
		}
		cr_assert_eq(advice.worlds, worlds);
		cr_assert_eq(advice.suggestion, 0);
		cr_assert_eq(advice.value, advice.moves[0].value);
		for (size_t m = 0; m < advice.count; m++) {
			const struct mk_ranked_move *ranked = &advice.moves[m];

			cr_assert(0 <= ranked->low && ranked->low <= ranked->value);
			cr_assert(ranked->value <= ranked->high && ranked->high <= 1);
			cr_assert(m == 0 || ranked->value <= ranked[-1].value);
			cr_assert_eq(ranked->visits, worlds);
		}
	}
}

Test(ten_twenty_thirty, with_unknown_cards_every_move_is_tried_in_as_many_orders_as_wanted)
{
	assert_sampled(OPTIONAL, (struct mk_budget){.worlds = 6}, 6);
	assert_sampled(MANDATORY, (struct mk_budget){.worlds = 6}, 6);
}

/* The number of values between 0 and 1; each is one that a share of four worlds stands for. */
static int count_values_of_shares(enum removal removal, uint64_t tables, const double values[5])
{
	int between = 0;

	for (uint64_t number = 0; number < tables; number++) {
		struct tens_world world = table_of(number, removal, false);

		think(&world.known, (struct mk_budget){.worlds = 4}, NULL);
		if (advice.count < 2 || world.known.unknown == 0) {
			continue;
		}
		for (size_t m = 0; m < advice.count; m++) {
			double value = advice.moves[m].value;
			int won = 0;

			while (won < 5 && fabs(values[won] - value) > 0.0005) {
				won++;
			}
			cr_assert_lt(won, 5, "%.4f", value);
			between += won > 0 && won < 4;
		}
	}
	return between;
}

/* Samples remove in the order of the rules, and so win less often than a player who chooses. */
Test(ten_twenty_thirty, where_triplets_may_stay_more_is_won_than_the_share_of_samples)
{
	cr_assert_gt(count_values_of_shares(
			     OPTIONAL, 40, (const double[]){0, 0.4505, 0.7109, 0.8806, 1}),
		0);
	cr_assert_gt(
		count_values_of_shares(MANDATORY, 300, (const double[]){0, 0.25, 0.5, 0.75, 1}), 0);
}

/* 50 games to a world where triplets may stay, and never fewer than four worlds. */
Test(ten_twenty_thirty, a_budget_of_games_is_a_number_of_orders)
{
	assert_sampled(OPTIONAL, (struct mk_budget){.nodes = 250}, 5);
	assert_sampled(OPTIONAL, (struct mk_budget){.nodes = 1}, 4);
	assert_sampled(OPTIONAL, (struct mk_budget){.worlds = 1}, 4);
}

Test(ten_twenty_thirty, the_same_budget_of_orders_gives_the_same_advice)
{
	struct tens_world world = table_with_choice(OPTIONAL);
	static struct mk_advice first;

	think(&world.known, (struct mk_budget){.worlds = 8, .seed = 5}, NULL);
	first = advice;
	think(&world.known, (struct mk_budget){.worlds = 8, .seed = 5}, NULL);
	cr_assert_eq(first.count, advice.count);
	for (size_t i = 0; i < advice.count; i++) {
		cr_assert_eq(first.moves[i].value, advice.moves[i].value);
	}
}

Test(ten_twenty_thirty, who_is_stopped_answers_with_what_is_known_by_then)
{
	atomic_bool cancel = true;
	struct tens_world hidden = table_with_choice(OPTIONAL), open = table_of(3, OPTIONAL, true);

	think(&hidden.known, (struct mk_budget){.ms = 60000}, &cancel);
	cr_assert_eq(advice.worlds, 4);
	cr_assert_eq(advice.suggestion, 0);
	think(&open.known, (struct mk_budget){.ms = 60000}, &cancel);
	cr_assert_eq(advice.suggestion, 0);
}

Test(ten_twenty_thirty, forced_games_are_not_searched)
{
	struct tens_world world = table_of(3, FORCED, true);

	think(&world.known, (struct mk_budget){.worlds = 100}, NULL);
	cr_assert_eq(advice.worlds, 0);
	cr_assert_eq(advice.nodes, 0);
	cr_assert_geq(advice.suggestion, 0);
}

/* ---- Said ----------------------------------------------------------------------------------- */

static const char *said(enum mk_language language)
{
	static char buffer[512];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	game_of()->notation->describe_outlook(&text, language, &advice);
	cr_assert_gt(text.length, 0);
	cr_assert_null(strpbrk(buffer, "{}"), "%s", buffer);
	return buffer;
}

Test(ten_twenty_thirty, what_is_expected_of_a_table_is_said_in_every_language)
{
	for (int language = 0; language < MK_LANGUAGES; language++) {
		char different[512];

		advice = (struct mk_advice){.certainty = MK_PROVEN_WIN, .winning_line_length = 2};
		advice.winning_line[0].kind = advice.winning_line[1].kind = DEAL;
		cr_assert(strstr(said((enum mk_language)language), "2"));
		advice.winning_line_length = MK_MAX_WINNING_LINE;
		strcpy(different, said((enum mk_language)language));
		advice = (struct mk_advice){.certainty = MK_PROVEN_LOSS};
		cr_assert_str_neq(different, said((enum mk_language)language));
		advice = (struct mk_advice){.value = 0.37};
		cr_assert(strstr(said((enum mk_language)language), "37"));
	}
}

/* ---- At a glance ---------------------------------------------------------------------------- */

static void write_forecast(
	const struct tens_view *view, const struct mk_advice *known, char *buffer)
{
	struct mk_text text;

	mk_text_fixed(&text, buffer, 256);
	tens_write_forecast(&text, (const struct mk_view *)view, known);
}

Test(ten_twenty_thirty, the_outlook_of_a_table_is_what_thinking_proved_of_it)
{
	struct tens_world world = table_of(3, OPTIONAL, false);
	struct mk_advice proven = {.certainty = MK_PROVEN_WIN};
	char buffer[256];

	write_forecast(&world.known, NULL, buffer);
	cr_assert(strstr(buffer, "unknown"), "%s", buffer);
	write_forecast(&world.known, &proven, buffer);
	cr_assert(strstr(buffer, "\"winnable\""), "%s", buffer);
	proven.certainty = MK_PROVEN_LOSS;
	write_forecast(&world.known, &proven, buffer);
	cr_assert(strstr(buffer, "no_longer_winnable"), "%s", buffer);
}

Test(ten_twenty_thirty, what_a_short_look_ahead_sees_thinking_does_not_deny)
{
	int seen = 0;

	for (uint64_t i = 0; i < 40; i++) {
		struct tens_world world = table_of(i, i % 2 ? MANDATORY : OPTIONAL, true);
		enum mk_certainty glance = tens_prove(&world.known);

		think(&world.known, (struct mk_budget){.ms = 2000}, NULL);
		cr_assert(glance == MK_UNPROVEN || advice.certainty == glance);
		seen += glance != MK_UNPROVEN;
	}
	cr_assert_gt(seen, 0);
}
