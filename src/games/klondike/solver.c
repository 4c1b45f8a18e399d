/*
 * The search of the exact solver.
 *
 * Steps are those that cannot be undone, and moves between foundations and columns; moves between
 * columns that turn nothing up are implied (ladder.h). What is left out is left out by proof:
 *   - a safe card goes up at once, alone (ladder_is_safe); from the stock where cards are turned
 * one by one and either redeals are unlimited or it is the front card, so that playing it costs no
 * turning;
 *   - a card that would be safe again is not brought back (Blake and Gent, corollary 2);
 *   - a card that just went up is not brought back at once, nor one that came back put up: that
 * only returns to a position already visited;
 *   - with limited redeals, of two equal tables the one that has turned less can do all that the
 *     other can (visited.h keeps the least clock).
 * Positions are kept exactly, never by a hash that could collide.
 */
#include "games/klondike/solver.h"

#include "games/klondike/deal.h"
#include "games/klondike/solver_line.h"
#include "games/klondike/solver_node.h"
#include "games/klondike/visited.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_STACK = 1024, MOST_CHILDREN = 64, MOST_DEPTH = 60000 };

struct klondike_solver {
	struct solver_deal deal;
	struct visited visited;
	struct solver_node *stack;
	size_t stack_room;
	size_t stacked;
	struct klondike_step *path; /* by depth */
	size_t path_room;
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

/* Room for a node's children is made before they are pushed. */
static void push(struct klondike_solver *solver, const struct solver_node *node,
	enum step_kind kind, int place)
{
	struct solver_node *child = &solver->stack[solver->stacked++];

	*child = solver_after(&solver->deal, node, kind, place);
	visited_expect(&solver->visited, child->key + 1);
}

/* The lowest card is pushed last, so taken first. */
static void push_all(struct klondike_solver *solver, const struct solver_node *node,
	enum step_kind kind, ladder_set cards)
{
	while (cards) {
		int highest = 63 - __builtin_clzll(cards);

		push(solver, node, kind, highest);
		cards &= ~LADDER_BIT(highest);
	}
}

static ladder_set safe_cards(const struct solver_deal *deal, const struct solver_node *node)
{
	uint8_t height[MK_SUITS];
	ladder_set safe = 0;

	solver_heights(node, height);
	for (int suit = 0; suit < MK_SUITS; suit++) {
		if (ladder_is_safe(height, suit, deal->returns)) {
			safe |= LADDER_BIT(ladder_place(height[suit], suit));
		}
	}
	return safe & LADDER_DECK;
}

/* The tops of the foundations that would not be safe to put up again. */
static ladder_set returnable(const struct solver_node *node)
{
	uint8_t height[MK_SUITS];
	ladder_set cards = 0;

	solver_heights(node, height);
	for (int suit = 0; suit < MK_SUITS; suit++) {
		if (height[suit] == 0) {
			continue;
		}
		height[suit]--;
		if (!ladder_is_safe(height, suit, true)) {
			cards |= LADDER_BIT(ladder_place(height[suit], suit));
		}
		height[suit]++;
	}
	return cards;
}

static bool is_won(const struct solver_deal *deal, const struct solver_node *node)
{
	if (node->hidden > 0) {
		return false;
	}
	/* All face up: the lowest card left is always at a front, so only the stock can still
	 * hinder. */
	return !deal->cleared || node->rest == 0 || (!deal->three && deal->redeals == MK_UNLIMITED);
}

/* The front card of the waste, turned one by one: playing it turns nothing. */
static ladder_set free_stock(const struct solver_deal *deal, const struct solver_node *node)
{
	uint32_t below = node->rest & ((1u << node->turned) - 1);

	if (deal->three) {
		return 0;
	}
	if (deal->redeals == MK_UNLIMITED) {
		return node->stock;
	}
	return below ? LADDER_BIT(deal->stock[31 - __builtin_clz(below)]) : 0;
}

/* Pushes what can be done at `node`, the most promising last (it is taken first). */
static void expand(struct klondike_solver *solver, const struct solver_node *node)
{
	const struct solver_deal *deal = &solver->deal;
	ladder_set open = ladder_open(node->shown, node->first);
	ladder_set landing = ladder_landing(open, node->shown, node->first);
	ladder_set up = open & node->shown & node->wanted;
	ladder_set safe = safe_cards(deal, node);
	ladder_set undone = LADDER_BIT(node->undone);
	ladder_set reach;

	if (up & safe) {
		push(solver, node, STEP_UP, ladder_low(up & safe));
		return;
	}
	if (free_stock(deal, node) & safe) {
		push(solver, node, STEP_STOCK_UP, ladder_low(free_stock(deal, node) & safe));
		return;
	}
	reach = solver_reach(deal, node);
	if (deal->returns) {
		push_all(solver, node, STEP_BACK, returnable(node) & landing & ~undone);
	}
	push_all(solver, node, STEP_STOCK_UP, reach & node->wanted);
	push_all(solver, node, STEP_STOCK_DOWN, reach & landing);
	push_all(solver, node, STEP_UP, up & ~node->first & ~undone);
	push_all(solver, node, STEP_UP, up & node->first);
	push_all(solver, node, STEP_TURN_UP, node->shown & node->first & landing);
}

/* Searches what is stacked. A win leaves its last position in `last` and its steps in the path. */
static enum mk_verdict search(struct klondike_solver *solver, uint64_t node_limit, uint64_t *nodes,
	struct solver_node *last)
{
	while (solver->stacked > 0) {
		struct solver_node node = solver->stack[--solver->stacked];
		enum visited_answer answer = visited_add(
			&solver->visited, node.key + 1, solver_clock(&solver->deal, &node));

		if (answer == VISITED_BEFORE) {
			continue;
		}
		if (answer == VISITED_FULL || *nodes >= node_limit || node.depth >= MOST_DEPTH ||
			!note_path(solver, &node)) {
			return MK_UNDECIDED;
		}
		++*nodes;
		if (is_won(&solver->deal, &node)) {
			*last = node;
			return MK_WINNABLE;
		}
		if (solver->stacked + MOST_CHILDREN > solver->stack_room && !grow_stack(solver)) {
			return MK_UNDECIDED;
		}
		expand(solver, &node);
	}
	return MK_UNWINNABLE;
}

static enum mk_verdict solve(struct klondike_solver *solver, const struct klondike_world *world,
	uint64_t node_limit, uint64_t *nodes, struct solver_node *last)
{
	enum mk_verdict verdict;

	*nodes = 0;
	solver_set_up(&solver->deal, &solver->stack[0], world);
	solver->stacked = 1;
	if (!visited_start(&solver->visited, solver->deal.redeals != MK_UNLIMITED)) {
		return MK_UNDECIDED;
	}
	verdict = search(solver, node_limit, nodes, last);
	if (verdict == MK_UNWINNABLE && !world->known.rules.kept && world->known.shuffles != 0 &&
		world->known.pile_count > 0) {
		return MK_UNDECIDED;
	}
	return verdict;
}

void klondike_solve(struct klondike_solver *solver, const struct klondike_world *world,
	uint64_t node_limit, struct mk_solution *solution)
{
	struct solver_node last;

	solver->line.length = 0;
	solution->verdict = solve(solver, world, node_limit, &solution->nodes, &last);
	if (solution->verdict == MK_WINNABLE) {
		solver_write_line(world, solver->path, last.depth, &solver->line);
	}
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
