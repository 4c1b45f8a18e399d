/*
 * The search of the exact solver: depth first, over positions that are kept exactly, never by a
 * hash that could collide. Which steps it takes at a position, and why no others, is in
 * solver_steps.c.
 *
 * Of equal tables, one that has turned less can do all that another can (visited.h). And a game
 * that is lost when single cards are turned without end is lost by its stricter rules, too, or
 * however its pile is mixed: that easier game is searched in between, as it has far fewer
 * positions.
 */
#include "games/klondike/solver.h"

#include "games/klondike/deal.h"
#include "games/klondike/solver_line.h"
#include "games/klondike/solver_node.h"
#include "games/klondike/solver_steps.h"
#include "games/klondike/visited.h"

#include <stdlib.h>

enum { FIRST_STACK = 1024, MOST_DEPTH = 60000, FIRST_BUDGET = 10000, GROWTH = 10 };

struct klondike_solver {
	struct solver_deal deal;
	struct visited visited;
	struct solver_node *stack;
	size_t stack_room;
	size_t stacked;
	struct klondike_step *path; /* by depth */
	size_t path_room;
	uint64_t nodes, node_limit;
	uint16_t depth; /* of the win */
	bool is_full;   /* memory is out */
	struct solver_moves line;
};

struct klondike_solver *klondike_solver_create(size_t most_bytes)
{
	struct klondike_solver *solver = calloc(1, sizeof *solver);

	if (!solver) {
		return NULL;
	}
	solver->stack_room = FIRST_STACK;
	solver->path_room = FIRST_STACK;
	solver->stack = malloc(solver->stack_room * sizeof *solver->stack);
	solver->path = malloc(solver->path_room * sizeof *solver->path);
	if (!solver->stack || !solver->path || !visited_init(&solver->visited, most_bytes)) {
		klondike_solver_destroy(solver);
		return NULL;
	}
	return solver;
}

void klondike_solver_destroy(struct klondike_solver *solver)
{
	if (!solver) {
		return;
	}
	visited_finish(&solver->visited);
	free(solver->stack);
	free(solver->path);
	free(solver);
}

static bool grow_stack(struct klondike_solver *solver)
{
	size_t room = solver->stack_room * 2;
	struct solver_node *stack = realloc(solver->stack, room * sizeof *stack);

	if (!stack) {
		return false;
	}
	solver->stack = stack;
	solver->stack_room = room;
	return true;
}

static bool note_path(struct klondike_solver *solver, const struct solver_node *node)
{
	if (node->depth == MOST_DEPTH) {
		return false;
	}
	if (node->depth >= solver->path_room) {
		size_t room = solver->path_room * 2;
		struct klondike_step *path = realloc(solver->path, room * sizeof *path);

		if (!path) {
			return false;
		}
		solver->path = path;
		solver->path_room = room;
	}
	solver->path[node->depth] = node->step;
	return true;
}

/* Of what was stacked from `first` on, leaves what is new. False when memory is out. */
static bool keep_new(struct klondike_solver *solver, size_t first)
{
	size_t kept = first;

	for (size_t i = first; i < solver->stacked; i++) {
		const struct solver_node *node = &solver->stack[i];
		enum visited_answer answer = VISITED_NEW;

		if (!solver_is_passing(&solver->deal, node)) {
			answer = visited_add(
				&solver->visited, node->key + 1, solver_clock(&solver->deal, node));
		}
		if (answer == VISITED_FULL) {
			return false;
		}
		if (answer == VISITED_NEW) {
			solver->stack[kept++] = *node;
		}
	}
	solver->stacked = kept;
	return true;
}

/* Stacks what can follow `node`, what is to be tried first on top. False when memory is out. */
static bool expand(struct klondike_solver *solver, const struct solver_node *node)
{
	size_t first = solver->stacked;
	struct solver_steps steps;

	if (first + MOST_STEPS > solver->stack_room && !grow_stack(solver)) {
		return false;
	}
	solver_find_steps(&solver->deal, node, &steps);
	for (unsigned i = steps.count; i-- > 0;) {
		struct solver_node *child = &solver->stack[solver->stacked++];

		solver_take_step(&solver->deal, node, steps.steps[i], child);
		visited_expect(&solver->visited, child->key + 1);
	}
	return keep_new(solver, first);
}

static bool is_won(const struct solver_deal *deal, const struct solver_node *node)
{
	/* All face up: the lowest card left is always at a front, so only the stock can still
	 * hinder. */
	return node->hidden == 0 && (!deal->cleared || node->rest == 0 || deal->stock_is_free);
}

