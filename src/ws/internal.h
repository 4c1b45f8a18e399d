/* Internal declarations of this folder. */
#ifndef WS_INTERNAL_H
#define WS_INTERNAL_H

#include "base/limits.h"
#include "http/http.h"
#include "http/queue.h"
#include "ws/ws.h"

#include <stdint.h>
#include <uv.h>
#include <wslay/wslay.h>

enum {
	WS_MESSAGE_LIMIT = MAX_MESSAGE_BYTES, /* of one incoming message, over all its fragments */
	WS_QUEUE_LIMIT = MAX_QUEUE_BYTES,     /* of all queued outgoing bytes */
	WS_READ_PAUSE_BYTES = 64 * 1024,      /* reading pauses while more than this is queued */
	WS_BURST_BYTES = 4 * MAX_WEBSOCKET_RATE,
	WS_DRAINED_BYTES = 8 * WS_BURST_BYTES, /* maximum read after the close frame */
	WS_BYTES_A_TURN = 16 * 1024,           /* maximum read from one websocket per turn */
	WS_TURN_NS = 5000000,                  /* time for websockets in a turn of the loop */
	WS_MAX_ENDINGS = 24, /* websockets whose deadline has passed that are ended in a turn */
	WS_CLOSE_MS = 2000,
	WS_KEY_BYTES = 24,
	WS_ACCEPT_BYTES = 28,
};

enum ws_state {
	WS_OPENING, /* 101 is not sent yet */
	WS_OPEN,
	WS_CLOSING,  /* closing handshake in progress */
	WS_DRAINING, /* close frame sent, frames of the peer are ignored until it closes */
	WS_CLOSED,
};

/* The header of the frame being received, and the number of missing bytes. */
struct ws_header {
	uint8_t bytes[14];
	unsigned length; /* of `bytes`; 0: it is complete, or the next one has not begun */
	bool is_control;
	uint64_t payload_left;
};

struct ws {
	enum ws_state state;
	struct ws_events events;
	void *context;
	wslay_event_context_ptr protocol;
	struct http_upgraded *upgraded;
	int socket;
	int listening; /* to which events of libuv */
	unsigned handles;
	uv_poll_t poll;
	uv_timer_t timer;
	const char *early; /* bytes that came with the request */
	size_t early_length;
	size_t turn;       /* bytes read in this turn */
	size_t spent;      /* of WS_BURST_BYTES; falls by MAX_WEBSOCKET_RATE in a second */
	uint64_t spent_ms; /* when, in the loop's time */
	uint64_t served;   /* the number of the last turn that it was served in, see ws.c */
	struct ws_header header;
	bool in_control_frame;
	bool close_written; /* `out` has the close frame, which is the last one */
	bool lost;          /* the connection is lost */
	struct queue in;    /* the message being assembled */
	struct queue out;
	struct http_backlog backlog; /* the counted size of `out` */
	struct limits *limits;       /* may be NULL */
};

/* True if the client offers the subprotocol, which may be NULL. */
bool ws_offers(const struct http_request *request, const char *protocol);

/* The answer to the key of a handshake (RFC 6455, 4.2.2), ended by a NUL. */
void ws_accept_key(const char *key, char accept[WS_ACCEPT_BYTES + 1]);

/* protocol.c: incoming frames and all control frames, by wslay. */
bool ws_protocol_open(struct ws *ws);
void ws_protocol_read(struct ws *ws);
/* Moves the queued control frames to `out`. */
void ws_protocol_write(struct ws *ws);

/* Callback for http_request_upgrade(). */
void ws_start(struct http_upgraded *upgraded, int socket, const char *early, size_t early_length,
	void *context);

#endif
