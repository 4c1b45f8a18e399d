/*
 * Best-first search over the positions of one deal. All costs are whole numbers of worlds, and none
 * is negative, so the lowest open cost is at most that of the cheapest path and the search may stop
 * at any time. Paths that meet at a position continue alike.
 *
 * Worlds are sampled from what is known, not from the arrangement of the table: they stay the same
 * as long as the player sees nothing new, and each verdict is computed once. A world counts as lost
 * by a macro-move if the solver proves that it was won before and is lost after it, so undecided
 * worlds make a path cheaper, never more expensive.
 */
#include "lab/bound_search.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 64, MAX_ENTRIES = 1 << 18 };

/* A position at the end of a path, or (`is_end`) a completed path. */
struct entry {
	struct bound_position position;
	uint32_t cost, progress;
	size_t from; /* index of the preceding entry */
	struct klondike_macro step;
	bool is_end;
	bool is_judged;  /* the cost of the last macro-move is known and part of `cost` */
	bool has_worlds; /* the worlds that are won here are recorded */
};

struct search {
	struct klondike_solver *solver;
	const struct bound_options *options;
	struct solver_deal deal;
	struct entry *entries;
	uint64_t *won; /* for each entry, a bit mask of the worlds that are surely won */
	size_t words;  /* number of words for each entry */
	size_t count, capacity;
	size_t *heap; /* indices of entries */
	size_t heap_count;
	size_t *slot; /* 1 + index of an expanded entry, by key; 0: free */
	size_t slots; /* a power of two */
	struct bound_result *result;
};

/* ---- Entries -------------------------------------------------------------------------------- */

static bool is_before(const struct entry *a, const struct entry *b)
{
	return a->cost != b->cost ? a->cost < b->cost : a->progress > b->progress;
}

static const struct entry *at(const struct search *search, size_t place)
{
	return &search->entries[search->heap[place]];
}

static void exchange(struct search *search, size_t a, size_t b)
{
	size_t held = search->heap[a];

	search->heap[a] = search->heap[b];
	search->heap[b] = held;
}

static void push(struct search *search, size_t number)
{
	size_t place = search->heap_count++;

	search->heap[place] = number;
	for (; place > 0 && is_before(at(search, place), at(search, (place - 1) / 2));
		place = (place - 1) / 2) {
		exchange(search, place, (place - 1) / 2);
	}
}

static size_t pop(struct search *search)
{
	size_t first = search->heap[0];
	size_t place = 0, child;

	search->heap[0] = search->heap[--search->heap_count];
	while ((child = 2 * place + 1) < search->heap_count) {
		child += child + 1 < search->heap_count &&
			 is_before(at(search, child + 1), at(search, child));
		if (!is_before(at(search, child), at(search, place))) {
			break;
		}
		exchange(search, place, child);
		place = child;
	}
	return first;
}

/* The slot of the position; it is free, or has an entry of the same position. */
static size_t *slot_of(struct search *search, const struct bound_position *position)
{
	struct bound_key key = bound_position_key(&search->deal, position);
	size_t slot = (size_t)bound_hash(&key, sizeof key) & (search->slots - 1);

	while (search->slot[slot]) {
		struct bound_key other = bound_position_key(
			&search->deal, &search->entries[search->slot[slot] - 1].position);

		if (memcmp(&key, &other, sizeof key) == 0) {
			break;
		}
		slot = (slot + 1) & (search->slots - 1);
	}
	return &search->slot[slot];
}

/* Tie-break: of paths with equal cost, the one with the most progress is expanded first. */
static uint32_t progress_of(const struct bound_position *position)
{
	uint32_t up = 0;

	for (int suit = 0; suit < MK_SUITS; suit++) {
		up += (uint32_t)solver_height(&position->node, suit);
	}
	return (uint32_t)(64 * (64 - bound_position_hidden(position)) + PILE -
			  __builtin_popcount(position->node.rest)) +
	       up / 2;
}

static uint64_t *won_of(const struct search *search, size_t number)
{
	return search->won + number * search->words;
}

static void add_entry(struct search *search, const struct entry *entry)
{
	search->entries[search->count] = *entry;
	push(search, search->count++);
}

