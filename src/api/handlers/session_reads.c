/* Reads of a session: at once, after a change (long poll), and advice for its table. */
#include "api/handlers/handlers.h"
#include "api/handlers/session_response.h"
#include "api/handlers/stream.h"
#include "api/pipeline/authorization.h"
#include "api/views/session_json.h"
#include "base/json.h"
#include "base/limits.h"
#include "session/session_error.h"

#include <stdlib.h>

enum { ADVICE_SIZE = 8192 };

struct poll_params {
	bool has_after; /* false: `after` is the current version at the arrival of the call */
	int64_t after;
	int64_t seconds; /* 0: at once */
};

/* ---- the session ---------------------------------------------------------------------------- */

static void respond_current(struct call *call, const struct session *session)
{
	const char *known = http_request_header(call->request, "If-None-Match");
	struct mk_error error;

	if (request_params_find_strategy(call, session, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	etag_of_session(call->etag, session);
	if (known && etag_is_known(known, call->etag)) {
		call_header(call, "ETag", call->etag);
		call_respond_empty(call, 304);
	} else {
		respond_session(call, 200, session);
	}
}

static void on_current_session(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		respond_current(call, session);
	} else {
		call_fail(call, error);
	}
}

/* ---- the long poll --------------------------------------------------------------------------- */

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

static void poll_respond(struct poll *poll, const struct session *session)
{
	struct call *call = poll_end(poll);

	if (call_is_connected(call)) {
		respond_current(call, session);
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

static void poll_revoked(struct waiter *waiter)
{
	struct call *call = poll_end((struct poll *)waiter);

	if (call_is_connected(call)) {
		authorization_refuse_revoked(call);
	}
}

static void poll_changed(struct poll *poll, const struct session *session)
{
	if (!waiter_check_token(&poll->waiter, session)) {
		return;
	}
	if (!poll->has_after) {
		poll->has_after = true;
		poll->after = session->version;
	} else if (session->version > poll->after) {
		poll_respond(poll, session);
	}
}

static void notify_poll(struct session_subscriber *subscriber,
	enum session_notification notification, const struct session *session)
{
	struct poll *poll = (struct poll *)subscriber;

	switch (notification) {
	case SESSION_CHANGED:
		poll_changed(poll, session);
		return;
	case SESSION_ADVICE:
	case SESSION_CONFLICT:
	case SESSION_REVIEW:
	case SESSION_ENDED:
		return;
	case SESSION_DELETED:
		poll_deleted(poll);
		return;
	case SESSION_SHUTDOWN:
		poll_respond(poll, session);
		return;
	}
}

static void end_poll(struct waiter *waiter)
{
	struct call *call = poll_end((struct poll *)waiter);

	call_read_session(call, on_current_session);
}

/* Frees the place of the subscriber at once. */
static void on_poll_disconnect(void *context)
{
	struct poll *poll = context;

	poll->call->request = NULL;
	call_free(poll_end(poll));
}

/* The client may have disconnected, which looks the same: respond now. */
static void on_half_closed(void *context)
{
	end_poll(context);
}

static void on_poll_subscribed(void *context, enum mk_status status, const struct session *session,
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

static void start_poll(struct call *call, const struct poll_params *params)
{
	struct poll *poll = calloc(1, sizeof *poll);
	struct mk_error error;

	if (poll) {
		*poll = (struct poll){
			.waiter = {.subscriber = {.notify = notify_poll},
				.due = end_poll,
				.revoked = poll_revoked},
			.call = call,
			.has_after = params->has_after,
			.after = (uint64_t)params->after,
		};
	}
	if (!poll) {
		mk_fail(&error, MK_BUSY, "busy", "", "out of memory, retry later");
	}
	if (!poll || waiter_add(&poll->waiter, call, true, (uint64_t)params->seconds * 1000,
			     &error) != MK_OK) {
		free(poll);
		call_fail(call, &error);
		return;
	}
	http_request_expect_wait(call->request);
	http_request_on_disconnect(call->request, on_poll_disconnect, poll);
	http_request_on_half_closed(call->request, on_half_closed, &poll->waiter);
	sessions_subscribe(call->api->options.sessions, call->id, &poll->waiter.subscriber,
		on_poll_subscribed, poll);
}

void session_get(struct call *call)
{
	static const struct query_range versions = {"after", 0, INT64_MAX, NULL};
	static const struct query_range seconds = {
		"wait_s", 0, MAX_WAIT_SECONDS, &limit_rows[LIMIT_WAIT_SECONDS]};
	const char *after = http_request_query(call->request, versions.name);
	struct poll_params params = {.has_after = after != NULL};
	struct mk_error error;

	if (query_number(&versions, after, &params.after, &error) != MK_OK ||
		query_number(&seconds, http_request_query(call->request, seconds.name),
			&params.seconds, &error) != MK_OK) {
		call_fail(call, &error);
	} else if (params.seconds == 0 || call->api->state == API_DRAINING) {
		call_read_session(call, on_current_session);
	} else {
		start_poll(call, &params);
	}
}

/* ---- advice --------------------------------------------------------------------------------- */

static void write_advice_object(struct mk_text *text, struct representation *representation)
{
	mk_json_open_object(text, NULL);
	mk_json_int(text, "version", (long long)representation->session->version);
	mk_json_string(text, "status", session_status_name(representation->session->outcome));
	session_json_advice(text, representation);
	mk_json_close_object(text);
}

static void respond_advice(struct call *call, const struct session *session)
{
	struct representation representation = request_params_representation(call, session);
	struct mk_text text;

	if (call_wants(call, MEDIA_TEXT)) {
		respond_session(call, 200, session);
		return;
	}
	call_text(call, &text, ADVICE_SIZE);
	write_advice_object(&text, &representation);
	call_etag(call, session->version);
	call_respond(call, 200, MEDIA_JSON, &text);
}

static void on_advice(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *cause)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	phases_end(&call->phases, PHASE_SEARCH);
	if (status == MK_OK) {
		respond_advice(call, session);
	} else {
		call_fail(call, cause);
	}
}

/* Responds to a refusal that is already counted. */
static void refuse_search_claim(struct call *call)
{
	struct mk_error error;

	limits_refuse(NULL, LIMIT_TOKEN_SEARCHES, &error);
	call_fail(call, &error);
}

/* Strategies without search evaluate the table while the response is written. */
static void advise_session(struct call *call, const struct session *session)
{
	struct search_deadline deadline = request_params_deadline(call);

	if (request_params_has_other_strategy(call, session) &&
		!call->params.strategy->has_search) {
		respond_advice(call, session);
		return;
	}
	if (!request_params_claim_search(call)) {
		refuse_search_claim(call);
		return;
	}
	sessions_advise(call->api->options.sessions, session->id, call->params.strategy, &deadline,
		on_advice, call);
}

static void on_session_for_advice(void *context, enum mk_status status,
	const struct session *session, const struct mk_error *cause)
{
	struct call *call = context;
	struct mk_error error;

	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, cause);
	} else if (request_params_find_strategy(call, session, &error) != MK_OK) {
		call_fail(call, &error);
	} else {
		advise_session(call, session);
	}
}

void advice_get(struct call *call)
{
	call_read_session(call, on_session_for_advice);
}
