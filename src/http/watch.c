/*
 * Notices clients that go away while their connection is suspended.
 *
 * libmicrohttpd does not look at suspended connections. Most of them are answered within
 * milliseconds, so only those that have waited for a while are worth the system calls: they go into
 * an epoll set of our own that wakes up when the connection ends.
 *
 * A client that sends no more (FIN) may have left, or may have closed its sending half alone; no
 * byte that it gets can tell one from the other without changing the answer. A request is finite,
 * so it is answered in either case, one that waits for news at once; where connections run out it
 * is the first to be given up. A stream is not, so it ends: a client of a stream keeps its
 * connection open in both directions. A connection that was reset, or closed in both directions,
 * ends either.
 */
#include "http/internal.h"

#include <sys/epoll.h>
#include <utlist.h>

enum { WATCH_AFTER_MS = 200, MOST_EVENTS = 64 };

void watch_give_up(struct http_request *request)
{
	if (request->stream) {
		stream_abort(request->stream);
	} else if (request_cancel(request)) {
		request_enter(request, REQUEST_ABANDONED);
	}
}

/* From now on only the end of both directions is waited for, which epoll always reports. */
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

/* One event a call: what is done about it may end other requests of the set. */
void watch_on_hangup(uv_poll_t *handle, int status, int events)
{
	struct http_server *server = handle->data;
	struct epoll_event event;

	(void)status;
	(void)events;
	for (int i = 0; i < MOST_EVENTS; i++) {
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

	for (request = server->waiting; request; request = request->next) {
		struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT};

		if (is_worth_watching(request, now)) {
			event.data.ptr = request;
			request->watched = epoll_ctl(server->watch_epoll, EPOLL_CTL_ADD,
						   request->connection->socket, &event) == 0;
		}
	}
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
