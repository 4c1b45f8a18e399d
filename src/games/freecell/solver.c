/*
 * Best-first search for a win of a table.
 *
 * Positions that differ only in the order of columns or cells are identified. Cards that no other
 * card can need any more go to the foundations at once. A search that runs out of positions has
 * proven that there is no win. One that reaches its limit is restarted with other weights or a
 * larger limit, until the budget of positions is used up, so the result depends only on the budget.
 * Positions are identified by a 64-bit hash: among a million, two collide with a probability of
 * 3e-8.
 */
#include "games/freecell/freecell.h"
#include "games/freecell/game.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { PRIORITIES = 1024, MAX_DEPTH = 380, FIRST_LIMIT = 20000, MIN_POSITIONS = 1 << 12 };

static const uint32_t NONE = UINT32_MAX;

/* Weights of the estimated work left; the sum (lower is better) is the priority of a position. */
struct weights {
	int left;    /* a card that is not on its foundation */
	int buried;  /* a card that lies on the next card of a suit */
	int blocked; /* a card that lies on a card of lower rank */
	int broken;  /* a card that does not fit on the one below it */
	int cell;    /* an occupied cell */
	int empty;   /* an empty column (a gain) */
	int depth;   /* a move */
};

/*
 * Found by local changes on 400 deals. The first weights favour short wins; the last ones add
 * diversity.
 */
static const struct weights portfolio[] = {
	{.left = 4, .buried = 2, .blocked = 3, .broken = 4, .cell = 6, .empty = 4, .depth = 3},
	{.left = 4, .buried = 1, .blocked = 2, .broken = 4, .cell = 4, .empty = 3, .depth = 4},
	{.left = 2, .buried = 2, .blocked = 6, .broken = 4, .cell = 2, .empty = 2},
	{.left = 5, .buried = 5, .broken = 8, .cell = 5, .empty = 10},
};
enum { PORTFOLIO = sizeof portfolio / sizeof *portfolio, SHORT_WINS = 1 };

/* Maximum number of positions of a look-ahead search: a power of two. */
enum { LOOK_AHEAD = 1024 };

/* An expanded position: the cards of all columns, one column after the other. */
struct node {
	uint8_t count[COLUMNS];
	mk_card cell[CELLS];
	mk_card card[MK_DECK];
	uint32_t parent;
	uint32_t depth;
	struct mk_move move; /* from the parent */
};

/* A position to expand; it is recomputed from its parent. */
struct entry {
	uint32_t next;
	uint32_t parent;
	struct mk_move move;
};

struct mk_solver {
	size_t max_positions;
	struct node *nodes;
	struct entry *entries;
	uint64_t *visited; /* hashes; twice as many slots as entries; 0: free */
	size_t node_count, entry_count, visited_mask;
	uint32_t bucket[PRIORITIES]; /* lists of entries by priority, the newest first */
	unsigned lowest;
	/* State of the running search: */
	const struct weights *weights;
	size_t limit;
	bool won, dropped; /* a position was dropped, so running out of positions proves nothing */
	uint32_t best;     /* the entry with the least estimated work left, the root excepted; NONE:
			      none */
	int least;         /* the estimated work left there */
	struct freecell_view root;
	size_t line_length;
	struct mk_move line[MK_MAX_WINNING_LINE];
};

/* ---- Life ----------------------------------------------------------------------------------- */

static void destroy_freecell_solver(struct mk_solver *solver)
{
	if (solver) {
		free(solver->nodes);
		free(solver->entries);
		free(solver->visited);
		free(solver);
	}
}

/* `positions` is a power of two. A search touches only the memory that it needs. */
static struct mk_solver *create_solver(size_t positions)
{
	struct mk_solver *solver = calloc(1, sizeof *solver);

	if (!solver) {
		return NULL;
	}
	solver->max_positions = positions;
	solver->nodes = malloc(positions * sizeof *solver->nodes);
	solver->entries = malloc(positions * sizeof *solver->entries);
	solver->visited = malloc(2 * positions * sizeof *solver->visited);
	if (!solver->nodes || !solver->entries || !solver->visited) {
		destroy_freecell_solver(solver);
		return NULL;
	}
	return solver;
}

static struct mk_solver *create_freecell_solver(size_t max_bytes)
{
	size_t one = sizeof(struct entry) + sizeof(struct node) + 2 * sizeof(uint64_t);
	size_t positions = MIN_POSITIONS;

	while (2 * positions * one <= max_bytes && positions < NONE / 4) {
		positions *= 2;
	}
	return create_solver(positions);
}

/* ---- Safe moves ----------------------------------------------------------------------------- */

