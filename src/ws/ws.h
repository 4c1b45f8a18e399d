/*
 * Websockets (RFC 6455) on upgraded connections: text messages in and out, pings, orderly ends. A
 * client that sends more than MAX_MESSAGE_BYTES in a message is closed with 1009, one that sends
 * more than MAX_WEBSOCKET_RATE with 1008.
 */
#ifndef WS_WS_H
#define WS_WS_H

#include <stdbool.h>
#include <stddef.h>

struct http_request;
struct ws;

struct ws_events {
	/* One whole text message (UTF-8 checked). May be NULL: messages are then ignored. */
	void (*text)(struct ws *ws, const char *bytes, size_t length, void *context);
	/* Called once at the end, whichever side closed; `ws` must not be used afterwards. */
	void (*closed)(struct ws *ws, void *context);
};

/* True if the request offers an upgrade to websocket; other protocols are ignored. */
bool ws_is_wanted(const struct http_request *request);

/* The error of a websocket request as a sentence; NULL: none. */
const char *ws_handshake_error(const struct http_request *request);

/*
 * Answers 101 and opens the websocket; `protocol` is confirmed where the client offers it (NULL:
 * none is). Call only when ws_handshake_error() is NULL. The returned websocket may be sent to at
 * once. NULL when memory is out (the request is then answered 503).
 */
struct ws *ws_accept(struct http_request *request, const char *protocol,
	const struct ws_events *events, void *context);

/*
 * Queues one text message (copied). False when more than 256 KiB are queued: the reader is too
 * slow.
 */
bool ws_send(struct ws *ws, const char *bytes, size_t length);

void ws_ping(struct ws *ws);

/*
 * Starts the closing handshake; the connection is dropped after 2 s without the peer's close frame.
 */
void ws_close(struct ws *ws, unsigned short code, const char *reason);

enum {
	WS_NORMAL = 1000,
	WS_GOING_AWAY = 1001,
	WS_POLICY = 1008,
	WS_TOO_BIG = 1009,
	WS_TRY_AGAIN = 1013
};

#endif
