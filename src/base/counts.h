/*
 * Counts by a number: how much each address, token or session has in use. Only what is above zero
 * is kept, so the memory follows what is in use. Plain data, zero is empty.
 */
#ifndef BASE_COUNTS_H
#define BASE_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct counts {
	struct count *places; /* open addressing; NULL: none */
	size_t capacity;      /* a power of two */
	size_t used;
	uint64_t seed; /* so that a client cannot choose keys that fall together; may be set once */
};

void counts_finish(struct counts *counts);

/*
 * Adds `amount` to what `key` has. False where that would be more than `most` (0: no limit), or
 * without memory; nothing has changed then.
 */
bool counts_take(struct counts *counts, uint64_t key, uint64_t amount, uint64_t most);

/* Takes back what was added. */
void counts_give(struct counts *counts, uint64_t key, uint64_t amount);

uint64_t counts_of(const struct counts *counts, uint64_t key);

#endif
