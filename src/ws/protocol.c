/*
 * Frames, by wslay: it reads incoming frames, checks them (masks, reserved bits, UTF-8, close
 * codes), answers pings and writes all control frames.
 *
 * Messages are assembled here, because wslay allocates for each fragment and, without buffering,
 * applies its limit to each frame alone.
 */
#include "ws/internal.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

/* Ends the websocket with `code`; nothing more is read. */
static void reject(struct ws *ws, uint16_t code)
{
	if (code == WSLAY_CODE_MESSAGE_TOO_BIG) {
		limits_count(ws->limits, LIMIT_MESSAGE_BYTES);
	}
	wslay_event_queue_close(ws->protocol, code, NULL, 0);
	wslay_event_shutdown_read(ws->protocol);
}

/* False: the client sends faster than MAX_WEBSOCKET_RATE, and the burst is spent. */
static bool take_bytes(struct ws *ws, size_t bytes)
{
	uint64_t now_ms = uv_now(ws->poll.loop);
	uint64_t regained = (now_ms - ws->spent_ms) * MAX_WEBSOCKET_RATE / 1000;

	if (regained > 0) {
		ws->spent = regained < ws->spent ? ws->spent - (size_t)regained : 0;
		ws->spent_ms = now_ms;
	}
	ws->spent += bytes;
	return ws->spent <= WS_BURST_BYTES;
}

static ssize_t would_block(wslay_event_context_ptr protocol)
{
	wslay_event_set_error(protocol, WSLAY_ERR_WOULDBLOCK);
	return -1;
}

static ssize_t read_early(struct ws *ws, uint8_t *bytes, size_t capacity)
{
	size_t length = ws->early_length < capacity ? ws->early_length : capacity;

	memcpy(bytes, ws->early, length);
	ws->early += length;
	ws->early_length -= length;
	return (ssize_t)length;
}

/* ---- headers of frames ---------------------------------------------------------------------- */

/*
 * wslay reports a frame with its first byte of payload, which a client that declares an enormous
 * frame need not send. So headers are also parsed here.
 */

/* The size of a header, of which at least two bytes have arrived, with length and mask. */
static unsigned header_size(const uint8_t *bytes)
{
	unsigned length = bytes[1] & 127;

	return 2U + (length == 127 ? 8U : length == 126 ? 2U : 0U) + (bytes[1] & 128 ? 4U : 0U);
}

static uint64_t declared_length(const uint8_t *bytes)
{
	unsigned length = bytes[1] & 127;
	unsigned more = length == 127 ? 8 : length == 126 ? 2 : 0;
	uint64_t declared = more ? 0 : length;

	for (unsigned i = 0; i < more; i++) {
		declared = declared << 8 | bytes[2 + i];
	}
	return declared;
}

static void follow_frames(struct ws_header *header, const uint8_t *bytes, size_t length)
{
	while (length > 0) {
		size_t skipped =
			header->payload_left < length ? (size_t)header->payload_left : length;

		header->payload_left -= skipped;
		bytes += skipped;
		length -= skipped;
		if (length == 0) {
			return;
		}
		header->bytes[header->length++] = *bytes++;
		length--;
		if (header->length >= 2 && header->length == header_size(header->bytes)) {
			header->payload_left = declared_length(header->bytes);
			header->is_control = header->bytes[0] & 8;
			header->length = 0;
		}
	}
}

/* wslay has consumed all parsed bytes, and the missing ones exceed the limit. */
static bool is_too_big(const struct ws *ws)
{
	return !ws->header.is_control &&
	       ws->header.payload_left > WS_MESSAGE_LIMIT - queue_length(&ws->in);
}

/* ---- what wslay calls ------------------------------------------------------------------------ */

static ssize_t on_recv(
	wslay_event_context_ptr protocol, uint8_t *bytes, size_t capacity, int flags, void *context)
{
	struct ws *ws = context;
	ssize_t length;

	(void)flags;
	if (ws->early_length > 0) {
		length = read_early(ws, bytes, capacity);
		follow_frames(&ws->header, bytes, (size_t)length);
		return length;
	}
	if (ws->turn >= WS_BYTES_A_TURN) {
		return would_block(protocol);
	}
	length = recv(ws->socket, bytes, capacity, 0);
	if (length < 0 && (errno == EAGAIN || errno == EINTR)) {
		return would_block(protocol);
	}
	if (length <= 0) {
		ws->lost = true;
		wslay_event_set_error(protocol, WSLAY_ERR_CALLBACK_FAILURE);
		return -1;
	}
	ws->turn += (size_t)length;
	if (!take_bytes(ws, (size_t)length)) {
		limits_count(ws->limits, LIMIT_WEBSOCKET_RATE);
		reject(ws, WSLAY_CODE_POLICY_VIOLATION);
		return would_block(protocol);
	}
	follow_frames(&ws->header, bytes, (size_t)length);
	return length;
}

