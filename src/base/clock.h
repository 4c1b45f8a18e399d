/* Time. Only this file reads clocks, so that tests can stop them. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <makker/text.h>
#include <stdbool.h>
#include <stdint.h>

/* Milliseconds since 1970-01-01 UTC. */
int64_t clock_wall_ms(void);

/* Nanoseconds of the monotonic clock. */
int64_t clock_ticks_ns(void);

/* Nanoseconds of processor time that the calling thread has used. */
int64_t clock_thread_ns(void);

/* Suspends the calling thread for `ms` milliseconds. */
void clock_sleep_ms(unsigned ms);

/*
 * RFC 3339 in UTC with milliseconds: "2026-11-21T04:42:00.000Z". Years 0 to 9999. clock_put() needs
 * CLOCK_LENGTH bytes, writes no NUL and returns the end of what it has written.
 */
enum { CLOCK_LENGTH = sizeof "2026-11-21T04:42:00.000Z" - 1 };
char *clock_put(char *at, int64_t wall_ms);
void clock_write(struct mk_text *out, int64_t wall_ms);

/* True for a time stamp of RFC 3339, with any offset and any fraction of a second. */
bool clock_is_time(const char *text);

#endif