/*
 * True if a card can go up safely, because no card left behind could need it in a column: both
 * suits of the other colour have reached the rank below it or, where they lack one rank, the cards
 * of that rank can themselves go up safely. In Baker's game only its predecessor in suit fits on a
 * card.
 */
static bool is_safe(const struct freecell_view *view, int suit)
{
	int rank = view->up[suit] + 1, other = MK_RANKS, same = MK_RANKS;

	for (int i = 0; i < MK_SUITS; i++) {
		bool is_same = mk_is_red(MK_CARD(1, i)) == mk_is_red(MK_CARD(1, suit));
		int *lowest = is_same ? &same : &other;

		if (i != suit && view->up[i] < *lowest) {
			*lowest = view->up[i];
		}
	}
	return view->in_suit || other >= rank - 1 || (other >= rank - 2 && same >= rank - 3);
}

size_t freecell_settle(struct freecell_view *view, struct mk_move moves[MK_DECK])
{
	for (size_t count = 0;; count++) {
		uint8_t limit[MK_SUITS];
		struct mk_move move;

		for (int suit = 0; suit < MK_SUITS; suit++) {
			limit[suit] = (uint8_t)(view->up[suit] + is_safe(view, suit));
		}
		if (!freecell_next_up(view, limit, &move)) {
			return count;
		}
		freecell_play(view, move);
		if (moves) {
			moves[count] = move;
		}
	}
}

/* ---- Positions ------------------------------------------------------------------------------ */

static void pack(const struct freecell_view *view, struct node *node)
{
	mk_card *card = node->card;

	memcpy(node->count, view->count, sizeof node->count);
	memcpy(node->cell, view->cell, sizeof node->cell);
	for (unsigned column = 0; column < COLUMNS; column++) {
		memcpy(card, view->column[column], view->count[column]);
		card += view->count[column];
	}
}

/* `view` has its rules already. Cards that lie nowhere else are on the foundations. */
static void unpack(const struct node *node, struct freecell_view *view)
{
	const mk_card *card = node->card;

	memset(view->column, 0, sizeof view->column);
	memcpy(view->count, node->count, sizeof view->count);
	memcpy(view->cell, node->cell, sizeof view->cell);
	memset(view->up, MK_RANKS, sizeof view->up);
	for (unsigned column = 0; column < COLUMNS; column++) {
		for (unsigned i = 0; i < node->count[column]; i++, card++) {
			view->column[column][i] = *card;
			view->up[mk_suit(*card)]--;
		}
	}
	for (unsigned cell = 0; cell < CELLS; cell++) {
		if (view->cell[cell] != MK_NO_CARD) {
			view->up[mk_suit(view->cell[cell])]--;
		}
	}
}

static uint64_t mix(uint64_t hash)
{
	hash = (hash ^ hash >> 31) * 0x9e3779b97f4a7c15U;
	hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9U;
	return hash ^ hash >> 32;
}

/* Hash that does not depend on the order of columns and cells. Never 0. */
static uint64_t hash_of(const struct freecell_view *view)
{
	uint64_t hash = 0;

	for (unsigned column = 0; column < COLUMNS; column++) {
		uint64_t cards = 0;

		for (unsigned i = 0; i < view->count[column]; i++) {
			cards = (cards + view->column[column][i]) * 0xd6e8feb86659fd93U;
			cards ^= cards >> 32;
		}
		hash += mix(cards);
	}
	for (unsigned cell = 0; cell < CELLS; cell++) {
		hash += mix(view->cell[cell]);
	}
	return hash ? hash : 1;
}

/* True if the position was not visited before. */
static bool visit(struct mk_solver *solver, const struct freecell_view *view)
{
	uint64_t hash = hash_of(view);
	size_t slot = hash & solver->visited_mask;

	while (solver->visited[slot] != 0) {
		if (solver->visited[slot] == hash) {
			return false;
		}
		slot = (slot + 1) & solver->visited_mask;
	}
	solver->visited[slot] = hash;
	return true;
}

/* ---- Estimates ------------------------------------------------------------------------------ */

static int column_cost(
	const struct freecell_view *view, unsigned column, const struct weights *weights)
{
	const mk_card *cards = view->column[column];
	int lowest = MK_RANKS + 1, blocked = 0, broken = 0, buried = 0;

	for (int i = 0, count = view->count[column]; i < count; i++) {
		int rank = mk_rank(cards[i]);

		blocked += rank > lowest;
		lowest = rank < lowest ? rank : lowest;
		broken += i > 0 && !freecell_fits(view, cards[i - 1], cards[i]);
		buried += freecell_goes_up(view, cards[i]) ? count - i - 1 : 0;
	}
	return blocked * weights->blocked + broken * weights->broken + buried * weights->buried +
	       view->count[column] * weights->left;
}

