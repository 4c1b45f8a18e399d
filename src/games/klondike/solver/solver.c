/*
 * The search of the exact solver: depth-first over positions that are identified exactly, not by a
 * hash that could collide. The macro-moves of a position, with the proofs for those that are left
 * out, are in solver_node.c.
 *
 * Of equal tables, one that has turned less dominates the others (visited.h). A game that is lost
 * with single cards and unlimited redeals is also lost under its own stricter rules, and however
 * its pile is mixed. That relaxed game has far fewer positions and is searched alternately with the
 * real one.
 */
#include "games/klondike/solver/solver.h"
#include "games/klondike/solver/deal.h"
#include "games/klondike/solver/solver_node.h"
#include "games/klondike/solver/visited.h"
#include "games/klondike/table/world.h"
#include "games/klondike/text/notation.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 256, FIRST_BUDGET = 2000, GROWTH = 20, EASIEST_SHARE = 10 };

/* A position on the path from the root, with its remaining macro-moves. */
struct frame {
	struct solver_node node;
	uint32_t next, end; /* range in the solver's steps; those of the next frame follow */
};

/* The start of a search. */
struct solver_start {
	struct solver_deal deal;
	struct solver_node root;
};

struct klondike_solver {
	struct solver_deal deal;
	struct solver_start own, easiest;
	struct visited visited;
	struct frame *frames;
	struct klondike_macro *steps;
	uint32_t frames_capacity, steps_capacity, depth;
	bool is_full; /* memory limit reached */
	bool is_won;
	uint64_t nodes, node_limit;
	struct klondike_world world; /* the last solved world, for its line */
	struct solver_moves line;
};

struct klondike_solver *klondike_solver_create(size_t most_bytes)
{
	struct klondike_solver *solver = calloc(1, sizeof *solver);

	if (!solver) {
		return NULL;
	}
	solver->frames_capacity = FIRST_CAPACITY;
	solver->steps_capacity = FIRST_CAPACITY;
	solver->frames = malloc(FIRST_CAPACITY * sizeof *solver->frames);
	solver->steps = malloc(FIRST_CAPACITY * sizeof *solver->steps);
	if (!solver->frames || !solver->steps || !visited_init(&solver->visited, most_bytes)) {
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
	free(solver->frames);
	free(solver->steps);
	free(solver);
}

/* ---- The search ----------------------------------------------------------------------------- */

/* Grows the arrays for one more frame and for the steps of the last one. */
static bool make_room(struct klondike_solver *solver, uint32_t steps)
{
	if (solver->depth + 2 > solver->frames_capacity) {
		struct frame *frames =
			realloc(solver->frames, sizeof *frames * solver->frames_capacity * 2);

		if (!frames) {
			return false;
		}
		solver->frames = frames;
		solver->frames_capacity *= 2;
	}
	if (steps + MAX_STEPS > solver->steps_capacity) {
		struct klondike_macro *more =
			realloc(solver->steps, sizeof *more * solver->steps_capacity * 2);

		if (!more) {
			return false;
		}
		solver->steps = more;
		solver->steps_capacity *= 2;
	}
	return true;
}

static bool is_won(const struct solver_deal *deal, const struct solver_node *node)
{
	/*
	 * All cards are face up: the lowest card left is always in front, so only the stock can
	 * prevent the win.
	 */
	return node->hidden == 0 && (!deal->cleared || node->rest == 0 || deal->stock_is_free);
}

static enum visited_answer visit(struct klondike_solver *solver, const struct solver_node *node)
{
	if (solver_is_passing(&solver->deal, node)) {
		return VISITED_NEW;
	}
	return visited_add(&solver->visited, node->key + 1, solver_clock(&solver->deal, node));
}

/* Prefetches the cache lines of all successors if the set is larger than the caches. */
static void expect_all(struct klondike_solver *solver, const struct frame *frame)
{
	struct solver_node after;

	for (uint32_t i = frame->next; i < frame->end; i++) {
		solver_take_step(&solver->deal, &frame->node, solver->steps[i], &after);
		visited_expect(&solver->visited, after.key + 1);
	}
}

/* Lists the macro-moves of the last frame; they begin at index `first`. */
static bool expand(struct klondike_solver *solver, uint32_t first)
{
	struct frame *frame;

	if (!make_room(solver, first)) {
		return false;
	}
	frame = &solver->frames[solver->depth];
	if (frame->node.step.kind == STEP_STOCK_UP || frame->node.step.kind == STEP_STOCK_DOWN) {
		solver_note_reach(&solver->deal, &frame->node);
	}
	frame->next = first;
	frame->end = first + solver_find_steps(&solver->deal, &frame->node, solver->steps + first);
	if (visited_is_large(&solver->visited)) {
		expect_all(solver, frame);
	}
	return true;
}

/*
 * Visits the position of the last frame, whose steps will begin at index `first`. Returns true if
 * the search ends, with its verdict. Removes the frame of a position that is dominated by an
 * earlier one.
 */
static bool look_at(
	struct klondike_solver *solver, uint32_t first, uint64_t stop, enum mk_verdict *verdict)
{
	const struct solver_node *node = &solver->frames[solver->depth].node;
	enum visited_answer answer = visit(solver, node);