/* ---- Worlds --------------------------------------------------------------------------------- */

static enum mk_verdict verdict_of(struct search *search, const struct solver_deal *world,
	const struct bound_position *position)
{
	search->result->verdicts++;
	return klondike_solve_position(
		search->solver, world, &position->node, search->options->node_limit);
}

/* Initializes the sequence of worlds of a position, which is the same each time. */
static void begin_worlds(
	const struct search *search, const struct bound_position *position, struct mk_rng *rng)
{
	mk_rng_init(rng, search->options->seed, bound_position_knowledge(&search->deal, position));
}

static bool has(const uint64_t *worlds, unsigned number)
{
	return worlds[number / WORD_BITS] >> number % WORD_BITS & 1;
}

static void include(uint64_t *worlds, unsigned number)
{
	worlds[number / WORD_BITS] |= (uint64_t)1 << number % WORD_BITS;
}

static uint32_t count_worlds(const struct search *search, const uint64_t *worlds)
{
	uint32_t count = 0;

	for (size_t i = 0; i < search->words; i++) {
		count += (uint32_t)__builtin_popcountll(worlds[i]);
	}
	return count;
}

static void find_won(struct search *search, const struct bound_position *position, uint64_t *won)
{
	struct mk_rng rng;

	memset(won, 0, search->words * sizeof *won);
	begin_worlds(search, position, &rng);
	for (unsigned number = 0; number < search->options->worlds; number++) {
		struct solver_deal world;

		bound_position_guess(&search->deal, position, &rng, &world);
		if (verdict_of(search, &world, position) == MK_WINNABLE) {
			include(won, number);
		}
	}
}

/* Counts the worlds of `won` that the macro-move loses; `after_won` gets those that stay won. */
static uint32_t count_spoilt(struct search *search, const struct bound_position *position,
	const uint64_t *won, struct klondike_macro step, uint64_t *after_won)
{
	struct mk_rng rng;
	uint32_t spoilt = 0;

	memset(after_won, 0, search->words * sizeof *after_won);
	begin_worlds(search, position, &rng);
	for (unsigned number = 0; number < search->options->worlds; number++) {
		struct solver_deal world;
		struct bound_position after;
		enum mk_verdict verdict;

		bound_position_guess(&search->deal, position, &rng, &world);
		if (!has(won, number)) {
			continue;
		}
		bound_position_take(&world, position, step, &after);
		verdict = verdict_of(search, &world, &after);
		spoilt += verdict == MK_UNWINNABLE;
		if (verdict == MK_WINNABLE) {
			include(after_won, number);
		}
	}
	return spoilt;
}

/* ---- The search ----------------------------------------------------------------------------- */

/* Computes the cost of the last macro-move of a path. */
static void judge(struct search *search, size_t number)
{
	struct entry *entry = &search->entries[number];
	const struct entry *from = &search->entries[entry->from];
	const uint64_t *won = won_of(search, entry->from);

	entry->is_judged = true;
	entry->has_worlds =
		bound_position_hidden(&entry->position) == bound_position_hidden(&from->position);
	if (bound_position_is_safe(&search->deal, &from->position, entry->step)) {
		memcpy(won_of(search, number), won, search->words * sizeof *won);
	} else {
		entry->cost += count_spoilt(
			search, &from->position, won, entry->step, won_of(search, number));
	}
}

/* Adds the end of the path by giving up, which costs the worlds that could still be won. */
static void give_up(struct search *search, const struct entry *from, uint32_t could_win)
{
	add_entry(search, &(struct entry){.position = from->position,
				  .cost = from->cost + could_win,
				  .progress = UINT32_MAX,
				  .is_end = true,
				  .is_judged = true});
}

/* Adds a macro-move; its cost counts as 0 until the entry is the cheapest one. */
static void try_step(struct search *search, size_t from, struct klondike_macro step)
{
	struct entry entry = {.cost = search->entries[from].cost, .from = from, .step = step};

	bound_position_take(&search->deal, &search->entries[from].position, step, &entry.position);
	if (*slot_of(search, &entry.position)) {
		return;
	}
	entry.progress = progress_of(&entry.position);
	add_entry(search, &entry);
}

