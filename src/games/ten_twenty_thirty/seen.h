/* Tables that a search has met: a set of hashes. */
#ifndef TENS_SEEN_H
#define TENS_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open addressing; 0 is free. */
struct seen {
	uint64_t *hashes;
	size_t count, capacity;
};

enum meeting { MET_NEW, MET_BEFORE, MET_NO_MEMORY };

/* `capacity` is a power of two; it grows. False without memory. */
bool seen_init(struct seen *seen, size_t capacity);
void seen_finish(struct seen *seen);
void seen_clear(struct seen *seen);

/* Two tables with the same hash are taken for one. */
enum meeting seen_meet(struct seen *seen, uint64_t hash);

#endif
