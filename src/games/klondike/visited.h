/* The set of positions that a solver has been at: exact, growing, fast to empty. */
#ifndef KLONDIKE_VISITED_H
#define KLONDIKE_VISITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Open addressing over 64-bit keys that tell positions exactly (0 is free, so keys are never 0).
 * With `clocked`, each key remembers the least clock that it was met with: a position that was met
 * no later cannot be better now.
 */
struct visited {
	uint64_t *keys;
	uint16_t *clocks;
	uint64_t room; /* a power of two */
	uint64_t count;
	uint64_t most; /* bytes that it may grow to */
};

bool visited_init(struct visited *visited, size_t most_bytes);
void visited_finish(struct visited *visited);

/* Empties it for the next search; false when memory is out. */
bool visited_start(struct visited *visited, bool clocked);

enum visited_answer { VISITED_NEW, VISITED_BEFORE, VISITED_FULL };

/* Adds a position, or says that nothing new can come of it. */
enum visited_answer visited_add(struct visited *visited, uint64_t key, unsigned clock);

static inline uint64_t visited_home(const struct visited *visited, uint64_t key)
{
	key *= 0x9e3779b97f4a7c15u;
	key ^= key >> 32;
	key *= 0xbf58476d1ce4e5b9u;
	return (key ^ (key >> 29)) & (visited->room - 1);
}

/* Starts fetching what visited_add() will look at. */
static inline void visited_expect(const struct visited *visited, uint64_t key)
{
	__builtin_prefetch(&visited->keys[visited_home(visited, key)]);
}

#endif
