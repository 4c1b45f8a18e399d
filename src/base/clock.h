/* Time, as the rest of the program wants it: one place, so that tests can hold it still. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <makker/text.h>
#include <stdbool.h>
#include <stdint.h>

/* Milliseconds since 1970-01-01 UTC. */
int64_t clock_wall_ms(void);

/* Nanoseconds of a clock that never jumps. */
int64_t clock_ticks_ns(void);

/*
 * RFC 3339 in UTC with milliseconds: "2026-11-21T04:42:00.000Z". The years 0 to 9999, which are all
 * that can be written so. clock_put() needs room for CLOCK_LENGTH bytes, writes no NUL, and answers
 * where it ended.
 */
enum { CLOCK_LENGTH = sizeof "2026-11-21T04:42:00.000Z" - 1 };
char *clock_put(char *at, int64_t wall_ms);
void clock_write(struct mk_text *out, int64_t wall_ms);

/* Is this a moment as RFC 3339 writes it, with any offset and any decimals of a second? */
bool clock_is_time(const char *text);

#endif
