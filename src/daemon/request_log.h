/* One log line a request. */
#ifndef DAEMON_REQUEST_LOG_H
#define DAEMON_REQUEST_LOG_H

#include "daemon/log.h"
#include "http/http.h"

#include <stdint.h>

/* Lines about requests that were refused for their form: a flood of them must not fill the log. */
struct rejected_log {
	int64_t next_ns;     /* no line before */
	uint64_t suppressed; /* since the last line */
};

void request_log(
	struct log *log, struct rejected_log *rejected, const struct http_outcome *outcome);

#endif
