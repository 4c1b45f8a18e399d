/* Requests in the log. */
#include "daemon/request_log.h"

#include "api/api.h"

static enum log_level level_of(int status)
{
	return status >= 500 ? LOG_WARN : LOG_INFO;
}

void request_log(struct log *log, const struct http_outcome *outcome)
{
	char session[33];
	char client[PEER_ROOM];

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
	log_end(log);
}
