/*
 * Hashes: a checksum of bytes, and the hash of session ids for uthash if included before
 * <uthash.h>. Neither is safe against forgery.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* FNV-1a: begins with fnv1a_start; bytes may be added in parts. */
static const uint64_t fnv1a_start = 0xcbf29ce484222325;

static inline uint64_t fnv1a_add(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < size; i++) {
		hash = (hash ^ byte[i]) * 0x100000001b3;
	}
	return hash;
}

/*
 * Ids are random, so a few multiplications spread them well; the function of uthash takes ten times
 * as long.
 */
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
