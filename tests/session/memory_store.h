/* The environment of sessions in a test: a loop, a real store in memory, a clock that stands still.
 */
#ifndef TESTS_SESSION_MEMORY_STORE_H
#define TESTS_SESSION_MEMORY_STORE_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct memory_store {
	uv_loop_t loop;
	struct journal *journal;
	const struct journal_methods *methods; /* a test may put others in their place */
};

void memory_store_open(struct memory_store *store);

/* Stops the journal, runs the loop to its end and closes both. */
void memory_store_close(struct memory_store *store);

/* For `now_ms` and `random` of struct sessions_options: always 1000; the same bytes in each run. */
int64_t still_clock_ms(void);
void count_up(void *bytes, size_t length);

#endif
