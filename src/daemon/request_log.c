/* Requests in the log. */
#include "daemon/request_log.h"

#include "api/api.h"
#include "base/clock.h"

static enum log_level request_level(int status)
{
	return status >= 500 ? LOG_WARN : LOG_INFO;
}

enum { REJECTED_INTERVAL_NS = 1000000000 };

static bool is_suppressed(struct rejected_log *rejected, const struct http_access_record *outcome)
{
	int64_t now_ns = clock_ticks_ns();

	if (!outcome->rejected) {
		return false;
	}
	if (now_ns < rejected->next_ns) {
		rejected->suppressed++;
		return true;
	}
	rejected->next_ns = now_ns + REJECTED_INTERVAL_NS;
	return false;
}

bool request_log_writes(const struct log *log, const struct http_access_record *outcome)
{
	return log_has_level(log, request_level(outcome->status));
}

bool request_log_admits(struct request_lines *lines, struct log *log, struct limits *limits)
{
	int64_t second = clock_ticks_ns() / 1000000000;
	uint64_t most = limits_value(limits, LIMIT_LOG_LINES);

	if (second != lines->second) {
		lines->second = second;
		lines->written = 0;
	}
	if (most > 0 && lines->written >= most) {
		lines->suppressed++;
		limits_count(limits, LIMIT_LOG_LINES);
		return false;
	}
	lines->written++;
	if (lines->suppressed > 0 &&
		log_begin(log, LOG_WARN, "lines about requests were suppressed")) {
		log_int(log, "lines", (long long)lines->suppressed);
		log_end(log);
		lines->suppressed = 0;
	}
	return true;
}

void request_log(
	struct log *log, struct rejected_log *rejected, const struct http_access_record *outcome)
{
	char session[33];
	char client[PEER_ROOM];

	if (is_suppressed(rejected, outcome)) {
		return;
	}
	if (!log_begin(log, request_level(outcome->status), "request")) {
		return;
	}
	log_text(log, "request_id", outcome->id);
	http_peer_write(&outcome->peer, client);
	log_text(log, "client", client);
	log_text(log, "method", outcome->method);
	log_text(log, "path", outcome->label[0] ? outcome->label : "-");
	log_int(log, "status", outcome->status);
	log_ms(log, "ms", outcome->elapsed_ns);
	api_session_of(outcome->path, session);
	if (session[0]) {
		log_text(log, "session", session);
	}
	if (outcome->rejected) {
		log_int(log, "suppressed", (long long)rejected->suppressed);
		rejected->suppressed = 0;
	}
	log_end(log);
}
