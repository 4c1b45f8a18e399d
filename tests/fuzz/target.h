/* The entry of every fuzz target: libFuzzer calls it, or replay.c with the files of the corpus. */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* The line that begins at `*at`, without its end, which `*at` passes; false at the end. */
static inline int next_line(const char **at, const char *end, const char **line, size_t *length)
{
	const char *stop = *at;

	if (*at >= end) {
		return 0;
	}
	while (stop < end && *stop != '\n') {
		stop++;
	}
	*line = *at;
	*length = (size_t)(stop - *at);
	*at = stop + 1;
	return 1;
}

/* Ends the program where a property does not hold. */
static inline void require(bool holds)
{
	if (!holds) {
		abort();
	}
}

#endif
