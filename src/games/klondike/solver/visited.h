/* The set of positions that a solver has been at: exact, growing, fast to empty. */
#ifndef KLONDIKE_SOLVER_VISITED_H
#define KLONDIKE_SOLVER_VISITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Keys identify positions exactly (0 is free, so keys are never 0). A clock measures how much of
 * the stock's turning is behind equal positions, and so which of them make others unnecessary:
 * NONE: it does not matter;
 * LEAST: a position met no later can do all that a later one can;
 * THREES: turning by threes without end. At a whole number of threes nothing is new (any other
 * clock can do the same after a round); else an earlier clock of the same remainder reaches all
 * that a later one does, and more.
 */
enum visited_clock { VISITED_NO_CLOCK, VISITED_LEAST, VISITED_THREES };

/* A set of up to 2^13 lines (half a megabyte) stays in the second cache. */
enum { VISITED_KEYS = 6, VISITED_SMALL_BITS = 13 };

/* A cache line: one look at the memory answers for a position. Keys fill it from the front. */
struct visited_line {
	_Alignas(64) uint64_t keys[VISITED_KEYS];
	uint16_t clocks[VISITED_KEYS];
};

struct visited {
	struct visited_line *kept; /* memory for the smaller sets */
	struct visited_line *lines;
	uint64_t capacity; /* lines, a power of two */
	uint64_t count;
	uint64_t most;  /* bytes that it may grow to */
	unsigned shift; /* leaves as many bits of a hash as number the lines */
	enum visited_clock clock;
};

bool visited_init(struct visited *visited, size_t most_bytes);
void visited_finish(struct visited *visited);

/* An empty set for a search; after each, what was large of it is given back. */
void visited_start(struct visited *visited, enum visited_clock clock);
void visited_end(struct visited *visited);

enum visited_answer { VISITED_NEW, VISITED_BEFORE, VISITED_FULL };

/* Adds a position, or says that nothing new can come of it. */
enum visited_answer visited_add(struct visited *visited, uint64_t key, unsigned clock);

/* The high bits of the hash, so that a set twice as large has equal neighbours in the same order.
 */
static inline uint64_t visited_home(const struct visited *visited, uint64_t key)
{
	key *= 0x9e3779b97f4a7c15u;
	key ^= key >> 32;
	key *= 0xbf58476d1ce4e5b9u;
	return key >> visited->shift;
}

/* Is it worth while to fetch its lines early? */
static inline bool visited_is_large(const struct visited *visited)
{
	return visited->shift < 64 - VISITED_SMALL_BITS;
}

/* Starts fetching what visited_add() will look at. */
static inline void visited_expect(const struct visited *visited, uint64_t key)
{
	__builtin_prefetch(&visited->lines[visited_home(visited, key)]);
}

#endif
