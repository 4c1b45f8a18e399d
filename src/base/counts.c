/* Counts by a number: a hash table with linear probing. */
#include "base/counts.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 16 };

struct count {
	uint64_t key;
	uint64_t amount; /* 0: the place is free */
};

static size_t place_of(const struct counts *counts, uint64_t key)
{
	uint64_t mixed = (key ^ counts->seed) * 0x9e3779b97f4a7c15;

	mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93;
	return (size_t)(mixed ^ (mixed >> 32)) & (counts->capacity - 1);
}

/* The slot of the key, or the free slot for it; there always is a free one. */
static struct count *find(const struct counts *counts, uint64_t key)
{
	size_t place = place_of(counts, key);

	while (counts->places[place].amount > 0 && counts->places[place].key != key) {
		place = (place + 1) & (counts->capacity - 1);
	}
	return &counts->places[place];
}

/* Keeps the load factor at three quarters at most. */
static bool make_room(struct counts *counts)
{
	struct counts larger = {
		.capacity = counts->capacity ? 2 * counts->capacity : FIRST_CAPACITY,
		.seed = counts->seed};

	if (4 * (counts->used + 1) <= 3 * counts->capacity) {
		return true;
	}
	larger.places = calloc(larger.capacity, sizeof *larger.places);
	if (!larger.places) {
		return false;
	}
	for (size_t i = 0; i < counts->capacity; i++) {
		if (counts->places[i].amount > 0) {
			*find(&larger, counts->places[i].key) = counts->places[i];
		}
	}
	larger.used = counts->used;
	free(counts->places);
	*counts = larger;
	return true;
}

void counts_finish(struct counts *counts)
{
	free(counts->places);
	counts->places = NULL;
	counts->capacity = counts->used = 0;
}

bool counts_take(struct counts *counts, uint64_t key, uint64_t amount, uint64_t most)
{
	struct count *count;

	if (amount == 0) {
		return true;
	}
	if (!make_room(counts)) {
		return false;
	}
	count = find(counts, key);
	if (most > 0 && count->amount + amount > most) {
		return false;
	}
	counts->used += count->amount == 0;
	count->key = key;
	count->amount += amount;
	return true;
}

/* Moves entries back that collided with the freed slot. */
static void close_gap(struct counts *counts, size_t gap)
{
	size_t mask = counts->capacity - 1;

	for (size_t at = (gap + 1) & mask; counts->places[at].amount > 0; at = (at + 1) & mask) {
		size_t wanted = place_of(counts, counts->places[at].key);

		if (((at - wanted) & mask) >= ((at - gap) & mask)) {
			counts->places[gap] = counts->places[at];
			counts->places[at].amount = 0;
			gap = at;
		}
	}
}

void counts_give(struct counts *counts, uint64_t key, uint64_t amount)
{
	struct count *count = counts->places ? find(counts, key) : NULL;

	if (!count || count->amount == 0) {
		return;
	}
	count->amount -= amount < count->amount ? amount : count->amount;
	if (count->amount > 0) {
		return;
	}
	close_gap(counts, (size_t)(count - counts->places));
	if (--counts->used == 0) {
		counts_finish(counts);
	}
}

uint64_t counts_of(const struct counts *counts, uint64_t key)
{
	return counts->places ? find(counts, key)->amount : 0;
}
