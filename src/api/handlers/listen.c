/* Listening to a session. A listener gets its stream when the session is found. */
#include "api/handlers/handlers.h"
#include "api/handlers/stream.h"
#include "api/handlers/waiter.h"
#include "api/pipeline/call.h"
#include "ws/ws.h"

#include <stdlib.h>
#include <string.h>

struct hearer {
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
	struct hearer *hearer = context;

	waiter_leave(&hearer->waiter);
	free(hearer);
}

/* ---- news ----------------------------------------------------------------------------------- */

/* False when the hearer is on its way out: it may be gone already. */
static bool send_news(struct hearer *hearer, enum session_news of, const struct session *session)
{
	enum mk_language language = hearer->speaks ? hearer->language : session->language;
	const struct message *message;

	if (hearer->stream.leaving) {
		return false;
	}
	waiter_postpone(&hearer->waiter, ping_ms(hearer->waiter.api));
	message = news_write(&hearer->waiter.api->news, of, session, language, &hearer->heard);
	if (!message ||
		!stream_send(&hearer->stream, &(struct stream_message){&message->sse,
						      message->json_at, message->json_length})) {
		stream_end(&hearer->stream, WS_TRY_AGAIN, "too slow");
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
			stream_end(&hearer->stream, WS_NORMAL, "deleted");
		}
		return;
	case SESSION_FAREWELL:
		stream_end(&hearer->stream, WS_GOING_AWAY, "the daemon stops");
		return;
	}
}

static void due(struct waiter *waiter)
{
	struct hearer *hearer = (struct hearer *)waiter;

	waiter_postpone(waiter, ping_ms(waiter->api));
	if (!hearer->call && !hearer->stream.leaving && !stream_ping(&hearer->stream)) {
		stream_end(&hearer->stream, WS_TRY_AGAIN, "too slow");
	}
}

/* ---- the beginning -------------------------------------------------------------------------- */

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
		hearer->call = NULL;
		if (!stream_open(&hearer->stream, call)) {
			hearer_free(hearer);
		}
	}
}

static void listen_to(struct call *call, const struct stream_form *form)
{
	const char *last = http_request_header(call->request, "Last-Event-ID");
	struct hearer *hearer = calloc(1, sizeof *hearer);
	struct mk_error error;

	if (hearer) {
		*hearer = (struct hearer){
			.waiter = {.listener = {.hear = hear}, .due = due},
			.call = call,
			.stream = {.form = form, .closed = hearer_free, .context = hearer},
			.speaks = call->wishes.speaks,
			.language = call->wishes.language,
			.up_to_date = last && last[0] >= '0' && last[0] <= '9',
			.known = last ? strtoull(last, NULL, 10) : 0,
			.heard = call->api->news.serial,
		};
	}
	if (!hearer) {
		mk_fail(&error, MK_BUSY, "busy", "", "out of memory, retry later");
	}
	if (!hearer ||
		waiter_enter(&hearer->waiter, call, false, ping_ms(call->api), &error) != MK_OK) {
		free(hearer);
		call_fail(call, &error);
		return;
	}
	sessions_listen(call->api->options.sessions, call->id, &hearer->waiter.listener,
		on_listening, hearer);
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
	const struct stream_form *form;
	struct mk_error error;

	if (wishes_read(call, &error) != MK_OK) {
		call_fail(call, &error);
	} else if (strcmp(http_request_method(call->request), "HEAD") == 0) {
		sessions_find(call->api->options.sessions, call->id, on_found, call);
	} else if ((form = stream_choose(call)) != NULL) {
		listen_to(call, form);
	}
}
