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

/* May one more line about a request be written? Says in the log how many were not, when it may. */
bool request_log_admits(struct request_lines *lines, struct log *log, struct limits *limits);

/* Is a line about it wanted at the log's level? */
bool request_log_writes(const struct log *log, const struct http_access_record *outcome);

/* One line for each request that is over. */
void request_log(
	struct log *log, struct rejected_log *rejected, const struct http_access_record *outcome);

#endif
