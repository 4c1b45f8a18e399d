/* One log line a request. */
#ifndef DAEMON_REQUEST_LOG_H
#define DAEMON_REQUEST_LOG_H

#include "daemon/log.h"
#include "http/http.h"

void request_log(struct log *log, const struct http_outcome *outcome);

#endif
