/* When it is asked which explanation is true, the answers, and what is suggested meanwhile. */
#include "games/klondike/position.h"
#include "games/klondike/rank.h"
#include "games/klondike/search/planning.h"
#include "games/klondike/text/words.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/question.h"

#include <criterion/criterion.h>
#include <string.h>

static struct klondike_view view;
static struct mk_finding finding;

static void begin(const char *text)
{
	view = position(NULL, text);
}

static void or_rather(const char *text, int odds)
{
	struct klondike_view other = position(NULL, text);

	cr_assert(klondike_add_alternative(&view, &other, odds));
}

static bool asks(void)
{
	return klondike_asks_which(as_view(&view));
}

static struct klondike_question question(void)
{
	struct klondike_question question;

	klondike_find_question(&view, &question);
	return question;
}

static enum mk_status choose(int number)
{
	return klondike_choose(as_view(&view), number, &finding, NULL);
}

/* ---- When ----------------------------------------------------------------------------------- */

Test(klondike_question, waits_while_a_move_of_the_columns_is_in_doubt)
{
	begin("2? 2C | 2? KD | 3? 9H; up AC; pile 4D / ? ?");
	or_rather("2? 2C | 2? KD | 3? 9H; up AD; pile 4D / ? ?", -1);
	cr_assert_not(asks(), "the two of clubs may go up later");
}

Test(klondike_question, comes_when_the_front_card_of_the_waste_is_in_doubt)
{
	begin("2? 8C | 2? KD | 3? 9H; up AC; pile 2C / ? ?");
	or_rather("2? 8C | 2? KD | 3? 9H; up AD; pile 2C / ? ?", -1);
	cr_assert(asks(), "the next draw covers it");
}

Test(klondike_question, does_not_come_when_that_is_unlikely)
{
	begin("2? 8C | 2? KD | 3? 9H; up AC; pile 2C / ? ?");
	or_rather("2? 8C | 2? KD | 3? 9H; up AD; pile 2C / ? ?", -150);
	cr_assert_not(asks(), "two of nine");
}

Test(klondike_question, comes_when_nothing_else_is_left_to_do)
{
	begin("2? 2C | 2? 8D; up AC");
	or_rather("2? 2C | 2? 8D; up AD", -1);
	cr_assert(asks());
}

/* ---- Suggestions meanwhile ------------------------------------------------------------------ */

static void begin_in_doubt(void)
{
	begin("2? 2C | 2? 8D | 3? 0H; up AC; pile 4D / ? ?");
	or_rather("2? 2C | 2? 8D | 3? 0H; up AD; pile 4D / ? ?", -1);
}

Test(klondike_question, no_strategy_suggests_a_move_that_is_in_doubt)
{
	begin_in_doubt();
	for (int strategy = 0; strategy < STRATEGIES; strategy++) {
		struct mk_advice advice;

		klondike_strategies[strategy].evaluate(as_view(&view), &advice);
		cr_assert_geq(advice.suggestion, 0);
		cr_assert_neq(advice.moves[advice.suggestion].move.card, card("2C"), "%s",
			klondike_strategies[strategy].name);
	}
}

Test(klondike_question, the_search_leaves_out_plans_that_begin_with_one)
{
	struct mk_plan plans[MK_MAX_MOVES];
	size_t count;

	begin_in_doubt();
	count = klondike_plans(as_view(&view), plans);
	cr_assert_gt(count, 0);
	for (size_t i = 0; i < count; i++) {
		cr_assert_neq(plans[i].first.card, card("2C"));
	}
	view.alternatives = 0;
	count = klondike_plans(as_view(&view), plans);
	cr_assert_eq(plans[0].first.card, card("2C"), "where it is sure it comes first");
}

Test(klondike_question, what_is_likely_enough_is_suggested)
{
	struct mk_advice advice;

	begin_in_doubt();
	view.alternative[0].odds = -300;
	klondike_strategies[HEURISTIC].evaluate(as_view(&view), &advice);
	cr_assert_eq(advice.moves[advice.suggestion].move.card, card("2C"));
}

/* ---- The answers ---------------------------------------------------------------------------- */

/* One of nine pairs: an ace of three suits that went up, and one of three counts of the stock. */
static void begin_with_pairs(void)
{
	static const char *const aces[] = {"AC", "AD", "AH"};
	static const char *const piles[] = {"5H 2C / ? ? ?", "5H ? 2C / ? ?", "5H ? ? 2C / ?"};
	char text[200];

	for (int i = 0; i < 9; i++) {
		snprintf(text, sizeof text,
			"KD QC JD 0C 9D 8C 7D | 1? 9H | 2? QH | 3? 7C | 4? 6D | 5? 5D | 5? JH; up %s KS; pile %s",
			aces[i / 3], piles[i % 3]);
		if (i == 0) {
			begin(text);
		} else {
			or_rather(text, -i);
		}
	}
}

Test(klondike_question, few_explanations_are_an_answer_each)
{
	begin_with_pairs();
	view.alternatives = 7;
	cr_assert_eq(question().count, 8);
	for (int i = 0; i < 8; i++) {
		cr_assert_eq(question().answer[i].number, i);
		cr_assert_eq(question().answer[i].kept, UINT32_C(1) << i);
	}
}

