/* Streams of session notifications. A stream opens when the session is loaded. */
#include "api/handlers/handlers.h"
#include "api/handlers/notification.h"
#include "api/handlers/stream.h"
#include "api/pipeline/authorization.h"
#include "session/sessions.h"
#include "ws/ws.h"

#include <stdlib.h>
#include <string.h>

struct stream_subscriber {
	struct waiter waiter;
	struct call *call; /* until the stream is open */
	struct stream stream;
	bool has_language; /* false: the session's language */
	enum mk_language language;
	bool up_to_date; /* Last-Event-ID: the client has version `known` */
	uint64_t known;
	uint64_t last_serial;
};

static void free_subscriber(void *context)
{
	struct stream_subscriber *subscriber = context;

	waiter_remove(&subscriber->waiter);
	free(subscriber);
}

/* ---- notifications
 * ---------------------------------------------------------------------------------- */

/* False if the stream is closing: the subscriber may be freed already. */
static bool send_notification(struct stream_subscriber *subscriber, enum session_notification kind,
	const struct session *session)
{
	enum mk_language language =
		subscriber->has_language ? subscriber->language : session->language;
	const struct notification *notification;

	if (subscriber->stream.closing) {
		return false;
	}
	waiter_reschedule(&subscriber->waiter, stream_ping_ms(subscriber->waiter.api));
	notification = notification_write(subscriber->waiter.api->notifications, kind, session,
		language, &subscriber->last_serial);
	if (!notification || !stream_send(&subscriber->stream,
				     &(struct stream_message){&notification->sse,
					     notification->json_at, notification->json_length})) {
		stream_end(&subscriber->stream, WS_TRY_AGAIN, "too slow");
		return false;
	}
	return true;
}

/* The first session is sent unless the client has named this version. */
static void send_change(struct stream_subscriber *subscriber, const struct session *session)
{
	bool knows = subscriber->up_to_date && session->version == subscriber->known;

	subscriber->up_to_date = false;
	if (waiter_check_token(&subscriber->waiter, session) && !knows) {
		send_notification(subscriber, SESSION_CHANGED, session);
	}
}

static void notify_stream(struct session_subscriber *base, enum session_notification kind,
	const struct session *session)
{
	struct stream_subscriber *subscriber = (struct stream_subscriber *)base;

	switch (kind) {
	case SESSION_CHANGED:
		send_change(subscriber, session);
		return;
	case SESSION_ADVICE:
	case SESSION_CONFLICT:
	case SESSION_REVIEW:
	case SESSION_ENDED:
		send_notification(subscriber, kind, session);
		return;
	case SESSION_DELETED:
		if (send_notification(subscriber, kind, session)) {
			stream_end(&subscriber->stream, WS_NORMAL, "deleted");
		}
		return;
	case SESSION_SHUTDOWN:
		stream_end(&subscriber->stream, WS_GOING_AWAY, "the daemon stops");
		return;
	}
}

static void ping_subscriber(struct waiter *waiter)
{
	struct stream_subscriber *subscriber = (struct stream_subscriber *)waiter;

	waiter_reschedule(waiter, stream_ping_ms(waiter->api));
	if (!subscriber->call && !subscriber->stream.closing && !stream_ping(&subscriber->stream)) {
		stream_end(&subscriber->stream, WS_TRY_AGAIN, "too slow");
	}
}

/* A stream that is not open yet is checked again when it receives the session. */
static void end_revoked(struct waiter *waiter)
{
	struct stream_subscriber *subscriber = (struct stream_subscriber *)waiter;

	if (!subscriber->call) {
		stream_end(&subscriber->stream, WS_POLICY, "the token is not valid any more");
	}
}

/* ---- start ---------------------------------------------------------------------------------- */

static void on_subscribed(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct stream_subscriber *subscriber = context;
	struct call *call = subscriber->call;

	if (!call_is_connected(call)) {
		free_subscriber(subscriber);
	} else if (status != MK_OK) {
		free_subscriber(subscriber);
		call_fail(call, error);
	} else if (!authorization_holds(call, session)) {
		free_subscriber(subscriber);
		authorization_refuse_revoked(call);
	} else {
		subscriber->call = NULL;
		if (!stream_open(&subscriber->stream, call)) {
			free_subscriber(subscriber);
		}
	}
}

static void subscribe(struct call *call, const struct stream_form *form)
{
	const char *last = http_request_header(call->request, "Last-Event-ID");
	struct stream_subscriber *subscriber = calloc(1, sizeof *subscriber);
	struct mk_error error;

	if (subscriber) {
		*subscriber = (struct stream_subscriber){
			.waiter = {.subscriber = {.notify = notify_stream},
				.due = ping_subscriber,
				.revoked = end_revoked},
			.call = call,
			.stream = {.form = form, .closed = free_subscriber, .context = subscriber},
			.has_language = call->params.has_language,
			.language = call->params.language,
			.up_to_date = last && last[0] >= '0' && last[0] <= '9',
			.known = last ? strtoull(last, NULL, 10) : 0,
			.last_serial = call->api->notifications->serial,
		};
	}
	if (!subscriber) {
		mk_fail(&error, MK_BUSY, "busy", "", "out of memory, retry later");
	}
	if (!subscriber || waiter_add(&subscriber->waiter, call, false, stream_ping_ms(call->api),
				   &error) != MK_OK) {
		free(subscriber);
		call_fail(call, &error);
		return;
	}
	sessions_subscribe(call->api->options.sessions, call->id, &subscriber->waiter.subscriber,
		on_subscribed, subscriber);
}

static void on_session_for_head(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	(void)session;
	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		call_respond_bytes(call, 200, call->route->offers[call->offer], NULL, 0);
	} else {
		call_fail(call, error);
	}
}

void events_get(struct call *call)
{
	const struct stream_form *form;

	if (strcmp(http_request_method(call->request), "HEAD") == 0) {
		call_read_session(call, on_session_for_head);
	} else if ((form = stream_choose(call)) != NULL) {
		subscribe(call, form);
	}
}