static int cost_of(const struct freecell_view *view, const struct weights *weights)
{
	int cost = 0;

	for (unsigned column = 0; column < COLUMNS; column++) {
		cost += view->count[column] ? column_cost(view, column, weights) : -weights->empty;
	}
	for (unsigned cell = 0; cell < CELLS; cell++) {
		cost += view->cell[cell] != MK_NO_CARD ? weights->cell + weights->left : 0;
	}
	return cost;
}

int freecell_cost(const struct freecell_view *view)
{
	return cost_of(view, &portfolio[0]);
}

/* ---- The line of a win ---------------------------------------------------------------------- */

static void settle_line(struct mk_solver *solver, struct freecell_view *view)
{
	struct mk_move safe[MK_DECK];
	size_t count = freecell_settle(view, safe);

	for (size_t i = 0; i < count && solver->line_length < MK_MAX_WINNING_LINE; i++) {
		solver->line[solver->line_length++] = safe[i];
	}
}

/*
 * Writes the line to the position that `last` reaches from node `number`; with NONE, only the safe
 * moves of the root.
 */
static void write_line(struct mk_solver *solver, uint32_t number, struct mk_move last)
{
	struct mk_move moves[MAX_DEPTH + 1];
	size_t count = 0;
	struct freecell_view view = solver->root;

	for (; number != NONE; number = solver->nodes[number].parent) {
		moves[count++] = last;
		last = solver->nodes[number].move;
	}
	settle_line(solver, &view);
	while (count-- > 0 && solver->line_length < MK_MAX_WINNING_LINE) {
		solver->line[solver->line_length++] = moves[count];
		freecell_play(&view, moves[count]);
		settle_line(solver, &view);
	}
}

/* ---- One search ----------------------------------------------------------------------------- */

static void add_position(struct mk_solver *solver, const struct freecell_view *view,
	uint32_t parent, struct mk_move move)
{
	uint32_t depth = parent == NONE ? 0 : solver->nodes[parent].depth + 1;
	int left = cost_of(view, solver->weights);
	int cost = left + (int)depth * solver->weights->depth;
	unsigned priority = cost < 0 ? 0 : cost < PRIORITIES ? (unsigned)cost : PRIORITIES - 1;

	if (freecell_is_won(view)) {
		write_line(solver, parent, move);
		solver->won = true;
	} else if (solver->entry_count == solver->limit || depth == MAX_DEPTH) {
		solver->dropped = true;
	} else if (visit(solver, view)) {
		if (depth > 0 && left < solver->least) {
			solver->least = left;
			solver->best = (uint32_t)solver->entry_count;
		}
		solver->entries[solver->entry_count] =
			(struct entry){solver->bucket[priority], parent, move};
		solver->bucket[priority] = (uint32_t)solver->entry_count++;
		solver->lowest = priority < solver->lowest ? priority : solver->lowest;
	}
}

/* Removes and returns the entry with the best priority; NULL if there is none. */
static const struct entry *take_best(struct mk_solver *solver)
{
	const struct entry *entry;

	while (solver->lowest < PRIORITIES && solver->bucket[solver->lowest] == NONE) {
		solver->lowest++;
	}
	if (solver->lowest == PRIORITIES) {
		return NULL;
	}
	entry = &solver->entries[solver->bucket[solver->lowest]];
	solver->bucket[solver->lowest] = entry->next;
	return entry;
}

static void expand(struct mk_solver *solver, const struct entry *entry)
{
	uint32_t number = (uint32_t)solver->node_count++;
	struct node *node = &solver->nodes[number];
	struct mk_move moves[MK_MAX_MOVES];
	struct freecell_view view = solver->root;
	size_t count;

	*node = (struct node){.parent = entry->parent, .move = entry->move};
	if (entry->parent != NONE) {
		unpack(&solver->nodes[entry->parent], &view);
		freecell_play(&view, entry->move);
		node->depth = solver->nodes[entry->parent].depth + 1;
	}
	freecell_settle(&view, NULL);
	pack(&view, node);
	count = freecell_moves((const struct mk_view *)&view, moves);
	for (size_t i = 0; i < count && !solver->won; i++) {
		struct freecell_view next = view;

		freecell_play(&next, moves[i]);
		freecell_settle(&next, NULL);
		add_position(solver, &next, number, moves[i]);
	}
}

static enum mk_verdict run_search(
	struct mk_solver *solver, const struct weights *weights, size_t limit)
{
	struct freecell_view view = solver->root;
	const struct entry *entry = NULL;
	size_t slots = 2;

