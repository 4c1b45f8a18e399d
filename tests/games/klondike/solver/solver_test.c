/* The exact solver: its wins are playable, from any position, and its losses are real. */
#include "games/klondike/position.h"
#include "games/klondike/referee.h"
#include "games/klondike/solver/solver_node.h"
#include "games/klondike/solving.h"
#include "games/klondike/table/world.h"

#include <criterion/criterion.h>
#include <string.h>

enum { DEALS = 120, NODES = 30000 };

TestSuite(solver, .init = solving_begin, .fini = solving_end, .timeout = 600);

static enum mk_verdict solve(const struct klondike_world *world)
{
	return verdict_on(world, NODES);
}

static int solve_all(const char *preset, const char *option, int value)
{
	struct mk_rules rules = rules_with(preset, option, value);
	int won = 0;

	for (uint64_t i = 0; i < DEALS; i++) {
		struct klondike_world world = dealt(&rules, i);

		won += solve(&world) == MK_WINNABLE;
	}
	return won;
}

Test(solver, wins_many_deals)
{
	cr_assert_gt(solve_all("klondike-1", "draw", 1), DEALS / 2);
	cr_assert_gt(solve_all("klondike-1", "foundation_return", 0), DEALS / 2);
	cr_assert_gt(solve_all("klondike-1", "shuffles", 2), DEALS / 4);
	cr_assert_gt(solve_all("klondike-3", "draw", 3), DEALS / 2);
	cr_assert_gt(solve_all("klondike-3", "shuffles", 2), DEALS / 8);
	cr_assert_gt(solve_all("syvkabale", "shuffle_order", 1), DEALS / 2);
}

/* All choices that the solver knows of, in every combination. */
static void options_of(int number, struct mk_rules *rules)
{
	static const int shuffles[] = {0, 1, 2, 3, MK_UNLIMITED};

	*rules = *rules_of("klondike-1");
	rules->value[OPTION_DRAW] = number % 2 ? 3 : 1;
	rules->value[OPTION_FOUNDATION_RETURN] = number / 2 % 2;
	rules->value[OPTION_GOAL] = number / 4 % 2;
	rules->value[OPTION_FIRST_CARD_UP] = number / 8 % 2;
	rules->value[OPTION_SHUFFLE_ORDER] = number / 16 % 2;
	rules->value[OPTION_SHUFFLES] = shuffles[number / 32];
}

Test(solver, has_a_line_that_the_referee_accepts_for_every_win_by_any_options)
{
	int won[160] = {0};

	for (int number = 0; number < 160; number++) {
		struct mk_rules rules;

		options_of(number, &rules);
		for (uint64_t i = 0; i < 60 / SHARE; i++) {
			struct klondike_world world = dealt(&rules, i);

			won[number] += verdict_on(&world, 3000) == MK_WINNABLE;
		}
	}
	/* By threes without a shuffle hardly a deal is won; by all others some are. */
	for (int number = 32; number < 160 && SHARE == 1; number++) {
		bool mixes = number / 16 % 2 == 0;

		cr_assert(mixes || won[number] > 0, "options %d", number);
	}
}

Test(solver, decides_a_position_like_the_table_that_it_was_read_from)
{
	struct mk_rules rules[] = {*rules_of("klondike-1"), *rules_of("klondike-3"),
		rules_with("syvkabale", "shuffle_order", 1)};

	for (uint64_t i = 0; i < 3 * DEALS / SHARE; i++) {
		struct klondike_world world = dealt(&rules[i % 3], i);
		struct solver_deal deal;
		struct solver_node root;

		solver_set_up(&deal, &root, &world);
		/* By whatever step it was reached: these would leave out others. */
		root.step = (struct klondike_macro){STEP_STOCK_DOWN, 0};
		root.undone = 5;
		cr_assert_eq(klondike_solve_position(solver, &deal, &root, NODES), solve(&world));
	}
}

Test(solver, finds_the_easiest_rules_no_harder)
{
	struct mk_rules rules = *rules_of("klondike-3");
	int more = 0;

	for (uint64_t i = 0; i < DEALS / SHARE; i++) {
		struct klondike_world world = dealt(&rules, i);
		struct solver_deal deal;
		struct solver_node root;
		enum mk_verdict own, easy;

		solver_set_up(&deal, &root, &world);
		own = klondike_solve_position(solver, &deal, &root, NODES);
		solver_ease(&deal, &root);
		easy = klondike_solve_position(solver, &deal, &root, NODES);
		cr_assert(own != MK_WINNABLE || easy != MK_UNWINNABLE);
		more += own == MK_UNWINNABLE && easy == MK_WINNABLE;
	}
	cr_assert(SHARE > 1 || more > 0);
}

Test(solver, has_a_referee_that_misses_each_move_that_is_left_out)
{
	struct klondike_world world = dealt(rules_of("klondike-1"), 2);
	const struct mk_move *line;
	struct mk_move without[400];
	size_t length;

	cr_assert_eq(solve(&world), MK_WINNABLE);
	length = klondike_solver_line(solver, &line);
	cr_assert_lt(length, 400);
	for (size_t i = 0; i < length; i++) {
		memcpy(without, line, i * sizeof *line);
		memcpy(without + i, line + i + 1, (length - i - 1) * sizeof *line);
		cr_assert_not_null(referee(&world, without, length - 1), "move %zu", i);
	}
}

Test(solver, goes_on_from_any_position_of_a_won_line)
{
	struct mk_rules rules = *rules_of("klondike-1");
	int resumed = 0;

	for (uint64_t i = 0; i < 20; i++) {
		struct klondike_world world = dealt(&rules, i);
		const struct mk_move *moves;
		struct mk_move line[40];

		if (solve(&world) != MK_WINNABLE || klondike_solver_line(solver, &moves) < 40) {
			continue;
		}
		memcpy(line, moves, sizeof line);
		for (int k = 0; k < 40; k++) {
			klondike_apply((struct mk_world *)&world, line[k]);
		}
		cr_assert_neq(solve(&world), MK_UNWINNABLE);
		resumed++;
	}
	cr_assert_gt(resumed, 10);
}

Test(solver, calls_lost_only_what_no_real_shuffle_can_save)
{
	struct mk_rules mixed = *rules_of("syvkabale");
	struct mk_rules endless = rules_with("syvkabale", "shuffle_order", 1);
	int undecided = 0, lost = 0;

	endless.value[OPTION_SHUFFLES] = MK_UNLIMITED;
	for (uint64_t i = 0; i < DEALS; i++) {
		struct klondike_world world = dealt(&mixed, i);
		struct klondike_world easier = dealt(&endless, i);
		enum mk_verdict verdict = solve(&world);

		undecided += verdict == MK_UNDECIDED;
		lost += verdict == MK_UNWINNABLE;
		if (verdict == MK_UNWINNABLE) {
			cr_assert_eq(solve(&easier), MK_UNWINNABLE, "deal %d", (int)i);
		}
	}
	cr_assert_gt(undecided, 0);
	cr_assert_gt(lost, 0);
}

Test(solver, stops_at_its_limit)
{
	struct mk_rules rules = *rules_of("klondike-3");
	struct klondike_world world = dealt(&rules, 3);
	struct mk_solution solution;

	klondike_solve(solver, &world, 1, &solution);
	cr_assert_eq(solution.verdict, MK_UNDECIDED);
	cr_assert_leq(solution.nodes, 1);
}
