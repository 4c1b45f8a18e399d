/* The server: libmicrohttpd on a libuv loop, its start and its stop. */

#include "http/internal.h"

#include "base/clock.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- libmicrohttpd on libuv ----------------------------------------------------------------- */

/*
 * libmicrohttpd runs in its external-epoll mode; a uv_poll on its epoll descriptor reports ready
 * sockets. That does not cover resumed connections, nor bytes that it has read but not yet handled.
 * So before the loop sleeps it runs until nothing is left, and once more after a round with several
 * requests, because another run costs half as much as the way through both epoll descriptors. Its
 * own timeouts are off: its timer restarts with every byte, so all deadlines are in connection.c.
 */

enum { MAX_ROUNDS = 8, TICK_MS = 250 };

static bool is_pending(const struct http_server *server)
{
	MHD_UNSIGNED_LONG_LONG timeout;

	return server->dirty || server->held ||
	       (MHD_get_timeout(server->daemon, &timeout) == MHD_YES && timeout == 0);
}

/* With many clients the next requests have arrived by the time these are answered. */
static bool is_server_crowded(const struct http_server *server)
{
	return server->begun > 1;
}

static void run_once(struct http_server *server)
{
	server->dirty = false;
	server->begun = 0;
	if (server->held && !turn_is_over(server)) {
		requests_release(server);
	}
	reader_run(server);
}

