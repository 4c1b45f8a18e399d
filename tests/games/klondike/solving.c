#include "games/klondike/solving.h"

#include "games/klondike/referee.h"
#include "games/klondike/table/world.h"

#include <criterion/criterion.h>

struct klondike_solver *solver;

void solving_begin(void)
{
	solver = klondike_solver_create((size_t)256 << 20);
	cr_assert_not_null(solver);
}

void solving_end(void)
{
	klondike_solver_destroy(solver);
}

struct klondike_world dealt(const struct mk_rules *rules, uint64_t number)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 2026, number);
	klondike_deal((struct mk_world *)&world, rules, &rng);
	return world;
}

enum mk_verdict verdict_on(const struct klondike_world *world, uint64_t node_limit)
{
	struct mk_solution solution;
	const struct mk_move *line;
	size_t length;

	klondike_solve(solver, world, node_limit, &solution);
	cr_assert_leq(solution.nodes, node_limit);
	length = klondike_solver_line(solver, &line);
	if (solution.verdict == MK_WINNABLE) {
		const char *wrong = referee(world, line, length);

		cr_assert_null(wrong, "%s", wrong);
	} else {
		cr_assert_eq(length, 0);
	}
	return solution.verdict;
}
