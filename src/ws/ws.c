/* Websockets: from the handshake to the end; sending; the events of the socket. */
#include "ws/internal.h"

#include "base/clock.h"
#include "http/http.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

static void free_ws(struct ws *ws)
{
	wslay_event_context_free(ws->protocol);
	queue_finish(&ws->in);
	http_backlog_set(&ws->backlog, 0);
	queue_finish(&ws->out);
	free(ws);
}

/* ---- The end -------------------------------------------------------------------------------- */

static void on_handle_closed(uv_handle_t *handle)
{
	struct ws *ws = handle->data;

	if (--ws->handles == 0) {
		struct http_upgraded *upgraded = ws->upgraded;

		free_ws(ws);
		http_upgraded_finish(upgraded);
	}
}

/*
 * Called from events of the loop only, so that no websocket is destroyed within a call of its
 * owner.
 */
static void finish(struct ws *ws)
{
	if (ws->state == WS_CLOSED) {
		return;
	}
	ws->state = WS_CLOSED;
	if (ws->poll.data) {
		uv_close((uv_handle_t *)&ws->poll, on_handle_closed);
	}
	uv_close((uv_handle_t *)&ws->timer, on_handle_closed);
	ws->events.closed(ws, ws->context);
}

/*
 * Many are dropped together when the limit for all subscribers is reached. They are counted, not
 * timed, since the most expensive part, closing the socket, happens at the end of the turn.
 */
static bool may_finish(const uv_timer_t *handle)
{
	static _Thread_local struct {
		uint64_t at_ms;
		unsigned count;
	} endings;

	if (endings.at_ms != uv_now(handle->loop)) {
		endings.at_ms = uv_now(handle->loop);
		endings.count = 0;
	}
	return ++endings.count <= WS_MAX_ENDINGS;
}

static void on_timer(uv_timer_t *handle)
{
	if (may_finish(handle)) {
		finish(handle->data);
	} else {
		uv_timer_start(handle, on_timer, 1, 0);
	}
}

static void finish_within(struct ws *ws, unsigned ms)
{
	if (ws->upgraded) {
		uv_timer_start(&ws->timer, on_timer, ms, 0);
	}
}

/* ---- Out ------------------------------------------------------------------------------------ */

static void lose_connection(struct ws *ws)
{
	ws->lost = true;
	finish_within(ws, 0);
}

static void flush(struct ws *ws)
{
	while (queue_length(&ws->out) > 0 && !ws->lost) {
		ssize_t sent = send(ws->socket, ws->out.bytes + ws->out.start,
			queue_length(&ws->out), MSG_NOSIGNAL);

		if (sent >= 0) {
			queue_drop(&ws->out, (size_t)sent);
		} else if (errno == EAGAIN) {
			return;
		} else if (errno != EINTR) {
			lose_connection(ws);
		}
	}
}

/* Sends as much as the socket accepts; returns the number of bytes. */
static size_t send_directly(struct ws *ws, struct iovec parts[2])
{
	struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
	ssize_t sent;

	if (!ws->upgraded || queue_length(&ws->out) > 0) {
		return 0;
	}
	do {
		sent = sendmsg(ws->socket, &message, MSG_NOSIGNAL);
	} while (sent < 0 && errno == EINTR);
	if (sent < 0 && errno != EAGAIN) {
		lose_connection(ws);
	}
	return sent < 0 ? 0 : (size_t)sent;
}

static bool add_rest(struct ws *ws, const struct iovec *part, size_t *sent)
{
	size_t skip = *sent < part->iov_len ? *sent : part->iov_len;

	*sent -= skip;
	return queue_add(&ws->out, (const char *)part->iov_base + skip, part->iov_len - skip);
}

/* The header of an unmasked frame that is a whole message (RFC 6455, 5.2). */
static size_t write_header(uint8_t header[10], uint8_t opcode, size_t length)
{
	size_t bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;

	header[0] = 0x80 | opcode;
	header[1] = bytes == 0 ? (uint8_t)length : bytes == 2 ? 126 : 127;
	for (size_t i = 0; i < bytes; i++) {
		header[2 + i] = (uint8_t)(length >> (8 * (bytes - 1 - i)));
	}
	return 2 + bytes;
}

static void listen_on(struct ws *ws);

/* Counts the queued bytes. False: a limit is exceeded. */
static bool count_waiting(struct ws *ws)
{
	return http_backlog_set(&ws->backlog, queue_length(&ws->out));
}

