/* Layered search (beam search) for a win. */
#include "games/ten_twenty_thirty/solver.h"

#include "games/ten_twenty_thirty/seen.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1024, FIRST_SEEN = 1 << 14, MAX_SCORE = 127, GONE_SCORE = 6 };

static const uint32_t NO_NODE = UINT32_MAX;

/*
 * The triplets that were removed after a card was dealt to the parent state; for the root, those
 * removed now.
 */
struct node {
	uint32_t father;
	struct turn turn;
};

struct state {
	struct core core;
	uint32_t node;
	uint8_t score;
};

struct layer {
	struct state *states;
	size_t count, capacity;
};

struct solver {
	struct node *nodes;
	size_t node_count, node_capacity;
	struct layer now, next;
	struct seen seen;
	uint64_t states;
	uint8_t enough; /* the score that counts as a win */
	unsigned depth; /* number of cards dealt up to the layer `now` */
	bool late, optional, dropped, failed;
	struct core root;
	uint32_t winner;
	unsigned winner_dealt;
};

/* ---- Life ----------------------------------------------------------------------------------- */

struct solver *solver_create(void)
{
	struct solver *solver = calloc(1, sizeof *solver);

	if (solver && !seen_init(&solver->seen, FIRST_SEEN)) {
		solver_destroy(solver);
		return NULL;
	}
	return solver;
}

void solver_destroy(struct solver *solver)
{
	if (solver) {
		free(solver->nodes);
		free(solver->now.states);
		free(solver->next.states);
		seen_finish(&solver->seen);
		free(solver);
	}
}

/* Grows an array for one more element of `size` bytes; false without memory. */
static bool make_room(void **array, size_t *buffer, size_t count, size_t size)
{
	size_t more = *buffer ? 2 * *buffer : FIRST_CAPACITY;
	void *grown;

	if (count < *buffer) {
		return true;
	}
	grown = realloc(*array, more * size);
	if (!grown) {
		return false;
	}
	*array = grown;
	*buffer = more;
	return true;
}

/* ---- Layers --------------------------------------------------------------------------------- */

/*
 * Score of a state: cards in the deck can still complete triplets, and a removed column needs none.
 */
static uint8_t score_of(const struct core *core)
{
	int score = core->left;

	for (int column = 0; column < COLUMNS; column++) {
		score += core_is_gone(core, column) ? GONE_SCORE : 0;
	}
	return (uint8_t)(score < MAX_SCORE ? score : MAX_SCORE);
}

static bool is_new(struct solver *solver, const struct core *core)
{
	enum meeting meeting = seen_meet(&solver->seen, core_hash(core));

	solver->failed |= meeting == MET_NO_MEMORY;
	return meeting == MET_NEW;
}

static bool is_won(const struct solver *solver, const struct core *core)
{
	return core_is_cleared(core) || score_of(core) >= solver->enough;
}

static void add(
	struct solver *solver, const struct core *core, uint32_t father, const struct turn *turn)
{
	struct layer *next = &solver->next;

	if (!is_new(solver, core)) {
		return;
	}
	if (!make_room((void **)&solver->nodes, &solver->node_capacity, solver->node_count,
		    sizeof *solver->nodes) ||
		!make_room((void **)&next->states, &next->capacity, next->count,
			sizeof *next->states)) {
		solver->failed = true;
		return;
	}
	solver->states++;
	solver->nodes[solver->node_count] = (struct node){father, *turn};
	if (is_won(solver, core) && solver->winner == NO_NODE) {
		solver->winner = (uint32_t)solver->node_count;
		solver->winner_dealt = solver->depth;
	}
	next->states[next->count].core = *core;
	next->states[next->count].node = (uint32_t)solver->node_count++;
	next->states[next->count++].score = score_of(core);
}

/* Adds all tables that can result from removing triplets from these columns (a bit mask). */
static void remove_all(struct solver *solver, const struct core *core, unsigned columns,
	uint32_t father, struct turn *turn)
{
	bool can_go_on = true;

	for (int column = 0; column < COLUMNS; column++) {
		unsigned combos = columns >> column & 1 ? core_combos(core, column) : 0;

		for (int combo = T2B1; combos && combo < COMBOS; combo++) {
			struct core after;

			if (!(combos >> combo & 1) || turn->count == MAX_TRIPLETS) {
				continue;
			}
			can_go_on = solver->optional;
			after = *core;
			core_remove(&after, column, (enum combo)combo);
			turn->triplet[turn->count++] = (uint8_t)(column * 4 + combo);
			remove_all(solver, &after, columns, father, turn);
			turn->count--;
		}
	}
	if (can_go_on) {
		add(solver, core, father, turn);
	}
}

/* Deals one card. If the deck is empty then, triplets that were left may still be removed. */
static void expand(struct solver *solver, const struct state *state)
{
	struct core core = state->core;
	struct turn turn = {.count = 0};
	unsigned columns = 1U << core.next;

	core_deal(&core, core_upcoming(&core, 0));
	if (core.left == 0 && solver->late) {
		columns = (1U << COLUMNS) - 1;
	}
	remove_all(solver, &core, columns, state->node, &turn);
}

