/*
 * The log: structured lines to standard error.
 *
 * Lines are buffered and written once per turn of the loop, so that a request costs no system call
 * of its own. If the output is full, the loop does not block: lines are dropped, and the next line
 * says how many.
 */
#ifndef DAEMON_LOG_H
#define DAEMON_LOG_H

#include <stdbool.h>

struct limits;
struct log;

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* `format` "json", else logfmt. NULL without memory. */
struct log *log_create(int descriptor, enum log_level level, const char *format);

/* Writes what waits, as far as it is taken without waiting; at the end it waits a moment. */
void log_destroy(struct log *log);
void log_flush(struct log *log);

/* Counts there from now on which values were truncated (LIMIT_LOG_VALUE). */
void log_set_limits(struct log *log, struct limits *limits);

void log_set_level(struct log *log, enum log_level level);

/* True if lines of this level are written. */
bool log_has_level(const struct log *log, enum log_level level);

/* "error", "warn", ...; LOG_INFO for anything else. */
enum log_level log_level_of(const char *name);

/*
 * One line: begun, given its fields, ended. False if its level is not logged or the buffer is full;
 * no other call must follow then.
 */
bool log_begin(struct log *log, enum log_level level, const char *message);
/* Of a longer value the first MAX_LOG_VALUE bytes. */
void log_text(struct log *log, const char *key, const char *value);
void log_int(struct log *log, const char *key, long long value);
/* Milliseconds with three decimals, from nanoseconds. */
void log_ms(struct log *log, const char *key, long long ns);
void log_end(struct log *log);

/* A line with one field (or none: `key` NULL). */
void log_line(struct log *log, enum log_level level, const char *message, const char *key,
	const char *value);

#endif
