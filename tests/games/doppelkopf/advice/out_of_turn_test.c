/* Announcements on the turn of another seat, against silence and each other; reviews of these, and
 * of a few deals only. */
#include "games/doppelkopf/advice/rank.h"
#include "games/doppelkopf/reporting.h"

#include <makker/review.h>
#include <math.h>

static const char weak[] = "CA CT C9 SA ST S9 S9 HK H9 DK D9 DJ";
static const char strong[] = "HT HT CQ SQ SQ HQ DQ CJ SJ DA CA SA";

/* Seat 1 has led a small trump: seat 2 has the turn. */
static void begin(struct doko_view *view, const char *hand)
{
	struct mk_rules rules = doko_presets[0].rules;

	rules.value[DUTY_SOLI] = 0;
	doko_init_view((struct mk_view *)view, &rules);
	cr_assert_eq(
		report(view, doko_pack(doko_blank_move(DOKO_DEAL, 1), doko_words(hand))), MK_OK);
	cr_assert_eq(tell_card(view, 1, "D9"), MK_OK);
	cr_assert_eq(view->table.turn, 2);
}

/* `other` NULL: with the best of all else. */
static struct mk_comparison compared(
	const struct doko_view *view, struct mk_move move, const struct mk_move *other)
{
	const struct mk_budget budget = {.nodes = 2000};
	struct mk_comparison comparison = {.error = -1};

	cr_assert(doko_out_of_turn.compare(
		(const struct mk_view *)view, &move, other, &budget, NULL, &comparison));
	cr_assert_gt(comparison.error, 0);
	cr_assert_lt(comparison.error, 0.25);
	cr_assert_leq(comparison.nodes, budget.nodes + 2);
	return comparison;
}

Test(out_of_turn, is_what_the_own_seat_says_on_the_turn_of_another_one)
{
	struct mk_move re = doko_announcement(0, DOKO_RE, DOKO_ANNOUNCED);
	struct mk_move theirs = doko_announcement(2, DOKO_RE, DOKO_ANNOUNCED);
	struct mk_move card = doko_card_move(DOKO_PLAY, 0, doko_word("HT"));
	struct doko_view view;

	begin(&view, strong);
	cr_expect(doko_out_of_turn.is_one((const struct mk_view *)&view, &re));
	cr_expect_not(doko_out_of_turn.is_one((const struct mk_view *)&view, &theirs));
	cr_expect_not(doko_out_of_turn.is_one((const struct mk_view *)&view, &card));
	tell_card(&view, 2, "DK");
	tell_card(&view, 3, "DK");
	cr_expect_eq(view.table.turn, 0);
	cr_expect_not(doko_out_of_turn.is_one((const struct mk_view *)&view, &re));
}

Test(out_of_turn, what_is_said_too_much_loses_points_and_what_is_sound_wins_some)
{
	struct mk_move silence = doko_blank_move(0, 0);
	struct mk_comparison comparison;
	struct doko_view view;

	begin(&view, weak);
	comparison = compared(&view, doko_announcement(0, DOKO_KONTRA, DOKO_BLACK), &silence);
	cr_expect_lt(comparison.with, comparison.without - 4 * comparison.error - 1);
	begin(&view, strong);
	comparison = compared(&view, doko_announcement(0, DOKO_RE, DOKO_ANNOUNCED), &silence);
	cr_expect_gt(comparison.with, comparison.without + 4 * comparison.error);
}

Test(out_of_turn, a_level_that_gains_is_compared_with_lower_ones_that_gain_more)
{
	struct mk_move black = doko_announcement(0, DOKO_RE, DOKO_BLACK);
	struct mk_move silence = doko_blank_move(0, 0);
	struct mk_comparison comparison;
	struct doko_view view;

	begin(&view, strong);
	comparison = compared(&view, black, &silence);
	cr_expect_gt(comparison.with, comparison.without + 2 * comparison.error);
	comparison = compared(&view, black, NULL);
	cr_expect_eq(comparison.other.kind, DOKO_ANNOUNCE);
	cr_expect_lt(comparison.other.to, DOKO_BLACK);
	cr_expect_lt(comparison.with, comparison.without - 2 * comparison.error);
	comparison = compared(&view, comparison.other, NULL);
	cr_expect_gt(comparison.with, comparison.without);
}

Test(out_of_turn, the_same_budget_gives_the_same_values)
{
	struct mk_move black = doko_announcement(0, DOKO_RE, DOKO_BLACK);
	struct mk_comparison one, other;
	struct doko_view view;

	begin(&view, strong);
	one = compared(&view, black, NULL);
	other = compared(&view, black, NULL);
	cr_assert_eq(one.with, other.with);
	cr_assert_eq(one.without, other.without);
	cr_assert_eq(one.error, other.error);
}

