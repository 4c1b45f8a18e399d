/*
 * Listening to a session: websocket, server-sent events, or one JSON message a line.
 *
 * A listener gets its stream when the session is found, and ends once: `closed` is called by http
 * or ws whoever ended it, and frees the listener.
 */
#include "api/call.h"
#include "api/handlers.h"
#include "api/media.h"
#include "api/waiter.h"
#include "ws/ws.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct hearer {
	struct waiter waiter;
	const struct hearer_form *form;
	struct call *call; /* until the stream is open */
	union {
		struct http_stream *stream;
		struct ws *ws;
	};
	bool speaks; /* a language of its own, else the session's */
	enum mk_language language;
	bool leaving;    /* no more is sent, `closed` is to come */
	bool up_to_date; /* Last-Event-ID: it has version `known` */
	uint64_t known;
	uint64_t heard;
};

/* The three forms of the same messages. */
struct hearer_form {
	const char *content_type;
	bool (*open)(struct hearer *hearer);
	bool (*send)(struct hearer *hearer, const struct message *message);
	bool (*ping)(struct hearer *hearer);
	void (*end)(struct hearer *hearer, unsigned short code, const char *reason);
};

static uint64_t ping_ms(const struct api *api)
{
	return (uint64_t)api->options.ping_s * 1000;
}

/* ---- ends ----------------------------------------------------------------------------------- */

static void hearer_free(struct hearer *hearer)
{
	waiter_leave(&hearer->waiter);
	free(hearer);
}

/* Tells the other side why; the rest happens when it is closed. */
static void hearer_end(struct hearer *hearer, unsigned short code, const char *reason)
{
	if (!hearer->leaving) {
		hearer->leaving = true;
		hearer->form->end(hearer, code, reason);
	}
}

/* ---- SSE and NDJSON ------------------------------------------------------------------------- */

static void stream_closed(struct http_stream *stream, void *context)
{
	(void)stream;
	hearer_free(context);
}

static bool stream_open(struct hearer *hearer)
{
	struct call *call = hearer->call;

	call_header(call, "Cache-Control", "no-store");
	call_common_headers(call);
	hearer->stream = http_request_stream(call->request, hearer->form->content_type,
		call->headers, call->header_count, stream_closed, hearer);
	return hearer->stream != NULL;
}

static bool sse_send(struct hearer *hearer, const struct message *message)
{
	return http_stream_send(hearer->stream, message->sse.bytes, message->sse.length);
}

static bool sse_ping(struct hearer *hearer)
{
	return http_stream_send(hearer->stream, ": ping\n\n", 8);
}

/* The JSON and the first of the two line ends behind it. */
static bool ndjson_send(struct hearer *hearer, const struct message *message)
{
	return http_stream_send(
		hearer->stream, message->sse.bytes + message->json_at, message->json_length + 1);
}

static bool ndjson_ping(struct hearer *hearer)
{
	return http_stream_send(hearer->stream, "\n", 1);
}

static void stream_end(struct hearer *hearer, unsigned short code, const char *reason)
{
	(void)code;
	(void)reason;
	http_stream_end(hearer->stream);
}

/* ---- websockets ----------------------------------------------------------------------------- */

static void ws_closed(struct ws *ws, void *context)
{
	(void)ws;
	hearer_free(context);
}

static bool ws_open(struct hearer *hearer)
{
	static const struct ws_events events = {.closed = ws_closed};

	hearer->ws = ws_accept(hearer->call->request, "makker", &events, hearer);
	return hearer->ws != NULL;
}

static bool ws_send_news(struct hearer *hearer, const struct message *message)
{
	return ws_send(hearer->ws, message->sse.bytes + message->json_at, message->json_length);
}

static bool ws_send_ping(struct hearer *hearer)
{
	ws_ping(hearer->ws);
	return true;
}

static void ws_end(struct hearer *hearer, unsigned short code, const char *reason)
{
	ws_close(hearer->ws, code, reason);
}

static const struct hearer_form sse = {MEDIA_SSE, stream_open, sse_send, sse_ping, stream_end};
static const struct hearer_form ndjson = {
	MEDIA_NDJSON, stream_open, ndjson_send, ndjson_ping, stream_end};
static const struct hearer_form websocket = {NULL, ws_open, ws_send_news, ws_send_ping, ws_end};

/* ---- news ----------------------------------------------------------------------------------- */

/* False when the hearer is on its way out: it may be gone already. */
static bool send_news(struct hearer *hearer, enum session_news of, const struct session *session)
{
	enum mk_language language = hearer->speaks ? hearer->language : session->language;
	const struct message *message;

	if (hearer->leaving) {
		return false;
	}
	waiter_postpone(&hearer->waiter, ping_ms(hearer->waiter.api));
	message = news_write(&hearer->waiter.api->news, of, session, language, &hearer->heard);
	if (!message || !hearer->form->send(hearer, message)) {
		hearer_end(hearer, WS_TRY_AGAIN, "too slow");
		return false;
	}
	return true;
}