static bool send_frame(struct ws *ws, uint8_t opcode, const char *bytes, size_t length)
{
	uint8_t header[10];
	union {
		const char *bytes;
		void *handed;
	} body = {.bytes = bytes};
	struct iovec parts[2] = {
		{header, write_header(header, opcode, length)}, {body.handed, length}};
	size_t sent;

	/* Pongs first: they respond to earlier frames. */
	ws_protocol_write(ws);
	if (ws->state > WS_OPEN || ws->close_written || ws->lost) {
		return true;
	}
	if (length > WS_QUEUE_LIMIT - queue_length(&ws->out)) {
		limits_count(ws->limits, LIMIT_QUEUE_BYTES);
		return false;
	}
	sent = send_directly(ws, parts);
	if (!add_rest(ws, &parts[0], &sent) || !add_rest(ws, &parts[1], &sent) ||
		!count_waiting(ws)) {
		lose_connection(ws);
	}
	listen_on(ws);
	return true;
}

bool ws_send(struct ws *ws, const char *bytes, size_t length)
{
	return send_frame(ws, WSLAY_TEXT_FRAME, bytes, length);
}

void ws_ping(struct ws *ws)
{
	send_frame(ws, WSLAY_PING, "", 0);
}

/* ---- Events of the socket ------------------------------------------------------------------- */

static void on_poll(uv_poll_t *handle, int status, int events);

static bool wants_reading(const struct ws *ws)
{
	return ws->state == WS_DRAINING || (wslay_event_get_read_enabled(ws->protocol) &&
						   queue_length(&ws->out) <= WS_READ_PAUSE_BYTES);
}

static void listen_on(struct ws *ws)
{
	int events = 0;

	count_waiting(ws);
	if (!ws->upgraded || ws->state == WS_CLOSED) {
		return;
	}
	events |= wants_reading(ws) ? UV_READABLE : 0;
	events |= queue_length(&ws->out) > 0 ? UV_WRITABLE : 0;
	if (events == ws->listening) {
		return;
	}
	ws->listening = events;
	if (events) {
		uv_poll_start(&ws->poll, events, on_poll);
	} else {
		uv_poll_stop(&ws->poll);
	}
}

static void begin_closing(struct ws *ws)
{
	ws->state = WS_CLOSING;
	finish_within(ws, WS_CLOSE_MS);
}

/*
 * The peer broke the protocol, and its close frame will not be read: closing now, with unread
 * bytes, would reset the connection before the peer reads the reason.
 */
static void begin_draining(struct ws *ws)
{
	ws->state = WS_DRAINING;
	shutdown(ws->socket, SHUT_WR);
}

static void drain(struct ws *ws)
{
	char bytes[4096];
	ssize_t length = recv(ws->socket, bytes, sizeof bytes, 0);

	if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) {
		ws->lost = true;
	}
	ws->spent += length > 0 ? (size_t)length : 0;
	if (ws->spent > WS_DRAINED_BYTES) {
		ws->lost = true;
	}
}

/* Sends queued bytes, then updates the state of the closing. */
static void review(struct ws *ws)
{
	ws_protocol_write(ws);
	flush(ws);
	if (ws->state == WS_OPEN && !wslay_event_get_read_enabled(ws->protocol)) {
		begin_closing(ws);
	}
	if (ws->state == WS_CLOSING && ws->close_written && queue_length(&ws->out) == 0) {
		if (wslay_event_get_close_received(ws->protocol)) {
			ws->lost = true;
		} else if (!wslay_event_get_read_enabled(ws->protocol)) {
			begin_draining(ws);
		}
	}
}

/*
 * A turn of the loop serves websockets for WS_TURN_NS. A deferred one is ready in the next turn as
 * well. A round ends with the turn in which none was deferred for lack of time; until then a
 * websocket that was served waits. `at_ms` is the loop's time, the same within a turn.
 */
static _Thread_local struct {
	uint64_t at_ms, number, round;
	int64_t end_ns;
	bool is_cut;
} ws_turn;

static void begin_ws_turn(uint64_t at_ms, int64_t now_ns)
{
	ws_turn.number++;
	ws_turn.round = ws_turn.is_cut ? ws_turn.round : ws_turn.number;
	ws_turn.at_ms = at_ms;
	ws_turn.end_ns = now_ns + WS_TURN_NS;
	ws_turn.is_cut = false;
}