	while (slots < 2 * limit) {
		slots *= 2;
	}
	memset(solver->visited, 0, slots * sizeof *solver->visited);
	memset(solver->bucket, 0xff, sizeof solver->bucket);
	solver->visited_mask = slots - 1;
	solver->lowest = PRIORITIES;
	solver->node_count = solver->entry_count = solver->line_length = 0;
	solver->weights = weights;
	solver->limit = limit;
	solver->won = solver->dropped = false;
	solver->best = NONE;
	solver->least = INT_MAX;
	freecell_settle(&view, NULL);
	add_position(solver, &view, NONE, (struct mk_move){0});
	while (!solver->won && !solver->dropped && (entry = take_best(solver)) != NULL) {
		expand(solver, entry);
	}
	return solver->won ? MK_WINNABLE : solver->dropped || entry ? MK_UNDECIDED : MK_UNWINNABLE;
}

/* ---- The solver ----------------------------------------------------------------------------- */

/* Iterates over the weights with increasing limits, until the memory is used up. */
static void solve_freecell(struct mk_solver *solver, const struct mk_world *world,
	uint64_t node_limit, struct mk_solution *solution)
{
	size_t limit = FIRST_LIMIT;

	solver->root = *(const struct freecell_view *)world;
	*solution = (struct mk_solution){.verdict = MK_UNDECIDED};
	for (size_t i = 0; solution->verdict == MK_UNDECIDED && solution->nodes < node_limit; i++) {
		uint64_t left = node_limit - solution->nodes;
		size_t most = limit < solver->max_positions ? limit : solver->max_positions;

		solution->verdict = run_search(
			solver, &portfolio[i % PORTFOLIO], most < left ? most : (size_t)left);
		solution->nodes += solver->entry_count;
		if (i % PORTFOLIO == PORTFOLIO - 1) {
			if (limit >= solver->max_positions) {
				break;
			}
			limit *= 4;
		}
	}
}

bool freecell_look_ahead(const struct freecell_view *view, struct mk_move *first)
{
	struct mk_solver *solver = create_solver(LOOK_AHEAD);
	bool found;

	if (!solver) {
		return false;
	}
	solver->root = *view;
	run_search(solver, &portfolio[SHORT_WINS], LOOK_AHEAD);
	if (!solver->won && solver->best != NONE) {
		const struct entry *best = &solver->entries[solver->best];

		write_line(solver, best->parent, best->move);
	}
	found = solver->line_length > 0;
	if (found) {
		*first = solver->line[0];
	}
	destroy_freecell_solver(solver);
	return found;
}

static size_t freecell_line(struct mk_solver *solver, const struct mk_move **moves)
{
	*moves = solver->line;
	return solver->line_length;
}

/* Reads a deal number, or a table in the line form of snapshots. */
static enum mk_status read_freecell_deal(const char *text, size_t length,
	const struct mk_rules *rules, struct mk_world *world, struct mk_error *error)
{
	struct mk_rules numbered = *rules;
	struct freecell_view dealt;
	struct mk_piles piles;
	char digits[12];
	enum mk_status status;

	snprintf(digits, sizeof digits, "%.*s", (int)(length < 11 ? length : 11), text);
	numbered.value[OPTION_DEAL] = (int32_t)strtol(digits, NULL, 10);
	if (!memchr(text, ',', length)) {
		if (length > 9 || length != strspn(digits, "0123456789") ||
			numbered.value[OPTION_DEAL] == 0) {
			return mk_fail(error, MK_MALFORMED, "invalid_deal", "",
				"a deal is a number from 1 to 999999999, or a table on one line");
		}
		freecell_init_view((struct mk_view *)world, &numbered);
		return MK_OK;
	}
	numbered.value[OPTION_DEAL] = 0;
	freecell_init_view((struct mk_view *)&dealt, &numbered);
	status = mk_piles_read_line(&freecell_game, text, length, &piles, error);
	if (status == MK_OK) {
		status = freecell_set_table((struct mk_view *)&dealt, &piles, error);
	}
	if (status == MK_OK) {
		memcpy(world, &dealt, sizeof dealt);
	}
	return status;
}

static enum mk_status complete_freecell(const struct mk_view *view, const struct json_t *table,
	struct mk_world *world, struct mk_error *error)
{
	(void)table;
	if (!freecell_of(view)->known) {
		return mk_fail(
			error, MK_IMPOSSIBLE, "unknown_card", "/columns/0", "no card is known yet");
	}
	memcpy(world, view, sizeof(struct freecell_view));
	return MK_OK;
}

const struct mk_solver_api freecell_solver = {
	.read_deal = read_freecell_deal,
	.complete = complete_freecell,
	.create = create_freecell_solver,
	.destroy = destroy_freecell_solver,
	.solve = solve_freecell,
	.line = freecell_line,
};
