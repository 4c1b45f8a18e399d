/* A set of hashes. */
#include "games/ten_twenty_thirty/seen.h"

#include <stdlib.h>
#include <string.h>

bool seen_init(struct seen *seen, size_t capacity)
{
	*seen = (struct seen){
		.hashes = calloc(capacity, sizeof *seen->hashes), .capacity = capacity};
	return seen->hashes != NULL;
}

void seen_finish(struct seen *seen)
{
	free(seen->hashes);
}

void seen_clear(struct seen *seen)
{
	memset(seen->hashes, 0, seen->capacity * sizeof *seen->hashes);
	seen->count = 0;
}

static bool place(const struct seen *seen, uint64_t hash)
{
	size_t at = (size_t)hash & (seen->capacity - 1);

	while (seen->hashes[at] != 0 && seen->hashes[at] != hash) {
		at = (at + 1) & (seen->capacity - 1);
	}
	if (seen->hashes[at] == hash) {
		return false;
	}
	seen->hashes[at] = hash;
	return true;
}

static bool grow(struct seen *seen)
{
	struct seen grown;

	if (!seen_init(&grown, 2 * seen->capacity)) {
		return false;
	}
	for (size_t i = 0; i < seen->capacity; i++) {
		if (seen->hashes[i]) {
			place(&grown, seen->hashes[i]);
		}
	}
	grown.count = seen->count;
	seen_finish(seen);
	*seen = grown;
	return true;
}

enum meeting seen_meet(struct seen *seen, uint64_t hash)
{
	if (2 * seen->count >= seen->capacity && !grow(seen)) {
		return MET_NO_MEMORY;
	}
	if (!place(seen, hash | 1)) {
		return MET_BEFORE;
	}
	seen->count++;
	return MET_NEW;
}
