/* The solver: known deals, solutions that the rules allow, an answer that the budget decides. */
#include "base/sanitized.h"
#include "games/freecell/game.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 64 << 20, POSITIONS_LIMIT = 1000000 };

TestSuite(solver, .timeout = 120);

static struct freecell_view numbered(uint32_t number, bool in_suit)
{
	struct freecell_view world = {.cells = CELLS, .in_suit = in_suit};

	freecell_lay_out(&world, number);
	return world;
}

/* Every move of the line is allowed, and it ends with all cards up. */
static void assert_wins(struct mk_solver *solver, struct freecell_view view)
{
	const struct mk_move *line;
	size_t length = freecell_solver.line(solver, &line);

	for (size_t i = 0; i < length; i++) {
		cr_assert(freecell_allows(&view, line[i]));
		freecell_play(&view, line[i]);
	}
	cr_assert(freecell_is_won(&view));
}

static enum mk_verdict verdict_of(struct mk_solver *solver, uint32_t number, bool in_suit)
{
	struct freecell_view world = numbered(number, in_suit);
	struct mk_solution solution;

	freecell_solver.solve(solver, (const struct mk_world *)&world, POSITIONS_LIMIT, &solution);
	cr_assert_leq(solution.nodes, POSITIONS_LIMIT);
	if (solution.verdict == MK_WINNABLE) {
		assert_wins(solver, world);
	} else {
		const struct mk_move *line;

		cr_assert_eq(freecell_solver.line(solver, &line), 0);
	}
	return solution.verdict;
}

Test(solver, deals_are_won_by_moves_that_the_rules_allow)
{
	struct mk_solver *solver = freecell_solver.create(BYTES);
	int won = 0, deals = games_to_play(500);

	for (int i = 0; i < deals; i++) {
		won += verdict_of(solver, (uint32_t)(1 + i * 64), false) == MK_WINNABLE;
	}
	cr_assert_eq(won, deals);
	freecell_solver.destroy(solver);
}

/* The only one of the 32,000 and the others of the first million: exhausted by several programs. */
Test(solver, the_deals_known_to_be_impossible_are_proven_so)
{
	static const uint32_t numbers[] = {
		11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948};
	struct mk_solver *solver = freecell_solver.create(BYTES);

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		cr_expect_eq(
			verdict_of(solver, numbers[i], false), MK_UNWINNABLE, "%u", numbers[i]);
	}
	freecell_solver.destroy(solver);
}

Test(solver, hard_deals_are_won)
{
	static const uint32_t numbers[] = {1941, 10692, 16816, 21554, 30359};
	struct mk_solver *solver = freecell_solver.create(BYTES);

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		cr_expect_eq(verdict_of(solver, numbers[i], false), MK_WINNABLE, "%u", numbers[i]);
	}
	freecell_solver.destroy(solver);
}

/* Three of four deals of Baker's game can be won. */
Test(solver, bakers_game_is_decided)
{
	struct mk_solver *solver = freecell_solver.create(BYTES);
	int count[3] = {0}, deals = games_to_play(200);

	for (int i = 0; i < deals; i++) {
		count[verdict_of(solver, (uint32_t)(1 + i * 160), true)]++;
	}
	cr_expect_eq(count[MK_UNDECIDED], 0);
	cr_expect(count[MK_WINNABLE] > deals * 65 / 100 && count[MK_WINNABLE] < deals * 85 / 100);
	freecell_solver.destroy(solver);
}

/* ---- Against all games ---------------------------------------------------------------------- */

enum { SLOTS = 1 << 20, STACK = 1 << 16, DEALS = 40 };

/* Every table that moves of single cards lead to, without any shortcut of the solver. */
struct exhaustion {
	uint64_t seen[SLOTS];
	struct freecell_view todo[STACK];
	size_t count, reached;
	bool won;
};

static int by_bytes(const void *one, const void *other)
{
	return memcmp(one, other, COLUMN_SIZE);
}

static int by_card(const void *one, const void *other)
{
	return *(const mk_card *)one - *(const mk_card *)other;
}

/* Notes the table if it is a new one; the order of columns and cells makes no difference. */
static void reach(struct exhaustion *all, struct freecell_view view)
{
	struct freecell_view sorted = view;
	uint64_t hash = 14695981039346656037U;
	size_t slot;

	qsort(sorted.column, COLUMNS, COLUMN_SIZE, by_bytes);
	qsort(sorted.cell, CELLS, 1, by_card);
	memset(sorted.count, 0, sizeof sorted.count);
	sorted.idle = 0;
	for (size_t i = 0; i < sizeof sorted; i++) {
		hash = (hash ^ ((const unsigned char *)&sorted)[i]) * 1099511628211U;
	}
	for (slot = hash % SLOTS; all->seen[slot]; slot = (slot + 1) % SLOTS) {
		if (all->seen[slot] == hash) {
			return;
		}
	}
	all->reached++;
	all->seen[slot] = hash;
	all->todo[all->count++] = view;
	all->won |= freecell_is_won(&view);
}

