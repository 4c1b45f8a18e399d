/* Announcements on the turn of another seat, against silence; reviews of a few deals only. */
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
	doko_begin((struct mk_view *)view, &rules);
	cr_assert_eq(tell(view, doko_pack(doko_blank_move(DOKO_DEAL, 1), doko_words(hand))), MK_OK);
	cr_assert_eq(tell_card(view, 1, "D9"), MK_OK);
	cr_assert_eq(view->table.turn, 2);
}

static struct mk_comparison compared(const struct doko_view *view, struct mk_move move)
{
	const struct mk_budget budget = {.nodes = 2000};
	struct mk_comparison comparison = {.error = -1};

	cr_assert(doko_out_of_turn.compare(
		(const struct mk_view *)view, &move, &budget, NULL, &comparison));
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
	struct mk_comparison comparison;
	struct doko_view view;

	begin(&view, weak);
	comparison = compared(&view, doko_announcement(0, DOKO_KONTRA, DOKO_BLACK));
	cr_expect_lt(comparison.with, comparison.without - 4 * comparison.error - 1);
	begin(&view, strong);
	comparison = compared(&view, doko_announcement(0, DOKO_RE, DOKO_ANNOUNCED));
	cr_expect_gt(comparison.with, comparison.without + 4 * comparison.error);
}

Test(out_of_turn, the_same_budget_gives_the_same_values)
{
	struct mk_move no_90 = doko_announcement(0, DOKO_RE, DOKO_NO_90);
	struct mk_comparison one, other;
	struct doko_view view;

	begin(&view, strong);
	one = compared(&view, no_90);
	other = compared(&view, no_90);
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
		(const struct mk_view *)&view, &re, &budget, &cancel, &comparison));
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

static void assert_error(const struct mk_valuation *valuation)
{
	cr_assert(isfinite(valuation->error));
	cr_assert(!valuation->is_known || isfinite(valuation->value));
	cr_assert(!valuation->is_compared || isfinite(valuation->made));
}

Test(out_of_turn, a_review_of_single_deals_claims_nothing)
{
	struct mk_move announced = doko_announcement(0, DOKO_KONTRA, DOKO_BLACK);
	struct mk_move played = doko_card_move(DOKO_PLAY, 0, doko_word("DJ"));
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