/* Control frames are small and few (reading pauses while much waits): they always fit. */
static ssize_t on_send(wslay_event_context_ptr protocol, const uint8_t *bytes, size_t length,
	int flags, void *context)
{
	struct ws *ws = context;

	(void)flags;
	if (!queue_add(&ws->out, bytes, length)) {
		wslay_event_set_error(protocol, WSLAY_ERR_CALLBACK_FAILURE);
		return -1;
	}
	return (ssize_t)length;
}

static void on_frame(wslay_event_context_ptr protocol,
	const struct wslay_event_on_frame_recv_start_arg *frame, void *context)
{
	struct ws *ws = context;

	(void)protocol;
	ws->in_control_frame = wslay_is_ctrl_frame(frame->opcode);
	if (ws->in_control_frame) {
		/* wslay treats half a close code like none. */
		if (frame->opcode == WSLAY_CONNECTION_CLOSE && frame->payload_length == 1) {
			reject(ws, WSLAY_CODE_PROTOCOL_ERROR);
		}
	} else if (frame->opcode == WSLAY_BINARY_FRAME) {
		reject(ws, WSLAY_CODE_UNSUPPORTED_DATA);
	} else if (frame->payload_length > WS_MESSAGE_LIMIT - queue_length(&ws->in)) {
		reject(ws, WSLAY_CODE_MESSAGE_TOO_BIG);
	}
}

static void on_chunk(wslay_event_context_ptr protocol,
	const struct wslay_event_on_frame_recv_chunk_arg *chunk, void *context)
{
	struct ws *ws = context;

	if (!ws->in_control_frame && wslay_event_get_read_enabled(protocol) &&
		!queue_add(&ws->in, chunk->data, chunk->data_length)) {
		reject(ws, WSLAY_CODE_MESSAGE_TOO_BIG);
	}
}

static void on_message(wslay_event_context_ptr protocol,
	const struct wslay_event_on_msg_recv_arg *message, void *context)
{
	struct ws *ws = context;

	if (message->opcode != WSLAY_TEXT_FRAME || !wslay_event_get_read_enabled(protocol)) {
		return;
	}
	if (ws->events.text) {
		ws->events.text(
			ws, ws->in.bytes ? ws->in.bytes : "", queue_length(&ws->in), ws->context);
	}
	queue_drop(&ws->in, queue_length(&ws->in));
}

bool ws_protocol_open(struct ws *ws)
{
	static const struct wslay_event_callbacks callbacks = {
		.recv_callback = on_recv,
		.send_callback = on_send,
		.on_frame_recv_start_callback = on_frame,
		.on_frame_recv_chunk_callback = on_chunk,
		.on_msg_recv_callback = on_message,
	};

	if (wslay_event_context_server_init(&ws->protocol, &callbacks, ws) != 0) {
		return false;
	}
	wslay_event_config_set_no_buffering(ws->protocol, 1);
	return true;
}

/* For a malformed frame wslay reports only that reading failed, and would close without a code. */
static void close_as_malformed(struct ws *ws)
{
	static const uint8_t frame[] = {
		0x88, 2, WSLAY_CODE_PROTOCOL_ERROR >> 8, WSLAY_CODE_PROTOCOL_ERROR & 0xff};

	wslay_event_shutdown_write(ws->protocol);
	ws->close_written = true;
	if (!queue_add(&ws->out, frame, sizeof frame)) {
		ws->lost = true;
	}
}

void ws_protocol_read(struct ws *ws)
{
	ws->turn = 0;
	if (wslay_event_recv(ws->protocol) != 0 && !ws->lost) {
		close_as_malformed(ws);
	} else if (!ws->lost && wslay_event_get_read_enabled(ws->protocol) && is_too_big(ws)) {
		reject(ws, WSLAY_CODE_MESSAGE_TOO_BIG);
	}
}

void ws_protocol_write(struct ws *ws)
{
	if (wslay_event_want_write(ws->protocol) && wslay_event_send(ws->protocol) != 0) {
		ws->lost = true;
	}
	if (wslay_event_get_close_sent(ws->protocol)) {
		ws->close_written = true;
	}
}
