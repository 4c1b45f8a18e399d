/* Connections: their limits and deadlines. */

#include "http/internal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <utlist.h>

/* ---- Limits of one address ------------------------------------------------------------------ */

/* Proxies have many connections; their requests are counted by client where that is known. */
bool limits_apply_to(const struct http_server *server, const struct http_peer *peer)
{
	return (!peer->local || server->options.limits_local) && !peer_is_proxy(server, peer);
}

bool limits_admit_connection(struct http_connection *connection)
{
	struct http_server *server = connection->server;
	struct limits *limits = server->options.limits;

	if (!limits_apply_to(server, &connection->peer)) {
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

	/* Decided once per request: limits_local may change before everything is returned. */
	if (request->counted == 0) {
		request->is_of_address = limits_apply_to(server, &request->peer);
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

bool limits_admit_body(struct http_request *request, size_t capacity)
{
	struct limits *limits = request->connection->server->options.limits;
	size_t more = capacity - request->counted;

	if (!take_for_address(request, more)) {
		return false;
	}
	if (!limits_take(limits, LIMIT_BODY_BYTES_TOTAL, more)) {
		give_for_address(request, more);
		request->refused_by = LIMIT_BODY_BYTES_TOTAL;
		return false;
	}
	request->counted = capacity;
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

enum { MAX_LOOKED_AT = 64 };

/* ---- too many ------------------------------------------------------------------------------- */

/*
 * The list has two parts: first connections without a complete request yet, in order of arrival;
 * from `served` on the others, in order of last use.
 */
static void take_out(struct http_connection *connection)
{
	struct http_server *server = connection->server;

	if (server->served == connection) {
		server->served = connection->next;
	}
	DL_DELETE(server->connections, connection);
}

static void put_newcomer(struct http_connection *connection)
{
	struct http_server *server = connection->server;

	if (server->served) {
		DL_PREPEND_ELEM(server->connections, server->served, connection);
	} else {
		DL_APPEND(server->connections, connection);
	}
}

void connection_touch(struct http_connection *connection)
{
	struct http_server *server = connection->server;

	if (connection->next) {
		take_out(connection);
		DL_APPEND(server->connections, connection);
	}
	if (!server->served) {
		server->served = connection;
	}
}

bool connection_has_unread(const struct http_connection *connection)
{
	int bytes = 0;

	return ioctl(connection->socket, FIONREAD, &bytes) == 0 && bytes > 0;
}

/* The client has closed its sending half and has probably left: see hangup.c. */
static bool is_left(const struct http_connection *connection)
{
	const struct http_request *request = connection->request;

	return connection->is_half_closed && request && request->stage == REQUEST_WAITING &&
	       request->gone;
}

/*
 * A connection without a request: an honest client connects again, and a slow one has had its time.
 */
static bool is_connection_quiet(const struct http_connection *connection)
{
	if (connection->broken) {
		return false;
	}
	return is_left(connection) ||
	       ((!connection->request || connection->request->stage < REQUEST_HELD) &&
		       !connection_has_unread(connection));
}

static bool is_crowded(const struct http_server *server)
{
	return server->figures.connections - server->breaking > server->options.connection_limit;
}

static void dismiss(struct http_connection *connection)
{
	struct http_server *server = connection->server;

	if (is_left(connection)) {
		watch_give_up(connection->request);
	}
	limits_count(server->options.limits, LIMIT_CONNECTIONS);
	connection_abort(connection);
}

/*
 * Closes a quiet connection, since otherwise a client that opens connections without requests would
 * lock out all others. If none is quiet the new one stays while there are spare ones; further ones
 * wait to be accepted.
 */
static void make_room(struct http_server *server, const struct http_connection *newcomer)
{
	struct http_connection *first;

	for (int i = 0; i < MAX_LOOKED_AT; i++) {
		bool goes;

		first = server->connections == newcomer ? newcomer->next : server->connections;
		if (!first) {
			return;
		}
		goes = is_connection_quiet(first);
		connection_touch(first);
		if (goes) {
			dismiss(first);
			return;
		}
	}
}

/* A connection that was just accepted is not quiet yet: its request may be on the way. */
static bool was_read(const struct http_connection *connection)
{
	return connection->has_read || connection->is_looked_at;
}

/*
 * Connections that arrive in one burst are all accepted before any of them is read, so none is
 * quiet and they use up the spare ones. No newcomer is accepted then, hence make_room() is not
 * called; without this function they would lock out all others until their deadlines.
 */
void connections_reduce(struct http_server *server)
{
	struct http_connection *next = server->connections;

	for (int i = 0; i < MAX_LOOKED_AT && next && is_crowded(server); i++) {
		struct http_connection *connection = next;

		next = connection->next;
		if (!is_connection_quiet(connection)) {
			/* Moves it to the end of the list: the next call begins with others. */
			connection_touch(connection);
		} else if (was_read(connection)) {
			dismiss(connection);
		}
	}
}

/* ---- life ----------------------------------------------------------------------------------- */

static struct http_peer peer_at(struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);

	return peer_of(info ? info->client_addr : NULL);
}

void connection_started(struct http_server *server, struct MHD_Connection *mhd, void **context)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct http_connection *connection = malloc(sizeof *connection);

	if (!connection) {
		/*
		 * Without a record its requests are refused by closing the connection: see
		 * on_request().
		 */
		shutdown(info->connect_fd, SHUT_RDWR);
		return;
	}
	*connection = (struct http_connection){
		.server = server,
		.mhd = mhd,
		.socket = info->connect_fd,
	};
	connection->peer = peer_at(mhd);
	if (!limits_admit_connection(connection)) {
		free(connection);
		shutdown(info->connect_fd, SHUT_RDWR);
		return;
	}
	/* From here on the reader knows the record: only connection_ended() frees it. */
	if (!reader_add(connection)) {
		limits_forget_connection(connection);
		free(connection);
		shutdown(info->connect_fd, SHUT_RDWR);
		return;
	}
	put_newcomer(connection);
	server->figures.connections++;
	if (is_crowded(server)) {
		make_room(server, connection);
	}
	connection_set_deadline(connection, server->options.header_timeout_s);
	loop_tick(server);
	*context = connection;
}

void connection_ended(struct http_server *server, struct http_connection *connection)
{
	if (connection->request) {
		request_end(connection->request);
	}
	reader_remove(connection);
	if (connection->cut_short) {
		linger_start(server, connection->socket);
	}
	take_out(connection);
	limits_forget_connection(connection);
	server->figures.connections--;
	server->breaking -= connection->broken;
	free(connection);
	/* At the connection limit only the next run adds the listening socket again. */
	server->dirty = true;
}

void connection_set_deadline(struct http_connection *connection, unsigned seconds)
{
	connection->is_spared = false;
	connection->deadline =
		seconds ? uv_now(connection->server->options.loop) + (uint64_t)seconds * 1000 : 0;
}

/* Unacknowledged bytes that will never arrive: the kernel would keep them for minutes. */
static bool is_stuck(const struct http_connection *connection)
{
	const struct http_request *request = connection->request;

	return request && (request->stage == REQUEST_RESPONDED || request->too_large);
}

void connection_abort(struct http_connection *connection)
{
	static const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
	struct http_server *server = connection->server;

	if (is_stuck(connection)) {
		setsockopt(connection->socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
	}
	server->breaking += !connection->broken;
	connection->broken = true;
	connection->deadline = 0;
	connection->cut_short = false;
	shutdown(connection->socket, SHUT_RDWR);
}

/* The others end with the next tick. */
enum { MAX_EXPIRED_AT_ONCE = 256 };

/*
 * Its bytes have not been read: the server is late, not the client. If all ready connections were
 * visited, the next tick finds the bytes that arrived after that read.
 */
static bool is_kept_waiting(struct http_connection *connection)
{
	const struct http_server *server = connection->server;
	bool may_wait = server->round <= server->run || !connection->is_spared;

	if (server->forced || connection->broken || !may_wait ||
		!connection_has_unread(connection)) {
		return false;
	}
	connection->is_spared = true;
	return true;
}

/* While the bytes of a body are discarded, a response would wait behind them. */
static bool is_owed_an_answer(const struct http_connection *connection)
{
	const struct http_request *request = connection->request;

	return request && request->stage == REQUEST_RECEIVING && !request->too_large &&
	       !connection->broken && !connection->server->forced;
}

static void end_late(struct http_connection *connection)
{
	if (is_owed_an_answer(connection)) {
		reader_time_out(connection);
	} else {
		connection_abort(connection);
	}
}

void connections_expire(struct http_server *server)
{
	uint64_t now = uv_now(server->options.loop);
	struct http_connection *connection = server->connections;
	int expired = 0;

	for (; connection && expired < MAX_EXPIRED_AT_ONCE; connection = connection->next) {
		if (connection->deadline && connection->deadline <= now &&
			!is_kept_waiting(connection)) {
			end_late(connection);
			expired++;
		}
	}
}

/* ---- clients that send no more -------------------------------------------------------------- */

/* With a complete request only the response is missing, and the client may wait for it. */
static bool is_worth_looking_at(const struct http_connection *connection)
{
	return !connection->broken && !connection->is_looked_at &&
	       (!connection->request || connection->request->stage < REQUEST_HELD);
}

static bool has_ended(const struct http_connection *connection)
{
	char byte;

	return recvfrom(connection->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT, NULL, NULL) == 0;
}

void connections_look(struct http_server *server)
{
	struct http_connection *connection;

	for (connection = server->connections; connection; connection = connection->next) {
		if (is_worth_looking_at(connection)) {
			connection->is_looked_at = true;
			if (connection->is_refusal_due) {
				reader_refuse(connection);
			} else if (has_ended(connection)) {
				connection_abort(connection);
			}
		}
	}
}