void loop_run(struct http_server *server)
{
	for (int round = 0;
		round < MAX_ROUNDS && (is_server_crowded(server) || is_pending(server)) &&
		turn_has_half(server);
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

static void on_rerun(uv_idle_t *handle)
{
	(void)handle;
}

/* An active idle handle keeps the loop from sleeping; its callback does nothing. */
static void on_prepare(uv_prepare_t *handle)
{
	struct http_server *server = handle->data;

	loop_run(server);
	connections_reduce(server);
	server->turn_end_ns = 0;
	server->is_now_fresh = false;
	if (is_pending(server)) {
		uv_idle_start(&server->again, on_rerun);
	} else {
		uv_idle_stop(&server->again);
	}
	server_check_stopped(server);
}

static void on_tick(uv_timer_t *handle)
{
	struct http_server *server = handle->data;

	connections_expire(server);
	connections_reduce(server);
	connections_look(server);
	watch_tick(server);
	linger_expire(server);
	if (requests_return_spare(server) && !server->connections && !server->lingering) {
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

enum { IDLE_GRACE_MS = 100, AFTER_FORCE_MS = 1000, SILENCE_MS = 30000 };

/* ---- What libmicrohttpd calls --------------------------------------------------------------- */

static void on_connection(void *context, struct MHD_Connection *mhd, void **connection,
	enum MHD_ConnectionNotificationCode code)
{
	struct http_server *server = context;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		connection_started(server, mhd, connection);
	} else if (*connection) {
		connection_ended(server, *connection);
	}
}

/* After the request line. The result is the context of the calls that follow. */
static void *on_target(void *context, const char *target, struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct http_connection *connection = info->socket_context;

	(void)context;
	/* Unchecked bytes get no response: this libmicrohttpd does not call recv() as expected. */
	if (!connection || !connection->has_read || connection->is_refused_here) {
		return NULL;
	}
	/* No callback reports the end of a request that it gave up for lack of memory. */
	if (connection->request) {
		request_end(connection->request);
	}
	request_begin(connection, target);
	return connection;
}

static enum MHD_Result on_mhd_request(void *context, struct MHD_Connection *mhd, const char *target,
	const char *method, const char *version, const char *bytes, size_t *length,
	void **request_context)
{
	struct http_connection *connection = *request_context;

	(void)context;
	(void)mhd;
	if (!connection || !connection->request) {
		return MHD_NO;
	}
	return request_advance(connection->request, target, method, version, bytes, length);
}

/*
 * For upgraded connections this is called with a lock of libmicrohttpd held, which excludes suspend
 * and resume: their request has ended before.
 */
static void on_completed(void *context, struct MHD_Connection *mhd, void **request_context,
	enum MHD_RequestTerminationCode code)
{
	struct http_connection *connection = *request_context;

	(void)context;
	(void)mhd;
	(void)code;
	if (connection && connection->request) {
		request_end(connection->request);
	}
}

/* ---- Start ---------------------------------------------------------------------------------- */

static struct MHD_Daemon *start_daemon(struct http_server *server)
{
	/* clang-format off */
	return MHD_start_daemon(
		MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE, 0,
		NULL, NULL, on_mhd_request, server,
		MHD_OPTION_LISTEN_SOCKET, server->options.socket,
		MHD_OPTION_CONNECTION_LIMIT, server->options.connection_limit + SPARE_CONNECTIONS,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
		MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
		MHD_OPTION_URI_LOG_CALLBACK, on_target, server,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, server,
		MHD_OPTION_END);
	/* clang-format on */
}

/*
 * A blocking accept() would block the loop if the client disconnects before it. The kernel gives up
 * a peer that vanished or reads nothing, and buffers a limited part of its responses (the default
 * grows to 4 MB per connection). Accepted sockets inherit these options; unix sockets do not have
 * them.
 */
static void prepare_socket(int socket)
{
	unsigned ms = SILENCE_MS;
	int bytes = MAX_UNREAD_BYTES / 2; /* the kernel doubles it for its own overhead */

	fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
	setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &ms, sizeof ms);
	setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

static void fill(struct http_server *server, const struct http_options *options)
{
	uint64_t seeds[3] = {0};

	*server = (struct http_server){.options = *options, .round = 1};
	if (getrandom(seeds, sizeof seeds, GRND_NONBLOCK) == sizeof seeds) {
		server->connections_of.seed = seeds[0];
		server->body_bytes_of.seed = seeds[1];
		server->backlog_of.seed = seeds[2];
	}
	prepare_socket(options->socket);
	if (getrandom(&server->next_id, sizeof server->next_id, GRND_NONBLOCK) < 0) {
		server->next_id = (uint64_t)clock_wall_ms();
	}
}

struct http_server *http_server_create(const struct http_options *options, struct mk_error *error)
{
	struct http_server *server = malloc(sizeof *server);

	if (!server) {
		goto failed;
	}
	fill(server, options);
	server->watch_epoll = epoll_create1(EPOLL_CLOEXEC);
	server->daemon = server->watch_epoll < 0 ? NULL : start_daemon(server);
	if (!server->daemon) {
		goto no_daemon;
	}
	if (loop_start(server)) {
		return server;
	}
	MHD_stop_daemon(server->daemon);
	close(server->watch_epoll);
	loop_close(server);
	goto failed;
no_daemon:
	if (server->watch_epoll >= 0) {
		close(server->watch_epoll);
	}
	free(server);
failed:
	mk_fail(error, MK_IO, "http_failed", "", "the HTTP server does not start");
	return NULL;
}

/* ---- Stop ----------------------------------------------------------------------------------- */

static void break_idle(struct http_server *server)
{
	struct http_connection *connection;

	for (connection = server->connections; connection; connection = connection->next) {
		if (!connection->request && !connection_has_unread(connection)) {
			connection_abort(connection);
		}
	}
}

/* libmicrohttpd aborts the process if it is stopped with suspended connections. */
static void force(struct http_server *server)
{
	struct http_connection *connection;

	server->forced = true;
	while (server->held) {
		requests_release(server);
	}
	for (connection = server->connections; connection; connection = connection->next) {
		struct http_request *request = connection->request;

		if (request && request->stream) {
			http_stream_abort(request->stream);
		} else if (request && request_cancel(request)) {
			request_refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "stopping",
				"The service is stopping.");
		} else if (!request || request->stage < REQUEST_HELD) {
			connection_abort(connection);
		}
	}
	upgraded_break_all(server);
	linger_end_all(server);
}

static void notify_stopped(struct http_server *server)
{
	void (*stopped)(void *context) = server->stopped;

	server->stopped = NULL;
	if (stopped) {
		stopped(server->stopped_context);
	}
}

static void break_all(struct http_server *server)
{
	struct http_connection *connection;

	for (connection = server->connections; connection; connection = connection->next) {
		connection_abort(connection);
	}
}

static void on_patience_end(uv_timer_t *handle)
{
	struct http_server *server = handle->data;

	if (!server->forced) {
		force(server);
		uv_timer_start(handle, on_patience_end, AFTER_FORCE_MS, 0);
	} else {
		break_all(server);
		notify_stopped(server);
	}
}

static void on_idle_end(uv_timer_t *handle)
{
	struct http_server *server = handle->data;

	break_idle(server);
	uv_timer_start(handle, on_patience_end, server->grace_ms - IDLE_GRACE_MS, 0);
}

/*
 * A proxy may be sending a request on a connection that is idle here, and would report its end as
 * an error to the client. Each response closes its connection now, so those in use end by
 * themselves.
 */
static void start_grace(struct http_server *server, unsigned grace_ms)
{
	server->grace_ms = grace_ms;
	if (grace_ms > IDLE_GRACE_MS) {
		uv_timer_start(&server->grace, on_idle_end, IDLE_GRACE_MS, 0);
	} else {
		break_idle(server);
		uv_timer_start(&server->grace, on_patience_end, grace_ms, 0);
	}
}

void http_server_end_keep_alive(struct http_server *server)
{
	server->ends_keep_alive = true;
}

void http_server_stop(
	struct http_server *server, unsigned grace_ms, void (*done)(void *context), void *context)
{
	server->stopped = done;
	server->stopped_context = context;
	if (!server->stopping) {
		server->stopping = true;
		close(MHD_quiesce_daemon(server->daemon));
	}
	server->dirty = true;
	start_grace(server, grace_ms);
}

static void release(struct http_server *server)
{
	uv_poll_stop(&server->poll);
	uv_poll_stop(&server->watch);
	MHD_stop_daemon(server->daemon);
	close(server->watch_epoll);
	requests_free_spare(server);
	reader_finish(server);
	counts_finish(&server->connections_of);
	counts_finish(&server->body_bytes_of);
	counts_finish(&server->backlog_of);
	loop_close(server);
}

void server_check_stopped(struct http_server *server)
{
	if (!server->stopping || server->connections || server->upgraded || server->lingering) {
		return;
	}
	uv_timer_stop(&server->grace);
	if (server->destroyed) {
		release(server);
	} else {
		notify_stopped(server);
	}
}

/*
 * Ends the remaining connections by force. A connection that still has an owner keeps the server in
 * memory until it is returned.
 */
void http_server_destroy(struct http_server *server)
{
	if (!server) {
		return;
	}
	http_server_stop(server, 0, NULL, NULL);
	server->destroyed = true;
	server->options.finished = NULL;
	server->options.refuse = NULL;
	server->options.rejected = NULL;
	force(server);
	loop_run(server);
	break_all(server);
	loop_run(server);
	server_check_stopped(server);
}

struct http_figures http_server_figures(const struct http_server *server)
{
	return server->figures;
}
