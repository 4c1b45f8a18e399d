/* Connections: who is connected, and until when. */
#include "http/internal.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <utlist.h>

void connection_started(struct http_server *server, struct MHD_Connection *mhd, void **context)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct http_connection *connection = malloc(sizeof *connection);

	if (!connection) {
		/* Without a record its requests are refused by closing: see on_request(). */
		shutdown(info->connect_fd, SHUT_RDWR);
		return;
	}
	*connection = (struct http_connection){
		.server = server,
		.mhd = mhd,
		.socket = info->connect_fd,
	};
	DL_APPEND(server->connections, connection);
	server->figures.connections++;
	connection_allow(connection, server->options.header_timeout_s);
	loop_tick(server);
	*context = connection;
}

void connection_ended(struct http_server *server, struct http_connection *connection)
{
	if (connection->cut_short) {
		linger_start(server, connection->socket);
	}
	DL_DELETE(server->connections, connection);
	server->figures.connections--;
	free(connection);
	/* At the connection limit the listening socket is taken up again by the next run only. */
	server->dirty = true;
}

void connection_allow(struct http_connection *connection, unsigned seconds)
{
	connection->deadline =
		seconds ? uv_now(connection->server->options.loop) + (uint64_t)seconds * 1000 : 0;
}

/* Bytes are under way that will never arrive: the kernel would keep them for minutes. */
static bool is_stuck(const struct http_connection *connection)
{
	const struct http_request *request = connection->request;

	return request && (request->stage == REQUEST_ANSWERED || request->too_large);
}

void connection_break(struct http_connection *connection)
{
	static const struct linger at_once = {.l_onoff = 1, .l_linger = 0};

	if (is_stuck(connection)) {
		setsockopt(connection->socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
	}
	connection->deadline = 0;
	connection->cut_short = false;
	shutdown(connection->socket, SHUT_RDWR);
}

void connections_expire(struct http_server *server)
{
	uint64_t now = uv_now(server->options.loop);
	struct http_connection *connection;

	for (connection = server->connections; connection; connection = connection->next) {
		if (connection->deadline && connection->deadline <= now) {
			connection_break(connection);
		}
	}
}
