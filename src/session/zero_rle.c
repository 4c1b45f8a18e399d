/*
 * Runs, each with its length in front: 0 to 127 for one to 128 bytes that follow, 128 to 255 for
 * one to 128 zeros that do not.
 */
#include "session/zero_rle.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 128, ZEROS = 128, WORTH_A_RUN = 3 };

static size_t zeros_at(const unsigned char *bytes, size_t size)
{
	size_t count = 0;

	while (count < size && count < LONGEST && bytes[count] == 0) {
		count++;
	}
	return count;
}

/* How far it is to the next zeros that are worth a run of their own. */
static size_t others_at(const unsigned char *bytes, size_t size)
{
	size_t count = 0;

	while (count < size && count < LONGEST &&
		zeros_at(bytes + count, size - count) < WORTH_A_RUN) {
		count++;
	}
	return count;
}

size_t zero_rle_encode(unsigned char *out, const void *bytes, size_t size)
{
	const unsigned char *from = bytes, *end = from + size;
	unsigned char *to = out;

	while (from < end) {
		size_t zeros = zeros_at(from, (size_t)(end - from));
		size_t others;

		if (zeros >= WORTH_A_RUN || zeros == (size_t)(end - from)) {
			*to++ = (unsigned char)(ZEROS + zeros - 1);
			from += zeros;
			continue;
		}
		others = others_at(from, (size_t)(end - from));
		*to++ = (unsigned char)(others - 1);
		memcpy(to, from, others);
		to += others;
		from += others;
	}
	return (size_t)(to - out);
}

size_t zero_rle_decode(const unsigned char *thin, void *bytes, size_t size)
{
	const unsigned char *from = thin;
	unsigned char *to = bytes, *end = to + size;

	while (to < end) {
		bool zeros = *from >= ZEROS;
		size_t count = (size_t)(*from++ & (LONGEST - 1)) + 1;

		if (zeros) {
			memset(to, 0, count);
		} else {
			memcpy(to, from, count);
			from += count;
		}
		to += count;
	}
	return (size_t)(from - thin);
}
