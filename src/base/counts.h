/*
 * Counters by numeric key: how much each address, token or session has in use. Only counters above
 * zero are stored, so memory is proportional to use. Plain data; zero-initialized it is empty.
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
	uint64_t seed; /* keeps clients from choosing colliding keys; may be set once */
};

void counts_finish(struct counts *counts);

/*
 * Adds `amount` to the counter of `key`. False, with nothing changed, if it would exceed `most` (0:
 * no limit), or without memory.
 */
bool counts_take(struct counts *counts, uint64_t key, uint64_t amount, uint64_t most);

/* Subtracts `amount` from the counter of `key`. */
void counts_give(struct counts *counts, uint64_t key, uint64_t amount);

uint64_t counts_of(const struct counts *counts, uint64_t key);

#endif
