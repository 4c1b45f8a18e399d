/*
 * Reads away what a refused client still sends.
 *
 * Closing a socket with unread bytes resets the connection, and a reset makes the client forget an
 * answer that it has not read yet: it would see "connection reset" where 413 was said. So a
 * duplicate of the descriptor keeps the connection for a moment after libmicrohttpd has shut down
 * its side and closed.
 */
#include "http/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utlist.h>

enum { LINGER_MS = 2000, MOST_LINGERING = 64 };

struct http_linger {
	uv_poll_t poll;
	struct http_server *server;
	int socket;
	uint64_t deadline;
	struct http_linger *next, *prev;
};

static void on_closed(uv_handle_t *handle)
{
	struct http_linger *linger = handle->data;

	close(linger->socket);
	free(linger);
}

static void end(struct http_linger *linger)
{
	DL_DELETE(linger->server->lingering, linger);
	linger->server->lingering_count--;
	uv_close((uv_handle_t *)&linger->poll, on_closed);
}

static void on_readable(uv_poll_t *handle, int status, int events)
{
	char bytes[16384];
	struct http_linger *linger = handle->data;
	ssize_t length = recv(linger->socket, bytes, sizeof bytes, 0);

	(void)events;
	if (status < 0 || length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) {
		end(linger);
	}
}

static bool open_linger(struct http_linger *linger, struct http_server *server, int socket)
{
	*linger = (struct http_linger){
		.server = server,
		.socket = fcntl(socket, F_DUPFD_CLOEXEC, 0),
		.deadline = uv_now(server->options.loop) + LINGER_MS,
	};
	if (linger->socket < 0) {
		return false;
	}
	if (uv_poll_init(server->options.loop, &linger->poll, linger->socket) != 0) {
		close(linger->socket);
		return false;
	}
	linger->poll.data = linger;
	uv_poll_start(&linger->poll, UV_READABLE, on_readable);
	return true;
}

void linger_start(struct http_server *server, int socket)
{
	struct http_linger *linger;

	if (server->lingering_count >= MOST_LINGERING || server->forced) {
		return;
	}
	linger = malloc(sizeof *linger);
	if (!linger || !open_linger(linger, server, socket)) {
		free(linger);
		return;
	}
	DL_APPEND(server->lingering, linger);
	server->lingering_count++;
}

static void end_until(struct http_server *server, uint64_t deadline)
{
	struct http_linger *linger = server->lingering;

	while (linger) {
		struct http_linger *following = linger->next;

		if (linger->deadline <= deadline) {
			end(linger);
		}
		linger = following;
	}
}

void linger_expire(struct http_server *server)
{
	end_until(server, uv_now(server->options.loop));
}

void linger_end_all(struct http_server *server)
{
	end_until(server, UINT64_MAX);
}
