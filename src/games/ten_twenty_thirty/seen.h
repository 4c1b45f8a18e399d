/* Transposition table of a search: a set of hashes. */
#ifndef TENS_SEEN_H
#define TENS_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open addressing; 0 is a free slot. */
struct seen {
	uint64_t *hashes;
	size_t count, capacity;
};

enum meeting { MET_NEW, MET_BEFORE, MET_NO_MEMORY };

/* `capacity` is a power of two; the set grows. False without memory. */
bool seen_init(struct seen *seen, size_t capacity);
void seen_finish(struct seen *seen);
void seen_clear(struct seen *seen);

/* Tables with the same hash count as the same. */
enum meeting seen_meet(struct seen *seen, uint64_t hash);

#endif
