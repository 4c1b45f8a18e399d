/* Transposition table of the playouts of one world. */
#include "games/klondike/search/merging.h"

#include <string.h>

/*
 * Number of positions that a playout stores. Plans that differ in the order of their macro-moves
 * meet after few decisions, so the first positions are the most useful. The first playout stores
 * its whole path, which most others join.
 */
enum { MAX_OF_FIRST = 128, MAX_OF_LATER = 16 };

void merging_begin(struct merging *merging)
{
	merging->playout = merging->count = merging->own = 0;
	memset(merging->slot, 0, sizeof(merging->slot));
}

/* Sets all bytes up to size_of_key(): keys are compared as memory. */
static void read_key(struct merging_key *key, const struct reduced *table, const struct mk_rng *rng)
{
	key->shown = table->shown;
	key->first = table->first;
	key->wanted = table->wanted;
	key->seen = table->seen;
	key->rest = table->rest;
	key->known = table->known;
	key->turned = table->turned;
	key->shuffles = table->shuffles;
	if (!table->kept) {
		key->chance = *rng;
		memcpy(key->stock, table->stock, sizeof(key->stock));
	}
}

static size_t size_of_key(const struct reduced *table)
{
	return table->kept ? offsetof(struct merging_key, chance)
			   : offsetof(struct merging_key, stock) + sizeof(table->stock);
}

static uint64_t join(uint64_t hash, uint64_t part)
{
	hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* Hash of the key. The order of the stock is left out: it usually follows from the rest. */
static size_t slot_of(const struct merging_key *key, bool kept)
{
	uint64_t hash = join(join(key->shown, key->wanted), key->first);

	hash = join(hash, (uint64_t)key->rest << 32 | key->known);
	hash = join(hash, (uint64_t)(uint32_t)key->turned << 32 | (uint32_t)key->shuffles);
	if (!kept) {
		hash = join(hash, key->chance.state[0]);
	}
	return (size_t)(hash >> 32) % MERGING_SLOTS;
}

static void remember(struct merging *merging, const struct merging_key *key, size_t slot)
{
	size_t most = merging->playout == 0 ? MAX_OF_FIRST : MAX_OF_LATER;

	if (merging->count == MERGING_TABLES || merging->own == most) {
		return;
	}
	merging->met[merging->count].key = *key;
	merging->met[merging->count].playout = merging->playout;
	merging->slot[slot] = (uint16_t)++merging->count;
	merging->own++;
}

bool merging_meets(
	struct merging *merging, const struct reduced *table, const struct mk_rng *rng, bool *won)
{
	struct merging_key key;
	size_t size = size_of_key(table), slot;

	read_key(&key, table, rng);
	slot = slot_of(&key, table->kept);
	/* There are more slots than positions, so one is free. */
	for (; merging->slot[slot]; slot = (slot + 1) % MERGING_SLOTS) {
		size_t number = merging->slot[slot] - 1u;

		if (memcmp(&merging->met[number].key, &key, size) == 0) {
			size_t earlier = merging->met[number].playout;

			*won = earlier < merging->playout && merging->won[earlier];
			return earlier < merging->playout;
		}
	}
	remember(merging, &key, slot);
	return false;
}

void merging_end_playout(struct merging *merging, bool won)
{
	merging->won[merging->playout++] = won;
	merging->own = 0;
}
