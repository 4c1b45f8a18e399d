/* What one address has in use: connections, and the bytes of bodies. */
#include "http/internal.h"

/* Proxies ask for many, and what they hand on is counted for its client where that is known. */
static bool is_counted(const struct http_server *server, const struct http_peer *peer)
{
	return (!peer->local || server->options.limits_local) && !peer_is_proxy(server, peer);
}

bool limits_admit_connection(struct http_connection *connection)
{
	struct http_server *server = connection->server;
	struct limits *limits = server->options.limits;

	if (!is_counted(server, &connection->peer)) {
		return true;
	}
	if (!counts_take(&server->connections_of, connection->peer.number, 1,
		    limits_value(limits, LIMIT_ADDRESS_CONNECTIONS))) {
		limits_count(limits, LIMIT_ADDRESS_CONNECTIONS);
		return false;
	}
	connection->counted = true;
	return true;
}

void limits_forget_connection(struct http_connection *connection)
{
	if (connection->counted) {
		counts_give(&connection->server->connections_of, connection->peer.number, 1);
	}
}

void http_server_count_local(struct http_server *server, bool counted)
{
	server->options.limits_local = counted;
}

static bool take_for_address(struct http_request *request, size_t bytes)
{
	struct http_server *server = request->connection->server;
	struct limits *limits = server->options.limits;

	/* Decided once for each request: limits_local may change before all is given back. */
	if (request->counted == 0) {
		request->is_of_address = is_counted(server, &request->peer);
	}
	if (!request->is_of_address ||
		counts_take(&server->body_bytes_of, request->peer.number, bytes,
			limits_value(limits, LIMIT_ADDRESS_BODY_BYTES))) {
		return true;
	}
	limits_count(limits, LIMIT_ADDRESS_BODY_BYTES);
	request->refused_by = LIMIT_ADDRESS_BODY_BYTES;
	return false;
}

static void give_for_address(struct http_request *request, size_t bytes)
{
	struct http_server *server = request->connection->server;

	if (request->is_of_address) {
		counts_give(&server->body_bytes_of, request->peer.number, bytes);
	}
}

bool limits_admit_body(struct http_request *request, size_t room)
{
	struct limits *limits = request->connection->server->options.limits;
	size_t more = room - request->counted;

	if (!take_for_address(request, more)) {
		return false;
	}
	if (!limits_take(limits, LIMIT_BODY_BYTES_TOTAL, more)) {
		give_for_address(request, more);
		request->refused_by = LIMIT_BODY_BYTES_TOTAL;
		return false;
	}
	request->counted = room;
	return true;
}

void limits_forget_body(struct http_request *request)
{
	if (request->counted > 0) {
		give_for_address(request, request->counted);
		limits_give(request->connection->server->options.limits, LIMIT_BODY_BYTES_TOTAL,
			request->counted);
	}
	request->counted = 0;
}

struct http_error limits_fault(const struct http_request *request)
{
	static const struct {
		enum limit_id id;
		const char *detail;
	} faults[] = {
		{LIMIT_ADDRESS_BODY_BYTES, "This address sends too many bytes at the same time."},
		{LIMIT_BODY_BYTES_TOTAL, "Too many bytes are being received just now."},
		{LIMIT_BODY_BYTES, "The body is larger than is accepted here."},
	};
	size_t i = 0;

	while (i + 1 < sizeof faults / sizeof faults[0] &&
		(int)faults[i].id != request->refused_by) {
		i++;
	}
	return (struct http_error){
		limit_rows[faults[i].id].http, limit_rows[faults[i].id].code, faults[i].detail};
}
