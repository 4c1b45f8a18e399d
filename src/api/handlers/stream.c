/* The three forms of a stream. */
#include "api/handlers/stream.h"

#include "ws/ws.h"

#include <string.h>
#include <strings.h>

struct stream_form {
	const char *content_type;
	bool (*open)(struct stream *stream, struct call *call);
	bool (*send)(struct stream *stream, const struct stream_message *message);
	bool (*ping)(struct stream *stream);
	void (*end)(struct stream *stream, unsigned short code, const char *reason);
};

/* ---- messages ------------------------------------------------------------------------------- */

void stream_message_open(struct mk_text *out, const char *event, long long id)
{
	if (id >= 0) {
		mk_text_put(out, "id: ");
		mk_text_int(out, id);
		mk_text_char(out, '\n');
	}
	mk_text_put(out, "event: ");
	mk_text_put(out, event);
	mk_text_put(out, "\ndata: ");
}

void stream_message_close(struct mk_text *out)
{
	mk_text_put(out, "\n\n");
}

static const char *json_of(const struct stream_message *message)
{
	return message->sse->bytes + message->json_at;
}

/* ---- SSE and NDJSON ------------------------------------------------------------------------- */

static void http_closed(struct http_stream *http, void *context)
{
	struct stream *stream = context;

	(void)http;
	stream->closed(stream->context);
}

static bool http_open(struct stream *stream, struct call *call)
{
	call_header(call, "Cache-Control", "no-store");
	call_common_headers(call);
	stream->http = http_request_stream(call->request, stream->form->content_type, call->headers,
		call->header_count, http_closed, stream);
	return stream->http != NULL;
}

static bool sse_send(struct stream *stream, const struct stream_message *message)
{
	return http_stream_send(stream->http, message->sse->bytes, message->sse->length);
}

static bool sse_ping(struct stream *stream)
{
	return http_stream_send(stream->http, ": ping\n\n", 8);
}

/* The JSON and the first of the two line ends behind it. */
static bool ndjson_send(struct stream *stream, const struct stream_message *message)
{
	return http_stream_send(stream->http, json_of(message), message->json_length + 1);
}

static bool ndjson_ping(struct stream *stream)
{
	return http_stream_send(stream->http, "\n", 1);
}

static void http_end(struct stream *stream, unsigned short code, const char *reason)
{
	(void)code;
	(void)reason;
	http_stream_end(stream->http);
}

/* ---- websockets ----------------------------------------------------------------------------- */

static void websocket_closed(struct ws *ws, void *context)
{
	struct stream *stream = context;

	(void)ws;
	stream->closed(stream->context);
}

static bool websocket_open(struct stream *stream, struct call *call)
{
	static const struct ws_events events = {.closed = websocket_closed};

	stream->ws = ws_accept(call->request, "makker", &events, stream);
	return stream->ws != NULL;
}

static bool websocket_send(struct stream *stream, const struct stream_message *message)
{
	return ws_send(stream->ws, json_of(message), message->json_length);
}

static bool websocket_ping(struct stream *stream)
{
	ws_ping(stream->ws);
	return true;
}

static void websocket_end(struct stream *stream, unsigned short code, const char *reason)
{
	ws_close(stream->ws, code, reason);
}

/* ---- all three ------------------------------------------------------------------------------ */

static const struct stream_form sse = {MEDIA_SSE, http_open, sse_send, sse_ping, http_end};
static const struct stream_form ndjson = {
	MEDIA_NDJSON, http_open, ndjson_send, ndjson_ping, http_end};
static const struct stream_form websocket = {
	NULL, websocket_open, websocket_send, websocket_ping, websocket_end};

static void refuse_websocket(struct call *call, const char *why)
{
	const char *version = http_request_header(call->request, "Sec-WebSocket-Version");
	bool other = version && strcmp(version, "13") != 0;

	if (other) {
		call_header(call, "Sec-WebSocket-Version", "13");
	}
	call_problem(call, &(struct problem){.http = other ? 426 : 400,
				   .code = other ? "upgrade_required" : "invalid_websocket",
				   .detail = why});
}

const struct stream_form *stream_choose(struct call *call)
{
	const char *why;

	if (!ws_is_wanted(call->request)) {
		return call_wants(call, MEDIA_SSE) ? &sse : &ndjson;
	}
	why = ws_handshake_error(call->request);
	if (why) {
		refuse_websocket(call, why);
		return NULL;
	}
	return &websocket;
}

bool stream_open(struct stream *stream, struct call *call)
{
	bool opened = stream->form->open(stream, call);

	call_free(call);
	return opened;
}

bool stream_send(struct stream *stream, const struct stream_message *message)
{
	return !stream->leaving && stream->form->send(stream, message);
}

bool stream_ping(struct stream *stream)
{
	return !stream->leaving && stream->form->ping(stream);
}

void stream_end(struct stream *stream, unsigned short code, const char *reason)
{
	if (!stream->leaving) {
		stream->leaving = true;
		stream->form->end(stream, code, reason);
	}
}
