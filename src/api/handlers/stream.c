/* The three forms of a stream. */
#include "api/handlers/stream.h"

#include "api/pipeline/admission.h"
#include "api/pipeline/authorization.h"
#include "port/turn.h"
#include "session/sessions.h"
#include "ws/ws.h"

#include <string.h>
#include <utlist.h>

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

static const char *message_json(const struct stream_message *message)
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

static bool open_http(struct stream *stream, struct call *call)
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

/* The JSON and the first of the two line ends after it. */
static bool ndjson_send(struct stream *stream, const struct stream_message *message)
{
	return http_stream_send(stream->http, message_json(message), message->json_length + 1);
}

static bool ndjson_ping(struct stream *stream)
{
	return http_stream_send(stream->http, "\n", 1);
}

static void http_end(struct stream *stream, unsigned short code, const char *reason)
{
	(void)reason;
	if (code == WS_TRY_AGAIN) {
		http_stream_abort(stream->http); /* too slow: its queued bytes would stay in memory
						    for seconds */
	} else {
		http_stream_end(stream->http);
	}
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
	return ws_send(stream->ws, message_json(message), message->json_length);
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

/* ---- all forms ------------------------------------------------------------------------------ */

static const struct stream_form sse = {MEDIA_SSE, open_http, sse_send, sse_ping, http_end};
static const struct stream_form ndjson = {
	MEDIA_NDJSON, open_http, ndjson_send, ndjson_ping, http_end};
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

uint64_t stream_ping_ms(const struct api *api)
{
	return (uint64_t)api->options.ping_interval_s * 1000;
}

bool stream_open(struct stream *stream, struct call *call)
{
	bool opened = stream->form->open(stream, call);

	call_free(call);
	return opened;
}

bool stream_send(struct stream *stream, const struct stream_message *message)
{
	return !stream->closing && stream->form->send(stream, message);
}

bool stream_ping(struct stream *stream)
{
	return !stream->closing && stream->form->ping(stream);
}

void stream_end(struct stream *stream, unsigned short code, const char *reason)
{
	if (!stream->closing) {
		stream->closing = true;
		stream->form->end(stream, code, reason);
	}
}

/* ---- waiters -------------------------------------------------------------------------------- */

/* Fine enough for seconds; the timer runs only while there are waiters. */
enum { TICK_MS = 200 };

static enum mk_status take_places(
	struct claims *claims, struct call *call, bool polls, struct mk_error *error)
{
	static const enum limit_id places[] = {LIMIT_SESSION_SUBSCRIBERS, LIMIT_TOKEN_SUBSCRIBERS,
		LIMIT_ADDRESS_SUBSCRIBERS, LIMIT_SESSION_POLLS, LIMIT_TOKEN_POLLS};
	size_t count = sizeof places / sizeof places[0] - (polls ? 0 : 2);

	for (size_t i = 0; i < count; i++) {
		if (admission_claim(call, claims, places[i], error) != MK_OK) {
			claims_return(claims, &call->api->quotas);
			return error->status;
		}
	}
	return MK_OK;
}

/* The administrator's tokens change when the configuration is reloaded. */
static bool has_lost_admin(const struct waiter *waiter)
{
	return waiter->by_admin &&
	       !token_hash_list_has(waiter->api->options.admin_tokens, waiter->token_hash);
}

/* Waiters beyond the turn's budget are due in the next turn. */
static void on_waiter_tick(uv_timer_t *tick)
{
	struct api *api = tick->data;
	int64_t now = (int64_t)uv_now(api->options.loop);
	bool spent = false;

	for (struct waiter *waiter = api->waiters, *next; waiter && !spent; waiter = next) {
		next = waiter->next;
		if (has_lost_admin(waiter)) {
			waiter->revoked(waiter);
			spent = turn_is_spent(api->options.loop);
		} else if (waiter->due_ms <= now) {
			waiter->due(waiter);
			spent = turn_is_spent(api->options.loop);
		}
	}
	if (spent && api->waiter_count > 0) {
		uv_timer_start(tick, on_waiter_tick, 1, TICK_MS);
	}
}

enum mk_status waiter_add(struct waiter *waiter, struct call *call, bool polls, uint64_t delay_ms,
	struct mk_error *error)
{
	struct api *api = call->api;

	if (api->state == API_DRAINING) {
		return mk_fail(error, MK_BUSY, "busy", "", "the daemon is stopping");
	}
	if (api->waiter_count >= api->options.listener_limit) {
		return limits_refuse(api->options.limits, LIMIT_SUBSCRIBERS, error);
	}
	if (take_places(&waiter->claims, call, polls, error) != MK_OK) {
		return error->status;
	}
	waiter->api = api;
	waiter->access = call->route->access;
	memcpy(waiter->token_hash, call->token_hash, sizeof waiter->token_hash);
	waiter->by_admin = authorization_required(call) &&
			   token_hash_list_has(api->options.admin_tokens, waiter->token_hash);
	waiter_reschedule(waiter, delay_ms);
	DL_APPEND2(api->waiters, waiter, previous, next);
	if (api->waiter_count++ == 0) {
		uv_timer_start(&api->tick, on_waiter_tick, TICK_MS, TICK_MS);
	}
	return MK_OK;
}

bool waiter_check_token(struct waiter *waiter, const struct session *session)
{
	bool holds =
		authorization_holds_for(waiter->api, waiter->token_hash, waiter->access, session);

	if (!holds) {
		waiter->revoked(waiter);
	}
	return holds;
}

void waiter_remove(struct waiter *waiter)
{
	struct api *api = waiter->api;

	sessions_unsubscribe(api->options.sessions, &waiter->subscriber);
	DL_DELETE2(api->waiters, waiter, previous, next);
	claims_return(&waiter->claims, &api->quotas);
	if (--api->waiter_count == 0) {
		uv_timer_stop(&api->tick);
	}
}

void waiter_reschedule(struct waiter *waiter, uint64_t delay_ms)
{
	waiter->due_ms = (int64_t)(uv_now(waiter->api->options.loop) + delay_ms);
}