/* MK_UNDECIDED where there are too many tables. */
static enum mk_verdict try_all_games(const struct freecell_view *view)
{
	static struct exhaustion all;

	memset(&all, 0, sizeof all);
	reach(&all, *view);
	while (all.count > 0 && !all.won) {
		struct freecell_view at = all.todo[--all.count];
		struct mk_move moves[MK_MAX_MOVES];
		size_t count = freecell_moves((const struct mk_view *)&at, moves);

		for (size_t i = 0; i < count; i++) {
			struct freecell_view next = at;

			if (all.reached == SLOTS / 2 || all.count == STACK) {
				return MK_UNDECIDED;
			}
			if (moves[i].cut == 1) {
				freecell_play(&next, moves[i]);
				reach(&all, next);
			}
		}
	}
	return all.won ? MK_WINNABLE : MK_UNWINNABLE;
}

/* With one cell there are few enough games of most deals to try them all. */
Test(solver, deals_with_one_cell_are_judged_as_by_trying_all_games)
{
	struct mk_solver *solver = freecell_solver.create(BYTES);
	int won = 0, lost = 0, deals = games_to_play(DEALS);

	for (int i = 0; i < deals; i++) {
		struct freecell_view world = numbered((uint32_t)i + 1, i % 2);
		struct mk_solution solution;
		enum mk_verdict tried;

		world.cells = 1;
		tried = try_all_games(&world);
		freecell_solver.solve(
			solver, (const struct mk_world *)&world, POSITIONS_LIMIT, &solution);
		cr_assert(tried == MK_UNDECIDED || solution.verdict == MK_UNDECIDED ||
				  solution.verdict == tried,
			"%d", i);
		won += tried == MK_WINNABLE;
		lost += tried == MK_UNWINNABLE;
	}
	cr_expect(won > 0 && lost > deals / 4, "%d won, %d lost of %d", won, lost, deals);
	freecell_solver.destroy(solver);
}

/* ---- The budget ----------------------------------------------------------------------------- */

Test(solver, the_same_budget_gives_the_same_answer_whatever_came_before)
{
	struct mk_solver *fresh = freecell_solver.create(BYTES),
			 *used = freecell_solver.create(BYTES);
	struct freecell_view world = numbered(10692, false);
	struct mk_solution first, second;
	const struct mk_move *line, *again;
	size_t length;

	verdict_of(used, 617, true);
	freecell_solver.solve(fresh, (const struct mk_world *)&world, POSITIONS_LIMIT, &first);
	freecell_solver.solve(used, (const struct mk_world *)&world, POSITIONS_LIMIT, &second);
	cr_assert_eq(first.verdict, MK_WINNABLE);
	cr_assert_eq(first.nodes, second.nodes);
	length = freecell_solver.line(fresh, &line);
	cr_assert_eq(freecell_solver.line(used, &again), length);
	cr_assert_arr_eq(line, again, length * sizeof *line);
	freecell_solver.destroy(fresh);
	freecell_solver.destroy(used);
}

Test(solver, too_small_a_budget_or_memory_leaves_a_deal_open)
{
	struct mk_solver *solver = freecell_solver.create(BYTES),
			 *small = freecell_solver.create(0);
	struct freecell_view world = numbered(11982, false);
	struct mk_solution solution;

	freecell_solver.solve(solver, (const struct mk_world *)&world, 1000, &solution);
	cr_expect_eq(solution.verdict, MK_UNDECIDED);
	cr_expect_leq(solution.nodes, 1000);
	freecell_solver.solve(small, (const struct mk_world *)&world, POSITIONS_LIMIT, &solution);
	cr_expect_eq(solution.verdict, MK_UNDECIDED);
	freecell_solver.destroy(solver);
	freecell_solver.destroy(small);
}

Test(solver, a_table_whose_cards_all_go_up_is_won)
{
	struct freecell_view world = {.cells = CELLS, .known = 1, .up = {13, 13, 13, 11}};
	struct mk_solver *solver = freecell_solver.create(1 << 20);
	struct mk_solution solution;

	world.column[0][0] = MK_CARD(13, MK_SPADES);
	world.column[0][1] = MK_CARD(12, MK_SPADES);
	world.count[0] = 2;
	freecell_solver.solve(solver, (const struct mk_world *)&world, 10, &solution);
	cr_assert_eq(solution.verdict, MK_WINNABLE);
	assert_wins(solver, world);
	freecell_solver.destroy(solver);
}
