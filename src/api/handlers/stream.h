/*
 * A stream of JSON messages to one client: websocket, server-sent events, or one message a line.
 * And the waiters: requests that stay open until a session changes, their deadline passes, or the
 * client disconnects.
 *
 * A stream ends once, whichever side ends it: `closed` is called by http or ws and frees the struct
 * that contains the stream.
 */
#ifndef API_HANDLERS_STREAM_H
#define API_HANDLERS_STREAM_H

#include "api/pipeline/call.h"
#include "session/sessions.h"

struct http_stream;
struct ws;
struct stream_form;

struct stream {
	const struct stream_form *form;
	void (*closed)(void *context);
	void *context;
	union {
		struct http_stream *http;
		struct ws *ws;
	};
	bool closing; /* no more is sent; `closed` follows */
};

/* A message as a server-sent event that contains its JSON. */
struct stream_message {
	const struct mk_text *sse;
	size_t json_at, json_length;
};

/* Opens and closes the event whose data is the JSON. A negative `id` is left out. */
void stream_message_open(struct mk_text *out, const char *event, long long id);
void stream_message_close(struct mk_text *out);

/*
 * Opens the stream in the requested form. NULL: the call has got its response (a rejected
 * websocket).
 */
const struct stream_form *stream_choose(struct call *call);

/* Turns the request into a stream and frees the call. False: it failed, and `closed` is not called.
 */
bool stream_open(struct stream *stream, struct call *call);

/* False if the reader is too slow, or the stream is closing. */
bool stream_send(struct stream *stream, const struct stream_message *message);
bool stream_ping(struct stream *stream);

/* The interval of pings on a quiet stream, in milliseconds. */
uint64_t stream_ping_ms(const struct api *api);

/* Ends the stream with a reason for the client (a websocket's code). */
void stream_end(struct stream *stream, unsigned short code, const char *reason);

/* Defined in simulation_stream.c; NULL is allowed. */
void simulation_message_destroy(struct simulation_message *message);

/* ---- waiters -------------------------------------------------------------------------------- */

/* A subscriber or a long poll; embedded first in its owner's struct. */
struct waiter {
	struct session_subscriber subscriber;
	struct api *api;
	struct claims claims;
	int64_t due_ms;                     /* on the loop's clock */
	void (*due)(struct waiter *waiter); /* its deadline has passed; may free the waiter */
	void (*revoked)(
		struct waiter *waiter);   /* its token is no longer valid; may free the waiter */
	char token_hash[TOKEN_HASH_SIZE]; /* hash of the call's token; "": none */
	unsigned access;                  /* roles of the route */
	bool by_admin;
	struct waiter *previous, *next;
};

/*
 * Claims a place for a subscriber, or for a long poll. On failure `error` has the reason: the
 * daemon is stopping, or a limit of the session, the token, the address or the daemon is reached.
 */
enum mk_status waiter_add(struct waiter *waiter, struct call *call, bool polls, uint64_t delay_ms,
	struct mk_error *error);

/*
 * True if its token may still read `session`. Otherwise `revoked` was called. (Administrator
 * tokens, which belong to no session, are checked by the timer.)
 */
bool waiter_check_token(struct waiter *waiter, const struct session *session);

/* Unsubscribes it and frees its place. */
void waiter_remove(struct waiter *waiter);

void waiter_reschedule(struct waiter *waiter, uint64_t delay_ms);

#endif
