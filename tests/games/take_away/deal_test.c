/* Groups by chance: whatever the rules leave open, what they say holds. */
#include "games/take_away/rules.h"
#include "games/take_away/world.h"

#include <criterion/criterion.h>

enum { DEALS = 300 };

static struct take_away_view dealt(const struct mk_rules *rules, uint64_t seed)
{
	struct take_away_view view;
	struct mk_rng rng;

	mk_rng_init(&rng, 7, seed);
	take_away_deal((struct mk_world *)&view, rules, &rng);
	return view;
}

static uint64_t sum_of(const struct take_away_view *view)
{
	uint64_t sum = 0;

	for (unsigned group = 0; group < view->count; group++) {
		cr_assert_geq(view->left[group], 1);
		cr_assert_leq(view->left[group], GROUP_CARDS);
		cr_assert_geq(view->limit[group], 1);
		cr_assert_leq(view->limit[group], view->left[group]);
		sum += view->left[group];
	}
	return sum;
}

static struct mk_rules with_limits(int preset, int count, int32_t limit)
{
	struct mk_rules rules = take_away_presets[preset].rules;

	rules.value[OPTION_LIMITS] = count;
	for (int i = 0; i < count; i++) {
		rules.list_values[GROUPS + i] = limit;
	}
	return rules;
}

Test(take_away_deal, the_groups_have_the_total_of_the_rules)
{
	static const int32_t totals[] = {1, 2, 10, 200, 1000000000, INT32_MAX};
	struct mk_rules rules = take_away_presets[0].rules;
	bool differ = false;

	for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++) {
		rules.value[OPTION_TOTAL] = totals[i];
		cr_assert_eq(take_away_check_deal(&rules, NULL), MK_OK);
		for (uint64_t seed = 0; seed < DEALS; seed++) {
			struct take_away_view view = dealt(&rules, seed);

			cr_assert_eq(sum_of(&view), (uint64_t)totals[i]);
			differ |= view.count != dealt(&rules, seed + 1).count;
		}
	}
	cr_assert(differ);
}

Test(take_away_deal, the_bounds_of_the_original_program_hold_with_a_total_and_with_limits)
{
	struct mk_rules total = take_away_presets[1].rules, limited = with_limits(1, 3, 2);

	total.value[OPTION_TOTAL] = 13;
	limited.value[OPTION_TOTAL] = 11;
	for (uint64_t seed = 0; seed < DEALS; seed++) {
		struct take_away_view one = dealt(&total, seed), other = dealt(&limited, seed);

		cr_assert_eq(sum_of(&one), 13);
		cr_assert_eq(sum_of(&other), 11);
		cr_assert_leq(one.count, 4);
		cr_assert_eq(other.count, 3);
		for (unsigned group = 0; group < one.count; group++) {
			cr_assert_lt(one.limit[group], one.left[group]);
		}
		for (unsigned group = 0; group < other.count; group++) {
			cr_assert_eq(other.limit[group], 2);
			cr_assert_gt(other.left[group], 2);
		}
	}
}

Test(take_away_deal, no_group_has_more_cards_than_a_group_may_have)
{
	struct mk_rules rules = with_limits(0, 2, GROUP_CARDS);

	for (uint64_t seed = 0; seed < DEALS; seed++) {
		struct take_away_view view = dealt(&rules, seed);

		cr_assert_eq(sum_of(&view), 2 * (uint64_t)GROUP_CARDS);
	}
}

static void assert_refused(struct mk_rules rules, const char *pointer)
{
	struct mk_error error = {0};

	cr_assert_eq(take_away_check_deal(&rules, &error), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.where, pointer);
}

Test(take_away_deal, rules_that_no_groups_fit_are_refused)
{
	struct mk_rules small = with_limits(0, 2, 5), many = with_limits(0, 1, 1);
	struct mk_rules homework = take_away_presets[1].rules;

	small.value[OPTION_TOTAL] = 9;
	assert_refused(small, "/rules/total");
	many.value[OPTION_TOTAL] = GROUP_CARDS + 1;
	assert_refused(many, "/rules/total");
	assert_refused(with_limits(1, 4, 3), "/rules/limits");
	assert_refused(with_limits(1, 5, 1), "/rules/limits");
	homework.value[OPTION_TOTAL] = 14;
	assert_refused(homework, "/rules/total");
	homework.value[OPTION_TOTAL] = 1;
	assert_refused(homework, "/rules/total");
}

/* Simulations play by such rules: the groups are as near to them as they can be. */
Test(take_away_deal, rules_that_no_groups_fit_deal_few_cards)
{
	struct mk_rules rules = with_limits(0, 3, 100);
	struct mk_error error;

	rules.value[OPTION_TOTAL] = 3;
	cr_assert_neq(take_away_check_deal(&rules, &error), MK_OK);
	for (uint64_t seed = 0; seed < DEALS; seed++) {
		struct take_away_view view = dealt(&rules, seed);

		cr_assert_eq(view.count, 3);
		cr_assert_eq(sum_of(&view), 300);
	}
}

Test(take_away_deal, a_total_that_is_too_small_for_homework_deals_one_group)
{
	for (int preset = 0; preset < PRESETS; preset++) {
		struct mk_rules rules = take_away_presets[preset].rules;

		rules.value[OPTION_TOTAL] = 1;
		for (uint64_t seed = 0; seed < DEALS; seed++) {
			struct take_away_view view = dealt(&rules, seed);

			cr_assert_geq(view.count, 1);
			cr_assert_leq(sum_of(&view), 2);
		}
	}
}