Test(out_of_turn, a_cancelled_comparison_has_no_values)
{
	const struct mk_budget budget = {.nodes = 2000};
	const struct mk_move re = doko_announcement(0, DOKO_RE, DOKO_ANNOUNCED);
	const atomic_bool cancel = true;
	struct mk_comparison comparison = {.error = -1};
	struct doko_view view;

	begin(&view, strong);
	cr_assert_not(doko_out_of_turn.compare(
		(const struct mk_view *)&view, &re, NULL, &budget, &cancel, &comparison));
	cr_assert_eq(comparison.error, -1);
}

/* Of one deal a value is known, but not how far it may be off. */
static struct mk_valuation reviewed(
	const struct doko_view *view, struct mk_move made, uint64_t playouts)
{
	struct mk_reviewer *reviewer = mk_reviewer_create(mk_game_find("doppelkopf"));
	const struct mk_review_table table = {
		.view = (const struct mk_view *)view, .made = &made, .budget = {.nodes = playouts}};
	struct mk_valuation valuation;

	cr_assert_not_null(reviewer);
	mk_reviewer_value(reviewer, &table, &valuation);
	mk_reviewer_destroy(reviewer);
	return valuation;
}

/* Black gains, and a lower level gains more. */
static void assert_is_too_much(const struct doko_view *view, struct mk_move black)
{
	const struct mk_game *game = mk_game_find("doppelkopf");
	struct mk_valuation valuation = reviewed(view, black, 6000);
	unsigned kind = mk_review_kind(game, (const struct mk_view *)view, &black, &valuation);

	cr_assert(!valuation.is_best && valuation.is_compared && valuation.has_better);
	cr_expect_eq(valuation.better.kind, DOKO_ANNOUNCE);
	cr_expect_lt(valuation.better.to, DOKO_BLACK);
	cr_expect_lt(valuation.made, valuation.value - 1.96 * valuation.error);
	cr_expect_str_eq(game->mistakes->kinds[kind].name, "announced_too_much");
}

Test(out_of_turn, an_announcement_that_gains_is_too_much_where_a_lower_one_gains_more)
{
	struct mk_move black = doko_announcement(0, DOKO_RE, DOKO_BLACK), re = black;
	struct mk_valuation valuation;
	struct doko_view view;

	begin(&view, strong);
	assert_is_too_much(&view, black);
	tell_card(&view, 2, "DK");
	tell_card(&view, 3, "DK");
	cr_assert_eq(view.table.turn, 0);
	assert_is_too_much(&view, black);
	re.to = DOKO_ANNOUNCED;
	valuation = reviewed(&view, re, 6000);
	cr_expect(valuation.is_best, "more can be announced later");
}

Test(out_of_turn, a_card_before_an_announcement_that_can_wait_costs_nothing)
{
	struct mk_move ten = doko_card_move(DOKO_PLAY, 0, doko_word("HT"));
	struct mk_valuation valuation;
	struct doko_view view;

	begin(&view, strong);
	tell_card(&view, 2, "DK");
	tell_card(&view, 3, "DK");
	valuation = reviewed(&view, ten, 6000);
	cr_expect_eq(valuation.better.kind, DOKO_PLAY);
}

static void assert_error(const struct mk_valuation *valuation)
{
	cr_assert(isfinite(valuation->error));
	cr_assert(!valuation->is_known || isfinite(valuation->value));
	cr_assert(!valuation->is_compared || isfinite(valuation->made));
}

Test(out_of_turn, a_review_of_single_deals_claims_nothing)
{
	struct mk_move announced = doko_announcement(0, DOKO_KONTRA, DOKO_BLACK);
	struct mk_move played = doko_card_move(DOKO_PLAY, 0, doko_word("D9"));
	struct mk_valuation valuation;
	struct doko_view view;

	for (uint64_t playouts = 1; playouts <= 60; playouts++) {
		begin(&view, weak);
		valuation = reviewed(&view, announced, playouts);
		assert_error(&valuation);
		cr_assert_eq(tell_card(&view, 2, "DT"), MK_OK);
		cr_assert_eq(tell_card(&view, 3, "DT"), MK_OK);
		valuation = reviewed(&view, played, playouts);
		assert_error(&valuation);
	}
	cr_assert(valuation.is_known);
	valuation = reviewed(&view, played, 1);
	cr_assert_not(valuation.is_known || valuation.is_compared);
}
