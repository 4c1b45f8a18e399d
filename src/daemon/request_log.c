/* Requests in the log. */
#include "daemon/request_log.h"

#include "api/api.h"
#include "base/clock.h"

static enum log_level level_of(int status)
{
	return status >= 500 ? LOG_WARN : LOG_INFO;
}

enum { REJECTED_INTERVAL_NS = 1000000000 };

static bool is_suppressed(struct rejected_log *rejected, const struct http_outcome *outcome)
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

void request_log(struct log *log, struct rejected_log *rejected, const struct http_outcome *outcome)
{
	char session[33];
	char client[PEER_ROOM];

	if (is_suppressed(rejected, outcome)) {
		return;
	}
	if (!log_begin(log, level_of(outcome->status), "request")) {
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
