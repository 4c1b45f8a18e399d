/*
 * The hash of session ids, for uthash: include this before <uthash.h>.
 *
 * Ids are random, so a few multiplications spread them well; the function of uthash takes ten times
 * as long.
 */
#ifndef BASE_ID_HASH_H
#define BASE_ID_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline unsigned id_hash(const char *id, size_t length)
{
	uint64_t hash = length;

	for (; length > 0; length -= length < 8 ? length : 8) {
		uint64_t word = 0;

		memcpy(&word, id, length < 8 ? length : 8);
		id += 8;
		hash = (hash ^ word) * 0x9e3779b97f4a7c15;
		hash ^= hash >> 32;
	}
	return (unsigned)hash;
}

#define HASH_FUNCTION(key, length, hash) ((hash) = id_hash((const char *)(key), (length)))

#endif
