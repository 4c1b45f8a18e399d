/*
 * The log: structured lines to standard error.
 *
 * Lines are buffered and written once per turn of the loop, so that a request costs no system call
 * of its own. If the output is full, the loop does not block: lines are dropped, and the next line
 * says how many.
 */
#ifndef DAEMON_LOG_H
#define DAEMON_LOG_H

#include "base/limits.h"
#include "http/http.h"

#include <stdbool.h>
#include <stdint.h>

struct limits;
struct log;

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* `format` "json", else logfmt. NULL without memory. */
struct log *log_create(int descriptor, enum log_level level, const char *format);

/* Writes buffered lines as far as possible without blocking; log_destroy() waits a moment. */
void log_destroy(struct log *log);
void log_flush(struct log *log);

/* Sets the counters of truncated values (LIMIT_LOG_VALUE). */
void log_set_limits(struct log *log, struct limits *limits);

void log_set_level(struct log *log, enum log_level level);
/* Requests that take longer are warnings, unless their clients want to wait. 0: none is. */
void log_set_slow(struct log *log, unsigned ms);

/* True if lines of this level are written. */
bool log_has_level(const struct log *log, enum log_level level);

/* "error", "warn", ...; LOG_INFO for anything else. */
enum log_level log_level_of(const char *name);

/*
 * One line: begun, given its fields, ended. False if its level is not logged or the buffer is full;
 * no other call must follow then.
 */
bool log_begin(struct log *log, enum log_level level, const char *message);
/* Values are truncated to MAX_LOG_VALUE bytes. */
void log_text(struct log *log, const char *key, const char *value);
void log_int(struct log *log, const char *key, long long value);
/* Milliseconds with three decimals, from nanoseconds. */
void log_ms(struct log *log, const char *key, long long ns);
void log_end(struct log *log);

/* A line with one field (or none: `key` NULL). */
void log_line(struct log *log, enum log_level level, const char *message, const char *key,
	const char *value);

/* ---- requests ------------------------------------------------------------------------------- */

/* Lines about requests that were refused for their form: a flood of them must not fill the log. */
struct rejected_log {
	int64_t next_ns;     /* no line before */
	uint64_t suppressed; /* since the last line */
};

/*
 * How many lines requests have written in this second: a flood must not fill the disk (log_lines).
 * Zero at first.
 */
struct request_lines {
	int64_t second;
	uint64_t written;
	uint64_t suppressed;
};

/*
 * True if one more line about a request fits the rate. The next permitted call logs how many were
 * suppressed.
 */
bool request_log_admits(struct request_lines *lines, struct log *log, struct limits *limits);

/* True if the level of the log includes it. */
bool request_log_writes(const struct log *log, const struct http_access_record *outcome);

/* Logs one line for each finished request. */
void request_log(
	struct log *log, struct rejected_log *rejected, const struct http_access_record *outcome);

#endif