/* The present session is news at the start only for who has not said that it has this version. */
static void hear_change(struct hearer *hearer, const struct session *session)
{
	bool knows = hearer->up_to_date && session->version == hearer->known;

	hearer->up_to_date = false;
	if (!knows) {
		send_news(hearer, SESSION_CHANGED, session);
	}
}

static void hear(
	struct session_listener *listener, enum session_news news, const struct session *session)
{
	struct hearer *hearer = (struct hearer *)listener;

	switch (news) {
	case SESSION_CHANGED:
		hear_change(hearer, session);
		return;
	case SESSION_ADVISED:
	case SESSION_REFUSED:
	case SESSION_ENDED:
		send_news(hearer, news, session);
		return;
	case SESSION_DELETED:
		if (send_news(hearer, news, session)) {
			hearer_end(hearer, WS_NORMAL, "deleted");
		}
		return;
	case SESSION_FAREWELL:
		hearer_end(hearer, WS_GOING_AWAY, "the daemon stops");
		return;
	}
}

static void due(struct waiter *waiter)
{
	struct hearer *hearer = (struct hearer *)waiter;

	waiter_postpone(waiter, ping_ms(waiter->api));
	if (!hearer->leaving && !hearer->call && !hearer->form->ping(hearer)) {
		hearer_end(hearer, WS_TRY_AGAIN, "too slow");
	}
}

/* ---- the beginning -------------------------------------------------------------------------- */

/* The session is there: the request becomes a stream. */
static void open_stream(struct hearer *hearer)
{
	struct call *call = hearer->call;
	bool opened = hearer->form->open(hearer);

	hearer->call = NULL;
	call_free(call);
	if (!opened) {
		hearer_free(hearer);
	}
}

static void on_listening(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct hearer *hearer = context;
	struct call *call = hearer->call;

	(void)session;
	if (!call_is_there(call)) {
		hearer_free(hearer);
	} else if (status != MK_OK) {
		hearer_free(hearer);
		call_fail(call, error);
	} else {
		open_stream(hearer);
	}
}

static void listen_to(struct call *call, const struct hearer_form *form)
{
	const char *last = http_request_header(call->request, "Last-Event-ID");
	struct hearer *hearer = calloc(1, sizeof *hearer);
	struct mk_error error;

	if (hearer) {
		*hearer = (struct hearer){
			.waiter = {.listener = {.hear = hear}, .due = due},
			.form = form,
			.call = call,
			.speaks = call->wishes.speaks,
			.language = call->wishes.language,
			.up_to_date = last && last[0] >= '0' && last[0] <= '9',
			.known = last ? strtoull(last, NULL, 10) : 0,
			.heard = call->api->news.serial,
		};
	}
	if (!hearer || !waiter_enter(&hearer->waiter, call->api, ping_ms(call->api))) {
		free(hearer);
		mk_fail(&error, MK_BUSY, "busy", "", "no more listeners are taken just now");
		call_fail(call, &error);
		return;
	}
	sessions_listen(call->api->options.sessions, call->id, &hearer->waiter.listener,
		on_listening, hearer);
}

static void refuse_websocket(struct call *call, const char *why)
{
	const char *version = http_request_header(call->request, "Sec-WebSocket-Version");
	bool other = version && strcmp(version, "13") != 0;

	if (other) {
		call_header(call, "Sec-WebSocket-Version", "13");
	}
	call_problem(call, &(struct problem){.http = other ? 426 : 400,
				   .code = other ? "upgrade_required" : "bad_websocket",
				   .detail = why});
}

static void listen_by_websocket(struct call *call)
{
	const char *why = ws_refusal(call->request);

	if (why) {
		refuse_websocket(call, why);
	} else {
		listen_to(call, &websocket);
	}
}

static void on_found(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	(void)session;
	if (!call_is_there(call)) {
		return;
	}
	if (status == MK_OK) {
		call_bytes(call, 200, call->route->offers[call->offer], NULL, 0);
	} else {
		call_fail(call, error);
	}
}

void events_get(struct call *call)
{
	const char *upgrade = http_request_header(call->request, "Upgrade");
	struct mk_error error;

	if (wishes_read(call, &error) != MK_OK) {
		call_fail(call, &error);
	} else if (upgrade && strcasecmp(upgrade, "websocket") == 0) {
		listen_by_websocket(call);
	} else if (strcmp(http_request_method(call->request), "HEAD") == 0) {
		sessions_find(call->api->options.sessions, call->id, on_found, call);
	} else {
		listen_to(call, call_wants(call, MEDIA_SSE) ? &sse : &ndjson);
	}
}
