/*
 * A stream of JSON messages to one client: websocket, server-sent events, or one message a line.
 *
 * It ends once: `closed` is called by http or ws whoever ended it, and frees what the stream is
 * embedded in.
 */
#ifndef API_HANDLERS_STREAM_H
#define API_HANDLERS_STREAM_H

#include "api/pipeline/call.h"

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
	bool leaving; /* no more is sent, `closed` is to come */
};

/* A message: as a server-sent event, within which its JSON stands. */
struct stream_message {
	const struct mk_text *sse;
	size_t json_at, json_length;
};

/* Opens the event that has the JSON as its data; closes it. `id` is left out where it is negative.
 */
void stream_message_open(struct mk_text *out, const char *event, long long id);
void stream_message_close(struct mk_text *out);

/* The form that the client asks for. NULL: the call has been answered (a websocket that cannot be).
 */
const struct stream_form *stream_choose(struct call *call);

/* The request becomes a stream, the call is freed. False: it has not, and `closed` is not called.
 */
bool stream_open(struct stream *stream, struct call *call);

/* False when the reader is too slow, or nothing is sent any more. */
bool stream_send(struct stream *stream, const struct stream_message *message);
bool stream_ping(struct stream *stream);

/* Tells the other side why (a websocket's code); the rest happens when it is closed. */
void stream_end(struct stream *stream, unsigned short code, const char *reason);

#endif
