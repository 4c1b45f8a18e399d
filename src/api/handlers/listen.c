/* Listening to a session. A listener gets its stream when the session is found. */
#include "api/handlers/handlers.h"
#include "api/handlers/stream.h"
#include "api/handlers/waiter.h"
#include "api/pipeline/call.h"
#include "ws/ws.h"

#include <stdlib.h>
#include <string.h>

struct stream_subscriber {
	struct waiter waiter;
	struct call *call; /* until the stream is open */
	struct stream stream;
	bool speaks; /* a language of its own, else the session's */
	enum mk_language language;
	bool up_to_date; /* Last-Event-ID: it has version `known` */
	uint64_t known;
	uint64_t heard;
};

static uint64_t ping_ms(const struct api *api)
{
	return (uint64_t)api->options.ping_interval_s * 1000;
}

static void hearer_free(void *context)
{
	struct stream_subscriber *stream_subscriber = context;

	waiter_remove(&stream_subscriber->waiter);
	free(stream_subscriber);
}

/* ---- news ----------------------------------------------------------------------------------- */

/* False when the hearer is on its way out: it may be gone already. */
static bool send_news(struct stream_subscriber *stream_subscriber, enum session_notification of,
	const struct session *session)
{
	enum mk_language language =
		stream_subscriber->speaks ? stream_subscriber->language : session->language;
	const struct message *message;

	if (stream_subscriber->stream.leaving) {
		return false;
	}
	waiter_reschedule(&stream_subscriber->waiter, ping_ms(stream_subscriber->waiter.api));
	message = news_write(&stream_subscriber->waiter.api->news, of, session, language,
		&stream_subscriber->heard);
	if (!message || !stream_send(&stream_subscriber->stream,
				&(struct stream_message){
					&message->sse, message->json_at, message->json_length})) {
		stream_end(&stream_subscriber->stream, WS_TRY_AGAIN, "too slow");
		return false;
	}
	return true;
}

/* The present session is news at the start only for who has not said that it has this version. */
static void hear_change(struct stream_subscriber *stream_subscriber, const struct session *session)
{
	bool knows = stream_subscriber->up_to_date && session->version == stream_subscriber->known;

	stream_subscriber->up_to_date = false;
	if (!knows) {
		send_news(stream_subscriber, SESSION_CHANGED, session);
	}
}

static void hear(struct session_subscriber *listener, enum session_notification news,
	const struct session *session)
{
	struct stream_subscriber *stream_subscriber = (struct stream_subscriber *)listener;

	switch (news) {
	case SESSION_CHANGED:
		hear_change(stream_subscriber, session);
		return;
	case SESSION_ADVICE:
	case SESSION_CONFLICT:
	case SESSION_ENDED:
		send_news(stream_subscriber, news, session);
		return;
	case SESSION_DELETED:
		if (send_news(stream_subscriber, news, session)) {
			stream_end(&stream_subscriber->stream, WS_NORMAL, "deleted");
		}
		return;
	case SESSION_SHUTDOWN:
		stream_end(&stream_subscriber->stream, WS_GOING_AWAY, "the daemon stops");
		return;
	}
}

static void due(struct waiter *waiter)
{
	struct stream_subscriber *stream_subscriber = (struct stream_subscriber *)waiter;

	waiter_reschedule(waiter, ping_ms(waiter->api));
	if (!stream_subscriber->call && !stream_subscriber->stream.leaving &&
		!stream_ping(&stream_subscriber->stream)) {
		stream_end(&stream_subscriber->stream, WS_TRY_AGAIN, "too slow");
	}
}

/* ---- the beginning -------------------------------------------------------------------------- */

static void on_listening(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct stream_subscriber *stream_subscriber = context;
	struct call *call = stream_subscriber->call;

	(void)session;
	if (!call_is_connected(call)) {
		hearer_free(stream_subscriber);
	} else if (status != MK_OK) {
		hearer_free(stream_subscriber);
		call_fail(call, error);
	} else {
		stream_subscriber->call = NULL;
		if (!stream_open(&stream_subscriber->stream, call)) {
			hearer_free(stream_subscriber);
		}
	}
}

static void listen_to(struct call *call, const struct stream_form *form)
{
	const char *last = http_request_header(call->request, "Last-Event-ID");
	struct stream_subscriber *stream_subscriber = calloc(1, sizeof *stream_subscriber);
	struct mk_error error;

	if (stream_subscriber) {
		*stream_subscriber = (struct stream_subscriber){
			.waiter = {.listener = {.hear = hear}, .due = due},
			.call = call,
			.stream = {.form = form,
				.closed = hearer_free,
				.context = stream_subscriber},
			.speaks = call->request_params.speaks,
			.language = call->request_params.language,
			.up_to_date = last && last[0] >= '0' && last[0] <= '9',
			.known = last ? strtoull(last, NULL, 10) : 0,
			.heard = call->api->news.serial,
		};
	}
	if (!stream_subscriber) {
		mk_fail(&error, MK_BUSY, "busy", "", "out of memory, retry later");
	}
	if (!stream_subscriber || waiter_add(&stream_subscriber->waiter, call, false,
					  ping_ms(call->api), &error) != MK_OK) {
		free(stream_subscriber);
		call_fail(call, &error);
		return;
	}
	sessions_subscribe(call->api->options.sessions, call->id,
		&stream_subscriber->waiter.listener, on_listening, stream_subscriber);
}

static void on_found(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	(void)session;
	if (!call_is_connected(call)) {
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
	const struct stream_form *form;
	struct mk_error error;

	if (wishes_read(call, &error) != MK_OK) {
		call_fail(call, &error);
	} else if (strcmp(http_request_method(call->request), "HEAD") == 0) {
		sessions_get(call->api->options.sessions, call->id, on_found, call);
	} else if ((form = stream_choose(call)) != NULL) {
		listen_to(call, form);
	}
}
