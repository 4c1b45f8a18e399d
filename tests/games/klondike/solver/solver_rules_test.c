/*
 * Looser rules never turn a win into a loss: the exact solver asked about the same deals by rules
 * that allow more and more.
 */
#include "games/klondike/position.h"
#include "games/klondike/solving.h"

#include <criterion/criterion.h>

/* Under the sanitizers a tenth of the deals. */
enum { DEALS = 2000 / SHARE, NODES = 5000 };

TestSuite(solver_rules, .init = solving_begin, .fini = solving_end, .timeout = 600);

/* One option's values, the strictest first. */
struct relaxed {
	int option;
	int steps;
	int values[5];
};

/* Both verdicts known, they are compared; so many pairs were. */
static int assert_never_worse(const struct mk_rules *rules, const struct relaxed *relaxed)
{
	int compared = 0;

	for (uint64_t i = 0; i < DEALS; i++) {
		bool was_won = false;

		for (int step = 0; step < relaxed->steps; step++) {
			struct mk_rules looser = *rules;
			struct klondike_world world;
			enum mk_verdict verdict;

			looser.value[relaxed->option] = relaxed->values[step];
			world = dealt(&looser, i);
			verdict = verdict_on(&world, NODES);
			cr_assert(!was_won || verdict != MK_UNWINNABLE, "deal %d, value %d", (int)i,
				relaxed->values[step]);
			compared += was_won && verdict != MK_UNDECIDED;
			was_won = was_won || verdict == MK_WINNABLE;
		}
	}
	return compared;
}

static struct mk_rules strict(const char *preset)
{
	struct mk_rules rules = *rules_of(preset);

	rules.value[OPTION_FOUNDATION_RETURN] = 0;
	rules.value[OPTION_GOAL] = 1;
	return rules;
}

Test(solver_rules, one_more_redeal_loses_nothing)
{
	struct mk_rules rules = strict("klondike-1");
	struct relaxed redeals = {OPTION_SHUFFLES, 5, {0, 1, 2, 3, MK_UNLIMITED}};

	cr_assert_gt(assert_never_worse(&rules, &redeals), DEALS / 2);
}

Test(solver_rules, one_more_redeal_by_threes_loses_nothing)
{
	struct mk_rules rules = strict("klondike-3");
	struct relaxed redeals = {OPTION_SHUFFLES, 5, {0, 1, 2, 3, MK_UNLIMITED}};

	cr_assert_gt(assert_never_worse(&rules, &redeals), DEALS / 4);
}

Test(solver_rules, return_from_foundations_loses_nothing)
{
	struct mk_rules rules = strict("klondike-1");
	struct relaxed back = {OPTION_FOUNDATION_RETURN, 2, {0, 1}};

	cr_assert_gt(assert_never_worse(&rules, &back), DEALS / 2);
}

Test(solver_rules, return_from_foundations_by_threes_loses_nothing)
{
	struct mk_rules rules = strict("klondike-3");
	struct relaxed back = {OPTION_FOUNDATION_RETURN, 2, {0, 1}};

	cr_assert_gt(assert_never_worse(&rules, &back), DEALS / 2);
}

Test(solver_rules, single_cards_lose_nothing_that_threes_won)
{
	struct mk_rules rules = strict("klondike-3");
	struct relaxed draw = {OPTION_DRAW, 2, {3, 1}};

	cr_assert_gt(assert_never_worse(&rules, &draw), DEALS / 2);
	rules.value[OPTION_SHUFFLES] = 3;
	cr_assert_gt(assert_never_worse(&rules, &draw), DEALS / 8);
}

Test(solver_rules, cards_that_are_only_turned_up_lose_nothing)
{
	struct mk_rules rules = strict("klondike-1");
	struct relaxed goal = {OPTION_GOAL, 2, {1, 0}};

	for (int shuffles = 0; shuffles < 4; shuffles += 3) {
		rules.value[OPTION_SHUFFLES] = shuffles;
		cr_assert_gt(assert_never_worse(&rules, &goal), DEALS / 40);
	}
	rules = strict("klondike-3");
	cr_assert_gt(assert_never_worse(&rules, &goal), DEALS / 2);
}
