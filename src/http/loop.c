/*
 * libmicrohttpd on a libuv loop, in its external-epoll mode.
 *
 * Its epoll descriptor in a uv_poll tells when sockets are ready. That is not enough: it does not
 * wake up for a resumed connection, nor for bytes that it has read already but not yet handled. So
 * before the loop sleeps it is run until nothing is left, and once more after a round with several
 * requests: asking it for more costs half as much as the way through both epoll descriptors. It
 * has no timeouts of its own: all deadlines are ours (connection.c), because its timer starts again
 * with every byte.
 */
#include "http/internal.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 8, TICK_MS = 250 };

static bool is_pending(const struct http_server *server)
{
	MHD_UNSIGNED_LONG_LONG timeout;

	return server->dirty ||
	       (MHD_get_timeout(server->daemon, &timeout) == MHD_YES && timeout == 0);
}

/* Who has many clients has the next requests there already when these are answered. */
static bool is_crowded(const struct http_server *server)
{
	return server->begun > 1;
}

static void run_once(struct http_server *server)
{
	server->dirty = false;
	server->begun = 0;
	reader_run(server);
}

void loop_run(struct http_server *server)
{
	for (int round = 0; round < MOST_ROUNDS && (is_crowded(server) || is_pending(server));
		round++) {
		run_once(server);
	}
}

static void on_ready(uv_poll_t *handle, int status, int events)
{
	struct http_server *server = handle->data;

	(void)status;
	(void)events;
	if (server->options.woken) {
		server->options.woken(server->options.context);
	}
	run_once(server);
}

static void on_again(uv_idle_t *handle)
{
	(void)handle;
}

/* An active idle handle keeps the loop from sleeping; it has nothing to do itself. */
static void on_prepare(uv_prepare_t *handle)
{
	struct http_server *server = handle->data;

	loop_run(server);
	if (is_pending(server)) {
		uv_idle_start(&server->again, on_again);
	} else {
		uv_idle_stop(&server->again);
	}
	server_check_stopped(server);
}

static void on_tick(uv_timer_t *handle)
{
	struct http_server *server = handle->data;

	connections_expire(server);
	connections_look(server);
	watch_tick(server);
	linger_expire(server);
	if (!server->connections && !server->lingering) {
		uv_timer_stop(handle);
	}
}

void loop_tick(struct http_server *server)
{
	if (!uv_is_active((const uv_handle_t *)&server->tick)) {
		uv_timer_start(&server->tick, on_tick, TICK_MS, TICK_MS);
	}
}

static int epoll_of(struct MHD_Daemon *daemon)
{
	const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);

	return info ? info->epoll_fd : -1;
}

static void own(struct http_server *server, uv_handle_t *handle)
{
	handle->data = server;
	server->handles++;
}

static bool own_poll(
	struct http_server *server, uv_poll_t *handle, int descriptor, uv_poll_cb callback)
{
	if (uv_poll_init(server->options.loop, handle, descriptor) != 0) {
		return false;
	}
	own(server, (uv_handle_t *)handle);
	return uv_poll_start(handle, UV_READABLE, callback) == 0;
}

bool loop_start(struct http_server *server)
{
	struct uv_loop_s *loop = server->options.loop;

	uv_prepare_init(loop, &server->prepare);
	own(server, (uv_handle_t *)&server->prepare);
	uv_idle_init(loop, &server->again);
	own(server, (uv_handle_t *)&server->again);
	uv_timer_init(loop, &server->tick);
	own(server, (uv_handle_t *)&server->tick);
	uv_timer_init(loop, &server->grace);
	own(server, (uv_handle_t *)&server->grace);
	if (!own_poll(server, &server->poll, epoll_of(server->daemon), on_ready) ||
		!own_poll(server, &server->watch, server->watch_epoll, watch_on_hangup)) {
		return false;
	}
	uv_prepare_start(&server->prepare, on_prepare);
	/* The first run puts the listening socket into the epoll set. */
	server->dirty = true;
	return true;
}

static void on_closed(uv_handle_t *handle)
{
	struct http_server *server = handle->data;

	if (--server->handles == 0) {
		free(server);
	}
}

static void let_go(uv_handle_t *handle)
{
	if (handle->data) {
		uv_close(handle, on_closed);
	}
}

void loop_close(struct http_server *server)
{
	let_go((uv_handle_t *)&server->prepare);
	let_go((uv_handle_t *)&server->again);
	let_go((uv_handle_t *)&server->tick);
	let_go((uv_handle_t *)&server->grace);
	let_go((uv_handle_t *)&server->poll);
	let_go((uv_handle_t *)&server->watch);
}