/* ---- The beam ------------------------------------------------------------------------------- */

/* Keeps the `width` best states in their order. */
static void narrow(struct solver *solver, struct layer *layer, uint32_t width)
{
	size_t with[MAX_SCORE + 1] = {0}, kept = 0, at_border;
	int border = MAX_SCORE;
	size_t better = 0;

	if (width == 0 || layer->count <= width) {
		return;
	}
	solver->dropped = true;
	for (size_t i = 0; i < layer->count; i++) {
		with[layer->states[i].score]++;
	}
	while (better + with[border] < width) {
		better += with[border--];
	}
	at_border = width - better;
	for (size_t i = 0; i < layer->count; i++) {
		int score = layer->states[i].score;

		if (score > border || (score == border && at_border > 0)) {
			at_border -= score == border;
			if (kept != i) {
				layer->states[kept] = layer->states[i];
			}
			kept++;
		}
	}
	layer->count = kept;
}

static void begin(struct solver *solver, const struct tens_view *view, uint8_t enough)
{
	solver->root = view->core;
	solver->node_count = 0;
	solver->states = 0;
	seen_clear(&solver->seen);
	solver->now.count = solver->next.count = 0;
	solver->depth = 0;
	solver->late = view->late;
	solver->optional = view->removal == OPTIONAL;
	solver->enough = enough ? enough : UINT8_MAX;
	solver->dropped = solver->failed = false;
	solver->winner = NO_NODE;
}

static void swap_layers(struct solver *solver)
{
	struct layer layer = solver->now;

	solver->now = solver->next;
	solver->next = layer;
	solver->next.count = 0;
}

/* The first layer: the triplets that can be removed now. */
static void add_root(struct solver *solver, const struct tens_view *view)
{
	struct turn turn = {.count = 0};
	unsigned columns = view->late               ? (1U << COLUMNS) - 1
			   : view->last < NO_COLUMN ? 1U << view->last
						    : 0;

	remove_all(solver, &view->core, columns, NO_NODE, &turn);
}

static bool is_cancelled(const atomic_bool *cancel)
{
	return cancel && atomic_load_explicit(cancel, memory_order_relaxed);
}

enum solved solver_run(struct solver *solver, const struct tens_view *view,
	const struct solver_effort *effort, const atomic_bool *cancel)
{
	begin(solver, view, effort->enough);
	add_root(solver, view);
	while (solver->winner == NO_NODE && solver->next.count > 0 && !solver->failed) {
		swap_layers(solver);
		narrow(solver, &solver->now, effort->width);
		solver->depth++;
		if (solver->states > effort->states || is_cancelled(cancel)) {
			return SOLVED_UNKNOWN;
		}
		for (size_t i = 0; i < solver->now.count && solver->winner == NO_NODE; i++) {
			if (solver->now.states[i].core.left > 0) {
				expand(solver, &solver->now.states[i]);
			}
		}
	}
	if (solver->winner != NO_NODE) {
		return SOLVED_WIN;
	}
	return solver->dropped || solver->failed ? SOLVED_UNKNOWN : SOLVED_NONE;
}

/* ---- The line ------------------------------------------------------------------------------- */

uint64_t solver_states(const struct solver *solver)
{
	return solver->states;
}

unsigned solver_dealt(const struct solver *solver)
{
	return solver->winner_dealt;
}

/* A line of moves being written. */
struct line {
	struct core core; /* the table after the moves so far */
	struct mk_move *moves;
	size_t length, most;
};

static void write_move(struct line *line, struct mk_move move)
{
	if (line->length < line->most) {
		line->moves[line->length] = move;
	}
	line->length++;
}

static void write_turn(struct line *line, const struct turn *turn, bool deals)
{
	if (deals) {
		write_move(line, deal_move(&line->core));
		core_deal(&line->core, core_upcoming(&line->core, 0));
	}
	for (int i = 0; i < turn->count; i++) {
		int column = turn->triplet[i] / 4, combo = turn->triplet[i] % 4;

		write_move(line, remove_move(column, combo));
		core_remove(&line->core, column, (enum combo)combo);
	}
}

size_t solver_line(const struct solver *solver, struct mk_move *moves, size_t most)
{
	uint32_t *path = malloc((solver->winner_dealt + 2) * sizeof *path);
	struct line line = {.core = solver->root, .moves = moves, .most = most};
	size_t length = 0;

	for (uint32_t node = solver->winner; path && node != NO_NODE;
		node = solver->nodes[node].father) {
		path[length++] = node;
	}
	while (length-- > 0) {
		const struct node *node = &solver->nodes[path[length]];

		write_turn(&line, &node->turn, node->father != NO_NODE);
	}
	free(path);
	return line.length;
}