	if (answer == VISITED_BEFORE) {
		solver->depth--;
		return false;
	}
	if (solver->nodes >= stop) {
		*verdict = MK_UNDECIDED;
		return true;
	}
	solver->nodes++;
	if (is_won(&solver->deal, node)) {
		*verdict = MK_WINNABLE;
		return true;
	}
	if (answer == VISITED_FULL || !expand(solver, first)) {
		solver->is_full = true;
		*verdict = MK_UNDECIDED;
		return true;
	}
	return false;
}

/* Searches from the first frame until `stop` positions have been visited. */
static enum mk_verdict search(struct klondike_solver *solver, uint64_t stop)
{
	enum mk_verdict verdict = MK_UNWINNABLE;
	bool is_over = look_at(solver, 0, stop, &verdict);

	while (!is_over) {
		struct frame *frame = &solver->frames[solver->depth];

		if (frame->next < frame->end) {
			solver->depth++;
			solver_take_step(&solver->deal, &frame->node, solver->steps[frame->next++],
				&frame[1].node);
			is_over = look_at(solver, frame->end, stop, &verdict);
		} else if (solver->depth-- == 0) {
			return MK_UNWINNABLE;
		}
	}
	return verdict;
}

/* Searches once from the start, with a budget of at most `budget` positions. */
static enum mk_verdict attempt(struct klondike_solver *solver, const struct solver_start *start,
	int round, uint64_t budget)
{
	uint64_t left = solver->node_limit - solver->nodes;
	enum mk_verdict verdict;

	solver->depth = 0;
	solver->deal = start->deal;
	solver->deal.highest_first = round % 2;
	solver->frames[0].node = start->root;
	visited_start(&solver->visited, solver_clock_kind(&solver->deal));
	verdict = search(solver, solver->nodes + (budget < left ? budget : left));
	visited_end(&solver->visited);
	return verdict;
}

/* ---- Whole tables --------------------------------------------------------------------------- */

/*
 * True if a redeal mixes the cards; then only a win without a redeal is known by the rules of the
 * table.
 */
static bool is_mixed(const struct klondike_view *view)
{
	return view->pile_count > 0 && !view->rules.kept && view->shuffles != 0;
}

/*
 * Iterative search: alternates between the table's own rules and the relaxed ones, each time with a
 * larger budget and another move order (a depth-first search that takes a wrong branch early may
 * not return from it), until one of them decides.
 */
static enum mk_verdict solve(struct klondike_solver *solver, bool mixes)
{
	enum mk_verdict own = MK_UNDECIDED;
	enum mk_verdict easiest = solver->own.deal.stock_is_free || solver->own.root.rest == 0
					  ? MK_WINNABLE
					  : MK_UNDECIDED;
	uint64_t budget = FIRST_BUDGET;