static void expand(struct search *search, size_t number)
{
	struct klondike_macro steps[BOUND_STEPS];
	const struct entry *entry = &search->entries[number];
	size_t count = bound_position_steps(&search->deal, &entry->position, steps);
	uint32_t could_win;

	if (!entry->has_worlds) {
		find_won(search, &entry->position, won_of(search, number));
	}
	could_win = count_worlds(search, won_of(search, number));
	if (search->result->positions++ == 0) {
		search->result->share = (double)could_win / search->options->worlds;
	}
	give_up(search, entry, could_win);
	for (size_t i = 0; i < count && could_win > 0; i++) {
		try_step(search, number, steps[i]);
	}
}

static bool has_room(const struct search *search)
{
	return search->result->verdicts < search->options->verdicts &&
	       search->count + BOUND_STEPS + 1 <= search->capacity;
}

/*
 * Returns the lowest cost. If the search stops early, the rest of a path counts as free. A position
 * is expanded once, for the first path that reaches it, which is the cheapest.
 */
static uint32_t find_cheapest(struct search *search)
{
	for (;;) {
		size_t number = pop(search), *slot;
		struct entry *entry = &search->entries[number];
		uint32_t cost = entry->cost;

		if (entry->is_end || !has_room(search)) {
			search->result->is_complete = entry->is_end;
			return cost;
		}
		slot = slot_of(search, &entry->position);
		if (*slot) {
			continue;
		}
		if (!entry->is_judged) {
			judge(search, number);
		}
		if (entry->cost > cost) {
			push(search, number);
		} else if (bound_position_is_known(&search->deal, &entry->position)) {
			search->result->is_complete = true;
			return cost;
		} else {
			*slot = number + 1;
			expand(search, number);
		}
	}
}

static size_t words_for(const struct bound_options *options)
{
	return (options->worlds + WORD_BITS - 1) / WORD_BITS;
}

static bool make_room(struct search *search)
{
	search->words = words_for(search->options);
	search->capacity = MAX_ENTRIES;
	for (search->slots = 1; search->slots < 2 * search->capacity;) {
		search->slots *= 2;
	}
	search->entries = malloc(search->capacity * sizeof *search->entries);
	search->won = malloc(search->capacity * search->words * sizeof *search->won);
	search->heap = malloc(search->capacity * sizeof *search->heap);
	search->slot = calloc(search->slots, sizeof *search->slot);
	return search->entries && search->won && search->heap && search->slot;
}

void bound_search(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *first, const struct bound_options *options,
	struct bound_result *result)
{
	struct search search = {
		.solver = solver, .options = options, .deal = *deal, .result = result};

	*result = (struct bound_result){.is_failed = false};
	result->is_failed = !make_room(&search);
	if (!result->is_failed) {
		add_entry(&search, &(struct entry){.position = *first, .is_judged = true});
		result->loss = (double)find_cheapest(&search) / options->worlds;
	}
	free(search.entries);
	free(search.won);
	free(search.heap);
	free(search.slot);
}

/* ---- Single steps --------------------------------------------------------------------------- */

static struct search only_for(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_options *options, struct bound_result *result)
{
	return (struct search){.solver = solver,
		.options = options,
		.deal = *deal,
		.result = result,
		.words = words_for(options)};
}

double bound_share_of(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *position, const struct bound_options *options)
{
	struct bound_result result = {.is_failed = false};
	struct search search = only_for(solver, deal, options, &result);
	uint64_t won[BOUND_WORLDS / WORD_BITS];

	find_won(&search, position, won);
	return (double)count_worlds(&search, won) / options->worlds;
}

double bound_share_after(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *position, struct klondike_macro step,
	const struct bound_options *options)
{
	struct bound_result result = {.is_failed = false};
	struct search search = only_for(solver, deal, options, &result);
	uint64_t won[BOUND_WORLDS / WORD_BITS], after_won[BOUND_WORLDS / WORD_BITS];
	uint32_t spoilt;

	find_won(&search, position, won);
	spoilt = count_spoilt(&search, position, won, step, after_won);
	return (double)(count_worlds(&search, won) - spoilt) / options->worlds;
}