Test(klondike_question, of_more_it_is_asked_about_what_matters)
{
	struct klondike_question asked;

	begin_with_pairs();
	asked = question();
	cr_assert_eq(asked.aspects, 1U << FOUNDATIONS, "the two in front fits one ace");
	cr_assert_eq(asked.count, 3);
	cr_assert_eq(asked.answer[1].number, 3);
	cr_assert_eq(asked.answer[1].kept, 7U << 3);
}

Test(klondike_question, an_answer_leaves_open_what_it_does_not_say)
{
	struct klondike_view one;

	begin_with_pairs();
	cr_assert(asks());
	cr_assert_eq(choose(3), MK_OK);
	cr_assert_eq(klondike_explanations(as_view(&view)), 3);
	for (int number = 0; number < 3; number++) {
		cr_assert(klondike_explanation(&view, number, &one));
		cr_assert_eq(one.foundation[MK_DIAMONDS], 1);
		cr_assert_eq(one.foundation[MK_CLUBS], 0);
		cr_assert_eq(klondike_left(&one), 3 - number);
		cr_assert_eq(klondike_odds(&view, number), -number);
	}
	cr_assert_not(asks(), "how many cards are left shows itself");
}

Test(klondike_question, an_answer_that_is_not_offered_changes_nothing)
{
	struct klondike_view before;

	begin_with_pairs();
	before = view;
	cr_assert_eq(choose(4), MK_IMPOSSIBLE, "it is the third answer that leaves it");
	cr_assert_eq(choose(31), MK_IMPOSSIBLE);
	cr_assert_arr_eq(&view, &before, sizeof view);
}

/* The likeliest table was taken for the answer where all had the count. */
Test(klondike_question, a_count_leaves_all_that_have_it)
{
	struct mk_count left = {.name = "left", .position = DRAW_PILE, .value = 2};
	struct mk_count shuffles = {.name = "shuffles", .position = DRAW_PILE, .value = 3};

	begin_with_pairs();
	cr_assert(klondike_settle_by_count(as_view(&view), &shuffles, &finding));
	cr_assert_eq(klondike_explanations(as_view(&view)), 9, "all have so many");
	cr_assert(klondike_settle_by_count(as_view(&view), &left, &finding));
	cr_assert_eq(klondike_explanations(as_view(&view)), 3, "one for each ace");
	left.value = 9;
	cr_assert_not(klondike_settle_by_count(as_view(&view), &left, &finding));
	cr_assert_eq(klondike_explanations(as_view(&view)), 3);
}

Test(klondike_question, what_it_means_is_what_all_have_in_common)
{
	char buffer[2048];
	struct mk_text out;
	json_t *means, *foundations;

	begin_with_pairs();
	mk_text_fixed(&out, buffer, sizeof buffer);
	mk_text_put(&out, "{");
	klondike_write_answer(&out, as_view(&view), 3);
	mk_text_put(&out, "}");
	means = parsed(buffer);
	foundations = json_object_get(means, "foundations");
	cr_assert_str_eq(json_string_value(json_object_get(foundations, "D")), "AD");
	cr_assert_null(json_object_get(means, "left"), "it is not said how many are left");
	cr_assert_eq(json_integer_value(json_object_get(means, "shuffles")), 3);
	cr_assert_null(json_object_get(means, "waste"));
	json_decref(means);
}

Test(klondike_question, an_answer_that_is_not_offered_is_not_said)
{
	char buffer[1024];
	struct mk_text out;

	begin_with_pairs();
	mk_text_fixed(&out, buffer, sizeof buffer);
	cr_assert(klondike_describe_answer(&out, MK_ENGLISH, as_view(&view), 3));
	cr_assert_str_eq(buffer, "On its foundation: ace of diamonds.");
	mk_text_fixed(&out, buffer, sizeof buffer);
	cr_assert_not(klondike_describe_answer(&out, MK_ENGLISH, as_view(&view), 4));
}

/* As many cards of the waste are named as it takes. */
Test(klondike_question, names_the_waste_down_to_where_it_differs)
{
	char buffer[1024];
	struct mk_text out;

	begin("2? 8C | 2? KD; pile ? 3S 4S 5D 6D 7D 9C 2C / ?");
	or_rather("2? 8C | 2? KD; pile 3S ? 4S 5D 6D 7D 9C 2C / ?", -1);
	mk_text_fixed(&out, buffer, sizeof buffer);
	cr_assert(klondike_describe_answer(&out, MK_ENGLISH, as_view(&view), 1));
	cr_assert_str_eq(buffer,
		"The waste, from the front card on: two of clubs, nine of clubs, seven of diamonds, "
		"six of diamonds, five of diamonds, four of spades, ?.");
}

/* Two tables that no words distinguish were asked about for ever. */
Test(klondike_question, what_cannot_be_said_is_asked_once)
{
	begin("2? 8C | 2? KD; pile 2C /; loose 3S");
	or_rather("2? 8C | 2? KD; pile 2C /; loose 4S", -1);
	cr_assert_eq(choose(0), MK_OK);
	cr_assert_eq(klondike_explanations(as_view(&view)), 1);
}
