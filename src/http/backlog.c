/* Buffered messages for slow subscribers, counted per address and in total. */
#include "http/internal.h"

/*
 * The counted part of a backlog: each subscriber may have HTTP_BACKLOG_SHARE without being counted.
 */
static size_t beyond_share(size_t bytes)
{
	return bytes > HTTP_BACKLOG_SHARE ? bytes - HTTP_BACKLOG_SHARE : 0;
}

void http_backlog_begin(struct http_backlog *backlog, const struct http_request *request)
{
	struct http_server *server = request->connection->server;

	*backlog = (struct http_backlog){
		.server = server,
		.address = request->peer.number,
		.is_of_address = limits_apply_to(server, &request->peer),
	};
}

static bool take_more(struct http_backlog *backlog, size_t more)
{
	struct http_server *server = backlog->server;
	struct limits *limits = server->options.limits;

	if (backlog->is_of_address &&
		!counts_take(&server->backlog_of, backlog->address, more,
			limits_value(limits, LIMIT_ADDRESS_SUBSCRIBER_BYTES))) {
		limits_count(limits, LIMIT_ADDRESS_SUBSCRIBER_BYTES);
		return false;
	}
	if (!limits_take(limits, LIMIT_SUBSCRIBER_BYTES, more)) {
		if (backlog->is_of_address) {
			counts_give(&server->backlog_of, backlog->address, more);
		}
		return false;
	}
	return true;
}

bool http_backlog_set(struct http_backlog *backlog, size_t bytes)
{
	size_t counted = beyond_share(bytes);

	if (!backlog->server) {
		return true;
	}
	if (counted > backlog->counted && !take_more(backlog, counted - backlog->counted)) {
		return false;
	}
	if (counted < backlog->counted) {
		size_t less = backlog->counted - counted;

		limits_give(backlog->server->options.limits, LIMIT_SUBSCRIBER_BYTES, less);
		if (backlog->is_of_address) {
			counts_give(&backlog->server->backlog_of, backlog->address, less);
		}
	}
	backlog->counted = counted;
	return true;
}
