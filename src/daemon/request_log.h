/* Requests in the log. */
#ifndef DAEMON_REQUEST_LOG_H
#define DAEMON_REQUEST_LOG_H

#include "base/limits.h"
#include "daemon/log.h"
#include "http/http.h"

#include <stdint.h>

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

/* One line for each request that is over. */
void request_log(
	struct log *log, struct rejected_log *rejected, const struct http_access_record *outcome);

#endif
