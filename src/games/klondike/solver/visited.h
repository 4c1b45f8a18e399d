/* The set of visited positions: exact, growing, fast to empty. */
#ifndef KLONDIKE_SOLVER_VISITED_H
#define KLONDIKE_SOLVER_VISITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Keys identify positions exactly (0 means free, so keys are never 0). A clock measures how much of
 * the stock was turned to reach a position, and so which of several equal positions dominates:
 * NONE: it does not matter;
 * LEAST: a position with a smaller or equal clock dominates;
 * THREES: draws of three with unlimited redeals. A whole number of threes is dominated by any other
 * clock (after a pass it can do the same); otherwise an earlier clock of the same remainder
 * dominates.
 */
enum visited_clock { VISITED_NO_CLOCK, VISITED_LEAST, VISITED_THREES };

/* A set of up to 2^13 lines (half a megabyte) fits into the second-level cache. */
enum { VISITED_KEYS = 6, VISITED_SMALL_BITS = 13 };

/* A cache line, so that a lookup is one memory access. Keys fill it from the front. */
struct visited_line {
	_Alignas(64) uint64_t keys[VISITED_KEYS];
	uint16_t clocks[VISITED_KEYS];
};

struct visited {
	struct visited_line *kept; /* memory for the smaller sets */
	struct visited_line *lines;
	uint64_t capacity; /* lines, a power of two */
	uint64_t count;
	uint64_t most;  /* maximum size in bytes */
	unsigned shift; /* leaves as many bits of a hash as are needed to index the lines */
	enum visited_clock clock;
};

bool visited_init(struct visited *visited, size_t most_bytes);
void visited_finish(struct visited *visited);

/* Empties the set for a search; visited_end() releases the memory of a large set. */
void visited_start(struct visited *visited, enum visited_clock clock);
void visited_end(struct visited *visited);

enum visited_answer { VISITED_NEW, VISITED_BEFORE, VISITED_FULL };

/* Adds a position, or reports that it is dominated. */
enum visited_answer visited_add(struct visited *visited, uint64_t key, unsigned clock);

/*
 * Uses the high bits of the hash, so that a set of twice the size has equal neighbours in the same
 * order.
 */
static inline uint64_t visited_home(const struct visited *visited, uint64_t key)
{
	key *= 0x9e3779b97f4a7c15u;
	key ^= key >> 32;
	key *= 0xbf58476d1ce4e5b9u;
	return key >> visited->shift;
}

/* True if prefetching its lines is worthwhile. */
static inline bool visited_is_large(const struct visited *visited)
{
	return visited->shift < 64 - VISITED_SMALL_BITS;
}

/* Starts prefetching the line that visited_add() will read. */
static inline void visited_expect(const struct visited *visited, uint64_t key)
{
	__builtin_prefetch(&visited->lines[visited_home(visited, key)]);
}

#endif
