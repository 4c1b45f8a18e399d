/* FNV-1a, a hash of bytes: against damage, not against forgery. */
#ifndef BASE_FNV_H
#define BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

static const uint64_t fnv1a_start = 0xcbf29ce484222325;

static inline uint64_t fnv1a_add(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < size; i++) {
		hash = (hash ^ byte[i]) * 0x100000001b3;
	}
	return hash;
}

#endif
