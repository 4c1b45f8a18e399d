/* The exact solver: its wins are playable, and looser rules never lose what stricter ones won. */
#include "games/klondike/helpers.h"
#include "games/klondike/naive.h"
#include "games/klondike/position.h"
#include "games/klondike/solver.h"
#include "games/klondike/world.h"

#include <criterion/criterion.h>
#include <string.h>

enum { DEALS = 120, NODES = 30000 };

static struct klondike_solver *solver;

static void create(void)
{
	solver = klondike_solver_create((size_t)256 << 20);
	cr_assert_not_null(solver);
}

static void destroy(void)
{
	klondike_solver_destroy(solver);
}

TestSuite(solver, .init = create, .fini = destroy, .timeout = 120);

static struct klondike_world deal(const struct mk_rules *rules, uint64_t number)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 2026, number);
	klondike_deal((struct mk_world *)&world, rules, &rng);
	return world;
}

/* By the tests' own rules, which share no line with those of the library. */
static bool is_naively_legal(const struct klondike_view *view, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = naive_moves(view, moves);

	for (size_t i = 0; i < count; i++) {
		if (moves[i].kind == move.kind && moves[i].from == move.from &&
			moves[i].to == move.to && moves[i].cut == move.cut) {
			return true;
		}
	}
	return false;
}

static void assert_playable(struct klondike_world world)
{
	const struct mk_move *line;
	size_t length = klondike_solver_line(solver, &line);

	for (size_t i = 0; i < length; i++) {
		cr_assert(is_naively_legal(&world.known, line[i]), "move %zu", i);
		klondike_apply((struct mk_world *)&world, line[i]);
	}
	cr_assert_eq(klondike_outcome(&world.known), MK_WON);
}

static enum mk_verdict solve(const struct klondike_world *world)
{
	struct mk_solution solution;

	klondike_solve(solver, world, NODES, &solution);
	if (solution.verdict == MK_WINNABLE) {
		assert_playable(*world);
	}
	return solution.verdict;
}

static int solve_all(const char *preset, const char *option, int value)
{
	struct mk_rules rules = rules_with(preset, option, value);
	int won = 0;

	for (uint64_t i = 0; i < DEALS; i++) {
		struct klondike_world world = deal(&rules, i);

		won += solve(&world) == MK_WINNABLE;
	}
	return won;
}

Test(solver, every_win_is_playable_by_independent_rules)
{
	cr_assert_gt(solve_all("klondike-1", "draw", 1), DEALS / 2);
	cr_assert_gt(solve_all("klondike-1", "foundation_return", 0), DEALS / 2);
	cr_assert_gt(solve_all("klondike-1", "shuffles", 2), DEALS / 4);
	cr_assert_gt(solve_all("klondike-3", "draw", 3), DEALS / 2);
	cr_assert_gt(solve_all("klondike-3", "shuffles", 2), DEALS / 8);
	cr_assert_gt(solve_all("syvkabale", "shuffle_order", 1), DEALS / 2);
}

/* Stricter rules first: what they win, the looser ones must not lose. */
static void assert_never_worse(const char *preset, const char *option, int strict, int loose)
{
	struct mk_rules strict_rules = rules_with(preset, option, strict);
	struct mk_rules loose_rules = rules_with(preset, option, loose);

	for (uint64_t i = 0; i < DEALS; i++) {
		struct klondike_world one = deal(&strict_rules, i);
		struct klondike_world other = deal(&loose_rules, i);

		if (solve(&one) == MK_WINNABLE) {
			cr_assert_neq(solve(&other), MK_UNWINNABLE, "%s, deal %d", option, (int)i);
		}
	}
}

Test(solver, looser_rules_never_turn_a_win_into_a_loss)
{
	assert_never_worse("klondike-1", "foundation_return", 0, 1);
	assert_never_worse("klondike-1", "shuffles", 1, 2);
	assert_never_worse("klondike-1", "shuffles", 2, MK_UNLIMITED);
	assert_never_worse("klondike-3", "shuffles", 2, 3);
	assert_never_worse("klondike-1", "goal", 1, 0);
	assert_never_worse("klondike-3", "draw", 3, 1);
}

Test(solver, goes_on_from_any_position_of_a_won_line)
{
	struct mk_rules rules = *rules_of("klondike-1");
	int resumed = 0;

	for (uint64_t i = 0; i < 20; i++) {
		struct klondike_world world = deal(&rules, i);
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
		struct klondike_world world = deal(&mixed, i);
		struct klondike_world easier = deal(&endless, i);
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
	struct klondike_world world = deal(&rules, 3);
	struct mk_solution solution;

	klondike_solve(solver, &world, 1, &solution);
	cr_assert_eq(solution.verdict, MK_UNDECIDED);
	cr_assert_leq(solution.nodes, 1);
}
