/*
 * Notices clients that go away while their connection is suspended.
 *
 * libmicrohttpd does not look at suspended connections. Most of them are answered within
 * milliseconds, so only those that have waited for a while are worth the system calls: they go into
 * an epoll set of our own that wakes up when the peer has closed its end.
 */
#include "http/internal.h"

#include <sys/epoll.h>
#include <utlist.h>

enum { WATCH_AFTER_MS = 200, MOST_EVENTS = 64 };

static void client_gone(struct http_request *request)
{
	if (request->stream) {
		stream_break(request->stream);
	} else if (request_take_back(request)) {
		request_enter(request, REQUEST_LOST);
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
		client_gone(event.data.ptr);
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
