/* Long polls. */
#include "api/handlers/poll.h"

#include "api/handlers/waiter.h"
#include "session/session_error.h"

#include <stdlib.h>

/* ---- the answer ----------------------------------------------------------------------------- */

static void answer(struct call *call, const struct session *session)
{
	const char *known = http_request_header(call->request, "If-None-Match");
	struct mk_error error;

	if (wishes_fit(call, session, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	etag_of_session(call->etag, session);
	if (known && condition_knows(known, call->etag)) {
		call_header(call, "ETag", call->etag);
		call_empty(call, 304);
	} else {
		call_session(call, 200, session);
	}
}

static void on_found(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		answer(call, session);
	} else {
		call_fail(call, error);
	}
}

/* ---- waiting for it ------------------------------------------------------------------------- */

struct poll {
	struct waiter waiter;
	struct call *call;
	bool has_after;
	uint64_t after;
};

static struct call *poll_end(struct poll *poll)
{
	struct call *call = poll->call;

	if (call->request) {
		http_request_on_half_closed(call->request, NULL, NULL);
		call_watch(call);
	}
	waiter_remove(&poll->waiter);
	free(poll);
	return call;
}

static void poll_answer(struct poll *poll, const struct session *session)
{
	struct call *call = poll_end(poll);

	if (call_is_connected(call)) {
		answer(call, session);
	}
}

static void poll_deleted(struct poll *poll)
{
	struct call *call = poll_end(poll);
	struct mk_error error;

	if (call_is_connected(call)) {
		session_fail(&error, SESSION_ERROR_SESSION_DELETED, "");
		call_fail(call, &error);
	}
}

static void poll_changed(struct poll *poll, const struct session *session)
{
	if (!poll->has_after) {
		poll->has_after = true;
		poll->after = session->version;
	} else if (session->version > poll->after) {
		poll_answer(poll, session);
	}
}

static void hear(struct session_subscriber *listener, enum session_notification news,
	const struct session *session)
{
	struct poll *poll = (struct poll *)listener;

	switch (news) {
	case SESSION_CHANGED:
		poll_changed(poll, session);
		return;
	case SESSION_ADVICE:
	case SESSION_CONFLICT:
	case SESSION_ENDED:
		return;
	case SESSION_DELETED:
		poll_deleted(poll);
		return;
	case SESSION_SHUTDOWN:
		poll_answer(poll, session);
		return;
	}
}

static void due(struct waiter *waiter)
{
	struct call *call = poll_end((struct poll *)waiter);

	sessions_get(call->api->options.sessions, call->id, on_found, call);
}

/* Its place becomes free at once. */
static void on_gone(void *context)
{
	struct poll *poll = context;

	poll->call->request = NULL;
	call_free(poll_end(poll));
}

/* The client may have gone, which looks the same. */
static void on_half_closed(void *context)
{
	due(context);
}

static void on_listening(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call;

	(void)session;
	if (status == MK_OK) {
		return;
	}
	call = poll_end(context);
	if (call_is_connected(call)) {
		call_fail(call, error);
	}
}

static void wait(struct call *call, const struct poll_params *wish)
{
	struct poll *poll = calloc(1, sizeof *poll);
	struct mk_error error;

	if (poll) {
		*poll = (struct poll){
			.waiter = {.listener = {.hear = hear}, .due = due},
			.call = call,
			.has_after = wish->has_after,
			.after = (uint64_t)wish->after,
		};
	}
	if (!poll) {
		mk_fail(&error, MK_BUSY, "busy", "", "out of memory, retry later");
	}
	if (!poll || waiter_add(&poll->waiter, call, true, (uint64_t)wish->seconds * 1000,
			     &error) != MK_OK) {
		free(poll);
		call_fail(call, &error);
		return;
	}
	http_request_on_disconnect(call->request, on_gone, poll);
	http_request_on_half_closed(call->request, on_half_closed, &poll->waiter);
	sessions_subscribe(
		call->api->options.sessions, call->id, &poll->waiter.listener, on_listening, poll);
}

void poll_begin(struct call *call, const struct poll_params *wish)
{
	if (wish->seconds == 0 || call->api->state == API_DRAINING) {
		sessions_get(call->api->options.sessions, call->id, on_found, call);
	} else {
		wait(call, wish);
	}
}