/*
 * Searches what is stacked until `stop` positions have been looked at. A win leaves its steps in
 * the path.
 */
static enum mk_verdict search(struct klondike_solver *solver, uint64_t stop)
{
	while (solver->stacked > 0) {
		struct solver_node node = solver->stack[--solver->stacked];

		if (solver->nodes >= stop) {
			return MK_UNDECIDED;
		}
		solver->nodes++;
		if (!note_path(solver, &node)) {
			solver->is_full = true;
			return MK_UNDECIDED;
		}
		if (is_won(&solver->deal, &node)) {
			solver->depth = node.depth;
			return MK_WINNABLE;
		}
		if (!expand(solver, &node)) {
			solver->is_full = true;
			return MK_UNDECIDED;
		}
	}
	return MK_UNWINNABLE;
}

/* One search from the start, of at most `budget` of the positions that are left. */
static enum mk_verdict attempt(struct klondike_solver *solver, const struct klondike_world *world,
	enum solver_rules rules, uint64_t budget)
{
	uint64_t left = solver->node_limit - solver->nodes;

	solver_set_up(&solver->deal, &solver->stack[0], world, rules);
	visited_start(&solver->visited, solver_clock_kind(&solver->deal));
	solver->stacked = 1;
	(void)keep_new(solver, 0);
	return search(solver, solver->nodes + (budget < left ? budget : left));
}

static bool is_easiest(const struct klondike_view *view)
{
	return view->pile_count == 0 ||
	       (view->rules.draw == 1 && view->rules.kept && view->shuffles == MK_UNLIMITED);
}

/* By the rules nothing but a win without a shuffle is known when shuffles mix. */
static bool is_mixed(const struct klondike_view *view)
{
	return view->pile_count > 0 && !view->rules.kept && view->shuffles != 0;
}
/*
 * The table's own rules and the easiest ones are tried in turn, each time with more to spend, until
 * either decides.
 */
static enum mk_verdict solve(struct klondike_solver *solver, const struct klondike_world *world)
{
	enum mk_verdict own = MK_UNDECIDED;
	enum mk_verdict easiest = is_easiest(&world->known) ? MK_WINNABLE : MK_UNDECIDED;

	for (uint64_t budget = FIRST_BUDGET; !solver->is_full && solver->nodes < solver->node_limit;
		budget *= GROWTH) {
		if (own == MK_UNDECIDED) {
			own = attempt(solver, world, SOLVER_OWN_RULES,
				easiest == MK_WINNABLE ? UINT64_MAX : budget);
		}
		if (own == MK_WINNABLE || (own == MK_UNWINNABLE && !is_mixed(&world->known))) {
			return own;
		}
		if (easiest == MK_UNDECIDED) {
			easiest = attempt(solver, world, SOLVER_EASIEST_RULES, budget *= GROWTH);
		}
		if (easiest == MK_UNWINNABLE) {
			return MK_UNWINNABLE;
		}
		if (own == MK_UNWINNABLE && easiest == MK_WINNABLE) {
			return MK_UNDECIDED;
		}
	}
	return MK_UNDECIDED;
}

void klondike_solve(struct klondike_solver *solver, const struct klondike_world *world,
	uint64_t node_limit, struct mk_solution *solution)
{
	solver->line.length = 0;
	solver->nodes = 0;
	solver->node_limit = node_limit;
	solver->is_full = false;
	solution->verdict = solve(solver, world);
	if (solution->verdict == MK_WINNABLE) {
		solver_write_line(world, solver->path, solver->depth, &solver->line);
	}
	solution->nodes = solver->nodes;
	solution->length = solver->line.length;
	solution->line = solver->line.moves;
}

/* ---- For any caller ------------------------------------------------------------------------- */

static struct mk_solver *create(size_t most_bytes)
{
	return (struct mk_solver *)klondike_solver_create(most_bytes);
}

static void destroy(struct mk_solver *solver)
{
	klondike_solver_destroy((struct klondike_solver *)solver);
}

static void solve_world(struct mk_solver *solver, const struct mk_world *world, uint64_t node_limit,
	struct mk_solution *solution)
{
	klondike_solve((struct klondike_solver *)solver, world_of(world), node_limit, solution);
}

const struct mk_exact klondike_exact = {
	.read_deal = klondike_read_deal,
	.create = create,
	.destroy = destroy,
	.solve = solve_world,
};
