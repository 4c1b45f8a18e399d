/* Clients that disconnect while they wait for a response, and refused clients that still send. */

#include "http/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utlist.h>

/* ---- Clients that go away ------------------------------------------------------------------- */

/*
 * libmicrohttpd does not poll suspended connections. Most of them are answered within milliseconds,
 * so only connections that have waited longer are added to a second epoll set, which reports the
 * end of the connection; the others cost no system calls.
 *
 * A client that closes its sending half (FIN) may have left or may still wait for its response; the
 * server cannot distinguish them. A request is finite, so it is answered in both cases, a long poll
 * at once; when connections run out it is the first to be closed. A stream is not finite, so it
 * ends: the client of a stream keeps both directions open. A reset connection, or one that is
 * closed in both directions, ends either.
 */

/* MAX_ADDED in a tick take 2 ms; 8,000 would take 16. */
enum { WATCH_AFTER_MS = 200, MAX_EVENTS = 64, MAX_ADDED = 1000 };

void watch_give_up(struct http_request *request)
{
	if (request->stream) {
		http_stream_abort(request->stream);
	} else if (request_cancel(request)) {
		request_enter(request, REQUEST_ABANDONED);
	}
}

/* Waits only for the end of both directions from now on, which epoll always reports. */
static void watch_end(struct http_request *request)
{
	void (*half_closed)(void *context) = request->half_closed;
	struct epoll_event event = {.events = EPOLLONESHOT, .data.ptr = request};

	request->connection->is_half_closed = true;
	epoll_ctl(request->connection->server->watch_epoll, EPOLL_CTL_MOD,
		request->connection->socket, &event);
	if (half_closed) {
		request->half_closed = NULL;
		half_closed(request->half_closed_context);
	}
}

static void on_event(struct http_request *request, uint32_t events)
{
	if (request->stream || (events & (EPOLLHUP | EPOLLERR))) {
		watch_give_up(request);
	} else {
		watch_end(request);
	}
}

/* One event per call: its handling may end other requests of the set. */
void watch_on_hangup(uv_poll_t *handle, int status, int events)
{
	struct http_server *server = handle->data;
	struct epoll_event event;

	(void)status;
	(void)events;
	for (int i = 0; i < MAX_EVENTS; i++) {
		if (epoll_wait(server->watch_epoll, &event, 1, 0) != 1) {
			return;
		}
		on_event(event.data.ptr, event.events);
	}
}

static bool is_worth_watching(const struct http_request *request, uint64_t now)
{
	return !request->watched && now - request->waiting_since >= WATCH_AFTER_MS &&
	       (request->gone || request->stream);
}

void watch_tick(struct http_server *server)
{
	uint64_t now = uv_now(server->options.loop);
	struct http_request *request;
	unsigned added = 0;

	for (request = server->waiting; request && added < MAX_ADDED; request = request->next) {
		struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT};

		if (is_worth_watching(request, now)) {
			added++;
			event.data.ptr = request;
			request->watched = epoll_ctl(server->watch_epoll, EPOLL_CTL_ADD,
						   request->connection->socket, &event) == 0;
		}
	}
}

static bool has_waited(const struct http_request *request, uint64_t now, unsigned waited_ms)
{
	return !request->stream && !request->half_closed &&
	       now - request->waiting_since >= waited_ms;
}

bool http_server_refuse_waiting(struct http_server *server, unsigned waited_ms,
	bool (*refuse)(struct http_request *request, void *context), void *context)
{
	uint64_t now = uv_now(server->options.loop);
	struct http_request *request = NULL, *next = NULL;

	DL_FOREACH_SAFE(server->waiting, request, next)
	{
		if (has_waited(request, now, waited_ms) && request_cancel(request) &&
			!refuse(request, context)) {
			return false;
		}
	}
	return true;
}

void watch_add(struct http_request *request)
{
	struct http_server *server = request->connection->server;

	request->waits = true;
	request->waiting_since = uv_now(server->options.loop);
	DL_APPEND(server->waiting, request);
}

void watch_remove(struct http_request *request)
{
	struct http_server *server = request->connection->server;

	if (request->watched) {
		epoll_ctl(server->watch_epoll, EPOLL_CTL_DEL, request->connection->socket, NULL);
		request->watched = false;
	}
	if (request->waits) {
		DL_DELETE(server->waiting, request);
		request->waits = false;
	}
}

/* ---- Refused clients that still send -------------------------------------------------------- */

/*
 * Closing a socket with unread bytes resets the connection, and after a reset the client discards a
 * response that it has not read yet: it reports "connection reset" instead of 413. So a duplicate
 * of the descriptor reads the rest for a moment after libmicrohttpd has shut down its side and
 * closed.
 */

enum { LINGER_MS = 2000, MAX_LINGERING = 64 };

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

	if (server->lingering_count >= MAX_LINGERING || server->forced) {
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
