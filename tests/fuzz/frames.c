/*
 * Anything at all on a websocket, in pieces: the first byte says how long each is. No message is
 * larger than is allowed or other than UTF-8, and what we answer is made of whole frames.
 */
#include "fuzz/target.h"
#include "ws/internal.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { MAX_CONTROL_LENGTH = 125 };

static void on_text(struct ws *ws, const char *bytes, size_t length, void *context)
{
	json_t *text;

	(void)ws;
	(void)context;
	require(length <= WS_MESSAGE_LIMIT);
	text = json_stringn(bytes, length);
	require(text != NULL);
	json_decref(text);
}

/* Only control frames are answered: whole, unmasked, short; nothing behind a close frame. */
static void check_answers(const struct ws *ws)
{
	const unsigned char *at = (const unsigned char *)ws->out.bytes;
	size_t left = queue_length(&ws->out);
	int closed = 0;

	if (left > 0) {
		at += ws->out.start;
	}
	while (left > 0) {
		size_t length;

		require(!closed && left >= 2);
		length = at[1];
		closed = at[0] == 0x88;
		require((closed || at[0] == 0x8a) && length <= MAX_CONTROL_LENGTH);
		require(left >= 2 + length);
		at += 2 + length;
		left -= 2 + length;
	}
}

/* As on_poll() and review() do while a websocket is open. */
static void read_piece(struct ws *ws, const uint8_t *bytes, size_t length)
{
	ws->early = (const char *)bytes;
	ws->early_length = length;
	ws_protocol_read(ws);
	ws->early_length = 0;
	ws_protocol_write(ws);
	check_answers(ws);
}

/* Nothing ever comes in here: what is read comes from memory. */
static int quiet_socket(void)
{
	static int pair[2] = {-1, -1};

	if (pair[0] < 0) {
		require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
	}
	return pair[0];
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct ws ws = {.events = {.text = on_text}, .state = WS_OPEN, .socket = quiet_socket()};
	const uint8_t *end = bytes + size;
	size_t piece;

	if (size == 0) {
		return 0;
	}
	piece = bytes[0] ? bytes[0] : size;
	require(ws_protocol_open(&ws));
	for (bytes++; bytes < end && !ws.lost && !ws.close_written; bytes += piece) {
		size_t left = (size_t)(end - bytes);

		piece = piece < left ? piece : left;
		read_piece(&ws, bytes, piece);
	}
	wslay_event_context_free(ws.protocol);
	queue_finish(&ws.in);
	queue_finish(&ws.out);
	return 0;
}
