/* Advice for the present table. */
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "api/pipeline/media.h"
#include "base/json.h"
#include "base/limits.h"

static void write_answer(struct mk_text *text, struct representation *representation)
{
	mk_json_open_object(text, NULL);
	mk_json_int(text, "version", (long long)representation->session->version);
	mk_json_string(text, "status", session_status_name(representation->session->outcome));
	session_json_advice(text, representation);
	mk_json_close_object(text);
}

static void answer(struct call *call, const struct session *session)
{
	struct representation representation = request_params_representation(call, session);
	struct mk_text text;

	if (call_wants(call, MEDIA_TEXT)) {
		call_session(call, 200, session);
		return;
	}
	call_text(call, &text, 8192);
	write_answer(&text, &representation);
	call_etag(call, session->version);
	call_reply(call, 200, MEDIA_JSON, &text);
}

static void on_advised(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *cause)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		answer(call, session);
	} else {
		call_fail(call, cause);
	}
}

/* That has been counted. */
static void refuse_search(struct call *call)
{
	struct mk_error error;

	limits_refuse(NULL, LIMIT_TOKEN_SEARCHES, &error);
	call_fail(call, &error);
}

/* Instant strategies are asked on the way. */
static void advise(struct call *call, const struct session *session)
{
	struct search_deadline patience = wishes_patience(call);

	if (wishes_other(call, session) && !call->request_params.strategy->has_search) {
		answer(call, session);
		return;
	}
	if (!wishes_may_think(call)) {
		refuse_search(call);
		return;
	}
	sessions_advise(call->api->options.sessions, session->id, call->request_params.strategy,
		&patience, on_advised, call);
}

static void on_found(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *cause)
{
	struct call *call = context;
	struct mk_error error;

	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, cause);
	} else if (wishes_fit(call, session, &error) != MK_OK) {
		call_fail(call, &error);
	} else {
		advise(call, session);
	}
}

void advice_get(struct call *call)
{
	struct mk_error error;

	if (wishes_read(call, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_get(call->api->options.sessions, call->id, on_found, call);
}