	solver->easiest = solver->own;
	solver_ease(&solver->easiest.deal, &solver->easiest.root);
	for (int round = 0; !solver->is_full && solver->nodes < solver->node_limit; round++) {
		if (own == MK_UNDECIDED) {
			own = attempt(solver, &solver->own, round, budget);
		}
		if (own == MK_WINNABLE || (own == MK_UNWINNABLE && !mixes)) {
			return own;
		}
		if (easiest == MK_UNDECIDED) {
			easiest = attempt(solver, &solver->easiest, round, budget * EASIEST_SHARE);
		}
		if (easiest == MK_UNWINNABLE) {
			return MK_UNWINNABLE;
		}
		if (own == MK_UNWINNABLE && easiest == MK_WINNABLE) {
			return MK_UNDECIDED;
		}
		budget *= GROWTH;
	}
	return MK_UNDECIDED;
}

static void begin(struct klondike_solver *solver, uint64_t node_limit)
{
	solver->nodes = 0;
	solver->node_limit = node_limit;
	solver->is_full = false;
}

enum mk_verdict klondike_solve_position(struct klondike_solver *solver,
	const struct solver_deal *deal, const struct solver_node *node, uint64_t node_limit)
{
	begin(solver, node_limit);
	solver->is_won = false;
	solver->own.deal = *deal;
	solver->own.root = *node;
	solver->own.root.step = (struct klondike_macro){STEP_NONE, 0};
	solver->own.root.undone = NO_PLACE;
	solver_note_reach(deal, &solver->own.root);
	return solve(solver, false);
}

void klondike_solve(struct klondike_solver *solver, const struct klondike_world *world,
	uint64_t node_limit, struct mk_solution *solution)
{
	begin(solver, node_limit);
	solver_set_up(&solver->own.deal, &solver->own.root, world);
	solution->verdict = solve(solver, is_mixed(&world->known));
	solution->nodes = solver->nodes;
	solver->is_won = solution->verdict == MK_WINNABLE;
	solver->world = *world;
}

static void write_line(struct klondike_solver *solver)
{
	struct solver_line line;

	solver_line_begin(&line, &solver->world, &solver->line);
	for (uint32_t i = 1; i <= solver->depth; i++) {
		solver_line_add(&line, solver->frames[i].node.step);
	}
	solver_line_finish(&line);
}

size_t klondike_solver_line(struct klondike_solver *solver, const struct mk_move **moves)
{
	solver->line.length = 0;
	if (solver->is_won) {
		write_line(solver);
	}
	*moves = solver->line.moves;
	return solver->line.length;
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

static size_t line(struct mk_solver *solver, const struct mk_move **moves)
{
	return klondike_solver_line((struct klondike_solver *)solver, moves);
}

const struct mk_solver_api klondike_exact = {
	.table_members = klondike_deal_members,
	.read_deal = klondike_read_deal,
	.complete = klondike_complete,
	.create = create,
	.destroy = destroy,
	.solve = solve_world,
	.line = line,
};

/* ---- Real moves for a solver's steps -------------------------------------------------------- */

/* Plays and records a move; false at the maximum length of the line. */
static bool play(struct solver_line *line, struct mk_move move)
{
	struct solver_moves *moves = line->moves;

	if (moves->length == SOLVER_LINE) {
		return false;
	}
	moves->moves[moves->length++] = move;
	klondike_apply((struct mk_world *)&line->world, move);
	return true;
}

static bool play_step(struct solver_line *line, struct klondike_macro step)
{
	struct mk_move move;
	bool completes = false;

	while (!completes) {
		if (!klondike_macro_next_move(&line->world.known, step, &move, &completes) ||
			!play(line, move)) {
			return false;
		}
	}
	return true;
}

/*
 * The next macro-move if all cards are face up: puts up the next card that can go up, otherwise
 * turns the stock.
 */
static struct klondike_macro clearing_step(const struct klondike_view *view)
{
	for (int suit = 0; suit < MK_SUITS; suit++) {
		mk_card next = MK_CARD(view->foundation[suit] + 1, suit);

		for (int column = 0; column < COLUMNS; column++) {
			if (klondike_front(view, column) == next) {
				return (struct klondike_macro){
					STEP_UP, (uint8_t)ladder_of_card(next)};
			}
		}
		if (klondike_front(view, DRAW_PILE) == next) {
			return (struct klondike_macro){
				STEP_STOCK_UP, (uint8_t)ladder_of_card(next)};
		}
	}
	return (struct klondike_macro){STEP_TURN, 0};
}

void solver_line_begin(
	struct solver_line *line, const struct klondike_world *world, struct solver_moves *moves)
{
	line->world = *world;
	line->moves = moves;
	line->is_broken = false;
	moves->length = 0;
}

void solver_line_add(struct solver_line *line, struct klondike_macro step)
{
	line->is_broken = line->is_broken || !play_step(line, step);
}

void solver_line_finish(struct solver_line *line)
{
	const struct klondike_view *view = &line->world.known;

	while (!line->is_broken && klondike_outcome(view) == MK_PLAYING) {
		solver_line_add(line, clearing_step(view));
	}
	if (line->is_broken || klondike_outcome(view) != MK_WON) {
		line->moves->length = 0;
	}
}