static bool may_serve(struct ws *ws)
{
	uint64_t at_ms = uv_now(ws->poll.loop);
	int64_t now_ns = clock_ticks_ns();

	if (ws_turn.number == 0 || ws_turn.at_ms != at_ms) {
		begin_ws_turn(at_ms, now_ns);
	}
	if (ws->served >= ws_turn.round && ws->served != ws_turn.number) {
		return false;
	}
	if (now_ns >= ws_turn.end_ns) {
		ws_turn.is_cut = true;
		return false;
	}
	ws->served = ws_turn.number;
	return true;
}

static void on_poll(uv_poll_t *handle, int status, int events)
{
	struct ws *ws = handle->data;

	if (status == 0 && !may_serve(ws)) {
		return;
	}
	if (status < 0) {
		ws->lost = true;
	} else if (events & UV_READABLE) {
		if (ws->state == WS_DRAINING) {
			drain(ws);
		} else {
			ws_protocol_read(ws);
		}
	}
	if (!ws->lost) {
		review(ws);
	}
	if (ws->lost) {
		finish(ws);
	}
	listen_on(ws);
}

/* ---- The beginning -------------------------------------------------------------------------- */

static void open_handles(struct ws *ws, struct uv_loop_s *loop)
{
	int on = 1;

	setsockopt(ws->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	uv_timer_init(loop, &ws->timer);
	ws->timer.data = ws;
	ws->handles = 1;
	if (uv_poll_init(loop, &ws->poll, ws->socket) == 0) {
		ws->poll.data = ws;
		ws->handles = 2;
	} else {
		ws->lost = true;
	}
}

/* Bytes that came with the request are read here, because they do not outlive the call. */
void ws_start(struct http_upgraded *upgraded, int socket, const char *early, size_t early_length,
	void *context)
{
	struct ws *ws = context;

	if (!upgraded) {
		ws->state = WS_CLOSED;
		ws->events.closed(ws, ws->context);
		free_ws(ws);
		return;
	}
	ws->upgraded = upgraded;
	ws->socket = socket;
	open_handles(ws, http_upgraded_loop(upgraded));
	if (ws->state == WS_OPENING) {
		ws->state = WS_OPEN;
	} else {
		finish_within(ws, WS_CLOSE_MS);
	}
	ws->early = early;
	ws->early_length = early_length;
	if (early_length > 0) {
		ws_protocol_read(ws);
		ws->early_length = 0;
	}
	review(ws);
	if (ws->lost) {
		finish_within(ws, 0);
	}
	listen_on(ws);
}

static struct ws *create(const struct ws_events *events, void *context)
{
	struct ws *ws = malloc(sizeof *ws);

	if (!ws) {
		return NULL;
	}
	*ws = (struct ws){.events = *events, .context = context, .socket = -1};
	if (!ws_protocol_open(ws)) {
		free(ws);
		return NULL;
	}
	return ws;
}

static void refuse(struct http_request *request)
{
	static const char body[] = "No memory for another websocket.";
	struct http_response reply = {.status = 503, .content_type = "text/plain", .body = body};

	reply.length = sizeof body - 1;
	http_request_respond(request, &reply);
}

struct ws *ws_accept(struct http_request *request, const char *protocol,
	const struct ws_events *events, void *context)
{
	char accept[WS_ACCEPT_BYTES + 1];
	struct http_header headers[] = {
		{"Upgrade", "websocket"},
		{"Sec-WebSocket-Accept", accept},
		{"Sec-WebSocket-Protocol", protocol},
	};
	struct ws *ws = create(events, context);

	if (!ws) {
		refuse(request);
		return NULL;
	}
	ws->limits = http_request_limits(request);
	http_backlog_begin(&ws->backlog, request);
	ws_accept_key(http_request_header(request, "Sec-WebSocket-Key"), accept);
	http_request_upgrade(request, headers, ws_offers(request, protocol) ? 3 : 2, ws_start, ws);
	return ws;
}

void ws_close(struct ws *ws, unsigned short code, const char *reason)
{
	size_t length = reason ? strnlen(reason, 123) : 0;

	if (ws->state > WS_OPEN) {
		return;
	}
	wslay_event_queue_close(ws->protocol, code, (const uint8_t *)reason, length);
	begin_closing(ws);
	if (ws->upgraded) {
		review(ws);
		listen_on(ws);
	}
}
