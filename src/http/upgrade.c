/*
 * Upgrades: the socket leaves libmicrohttpd.
 *
 * The taker gets a duplicate of the descriptor, and libmicrohttpd closes its own at once. So an
 * upgraded connection costs no connection memory there (32 KiB), counts against no limit of it, is
 * not among the suspended ones that every resume walks through, and cannot abort a stop.
 */
#include "http/internal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utlist.h>

static struct http_upgraded *take_over(struct http_server *server, int socket)
{
	struct http_upgraded *upgraded = malloc(sizeof *upgraded);

	if (!upgraded) {
		return NULL;
	}
	*upgraded = (struct http_upgraded){
		.server = server,
		.socket = fcntl(socket, F_DUPFD_CLOEXEC, 0),
	};
	if (upgraded->socket < 0) {
		free(upgraded);
		return NULL;
	}
	DL_APPEND(server->upgraded, upgraded);
	server->figures.upgraded++;
	return upgraded;
}

void upgrade_failed(struct http_request *request)
{
	request->upgrading = false;
	request->upgrade_start(NULL, -1, NULL, 0, request->upgrade_context);
}

static void on_upgrade(void *context, struct MHD_Connection *mhd, void *request_context,
	const char *early, size_t early_length, MHD_socket socket,
	struct MHD_UpgradeResponseHandle *handle)
{
	struct http_connection *connection = context;
	struct http_server *server = connection->server;
	struct http_request *request = connection->request;
	struct http_upgraded *upgraded = take_over(server, socket);

	(void)mhd;
	(void)request_context;
	if (upgraded) {
		request->upgrading = false;
		request->upgrade_start(
			upgraded, upgraded->socket, early, early_length, request->upgrade_context);
	}
	request_end(request);
	reader_remove(connection);
	/* Breaking the connection would break the duplicate as well. */
	connection->socket = -1;
	MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
	server->dirty = true;
}

void http_request_upgrade(struct http_request *request, const struct http_header *headers,
	size_t header_count,
	void (*start)(struct http_upgraded *upgraded, int socket, const char *early,
		size_t early_length, void *context),
	void *context)
{
	struct http_server *server = request->connection->server;

	request->upgrading = true;
	request->upgrade_start = start;
	request->upgrade_context = context;
	if (server->figures.upgraded >= server->options.connection_limit) {
		limits_count(server->options.limits, LIMIT_CONNECTIONS);
		request_refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "too_many_connections",
			"There is no room for another websocket.");
		return;
	}
	reply_queue(request, MHD_create_response_for_upgrade(on_upgrade, request->connection),
		MHD_HTTP_SWITCHING_PROTOCOLS, headers, header_count);
}

struct uv_loop_s *http_upgraded_loop(struct http_upgraded *upgraded)
{
	return upgraded->server->options.loop;
}

void http_upgraded_finish(struct http_upgraded *upgraded)
{
	struct http_server *server = upgraded->server;

	DL_DELETE(server->upgraded, upgraded);
	server->figures.upgraded--;
	close(upgraded->socket);
	free(upgraded);
}

void upgraded_break_all(struct http_server *server)
{
	struct http_upgraded *upgraded;

	for (upgraded = server->upgraded; upgraded; upgraded = upgraded->next) {
		shutdown(upgraded->socket, SHUT_RDWR);
	}
}
