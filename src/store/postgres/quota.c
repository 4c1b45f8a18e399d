/* Counting of keys between two removals. */
#include "store/postgres/quota.h"

enum { PARTS = 64 };

/* FNV-1a: an owner is a digest already, a session's id is random. Never 0. */
static uint64_t hash_of(const void *who, size_t length)
{
	const unsigned char *bytes = who;
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < length; i++) {
		hash = (hash ^ bytes[i]) * 0x100000001b3;
	}
	return hash | 1;
}

bool postgres_quota_note(struct postgres_quota *quota, const void *who, size_t length,
	uint64_t bytes, uint64_t max_keys, uint64_t max_bytes)
{
	uint64_t hash = hash_of(who, length);
	size_t place = hash / 2 % QUOTA_PLACES;
	bool is_known = quota->places[place].who == hash;
	uint64_t keys = is_known ? quota->places[place].keys + 1 : 1;
	uint64_t all = is_known ? quota->places[place].bytes + bytes : bytes;
	bool is_due = !is_known || keys >= max_keys / PARTS || all >= max_bytes / PARTS;

	quota->places[place].who = hash;
	quota->places[place].keys = is_due ? 0 : keys;
	quota->places[place].bytes = is_due ? 0 : all;
	return is_due;
}
