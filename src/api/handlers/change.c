/* The common beginning of changes. */
#include "api/handlers/change.h"

#include "api/handlers/handlers.h"
#include "api/pipeline/body.h"
#include "api/pipeline/media.h"
#include "port/journal.h"
#include "session/session_error.h"

#include <jansson.h>
#include <stdlib.h>

/* The versions that it may be, as a list of tags; NULL: any. */
static const char *wanted(const struct call *call)
{
	const char *if_match = http_request_header(call->request, "If-Match");

	return if_match && !condition_is_any(if_match) ? if_match : NULL;
}

static void fail_mismatch(struct call *call, const struct session *session)
{
	struct mk_error error;

	session_fail_with(&error, SESSION_ERROR_OTHER_VERSION, "",
		(struct mk_phrase_arg){
			.kind = MK_ARG_NUMBER, .number = (long long)session->version});
	call_fail(call, &error);
}

static void on_found(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *cause)
{
	struct call *call = context;
	const char *versions = wanted(call);
	struct mk_error error;

	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, cause);
		return;
	}
	call->language =
		call->request_params.speaks ? call->request_params.language : session->language;
	if (versions && !condition_names(versions, session->version)) {
		fail_mismatch(call, session);
		return;
	}
	if (wishes_fit(call, session, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	call->condition.any_version = !versions;
	call->condition.version = session->version;
	call->condition.once = idempotency_record(call);
	call->condition.patience = wishes_patience(call);
	call->condition.patience.waits &= !wishes_other(call, session);
	if (call->condition.patience.waits && session->strategy->has_search &&
		!wishes_may_think(call)) {
		call->condition.patience.budget_ms = 0;
	}
	call->carry_out(call, session);
}

void change_begin(
	struct call *call, void (*carry_out)(struct call *call, const struct session *session))
{
	const char *if_match = http_request_header(call->request, "If-Match");
	struct mk_error error;

	if (wishes_read(call, &error) != MK_OK ||
		(if_match && condition_check(if_match, &error) != MK_OK)) {
		call_fail(call, &error);
		return;
	}
	call->carry_out = carry_out;
	/* Else it does not matter which version it is. */
	if (wanted(call)) {
		sessions_get(call->api->options.sessions, call->id, on_found, call);
	} else {
		sessions_get_cached(call->api->options.sessions, call->id, on_found, call);
	}
}

/* ---- carried out before --------------------------------------------------------------------- */

static void on_there(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *cause)
{
	struct call *call = context;
	struct mk_error error;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_NOT_FOUND) {
		idempotency_fail_no_response(call, "the session is gone");
	} else if (status != MK_OK) {
		call_fail(call, cause);
	} else if (repeat_changed(call) && session->version != idempotency_record(call)->version) {
		idempotency_fail_no_response(call, "the session is at another version now");
	} else if (wishes_fit(call, session, &error) != MK_OK) {
		call_fail(call, &error);
	} else {
		call->carry_out(call, session);
	}
}

void change_tell_again(
	struct call *call, void (*tell)(struct call *call, const struct session *session))
{
	struct mk_error error;

	if (wishes_read(call, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	call->carry_out = tell;
	sessions_get(call->api->options.sessions,
		repeat_changed(call) ? idempotency_record(call)->id : call->id, on_there, call);
}

static void tell(struct call *call, const struct session *session)
{
	call_session(call, 200, session);
}

void change_again(struct call *call)
{
	change_tell_again(call, tell);
}

/* ---- bodies --------------------------------------------------------------------------------- */

void change_refuse_type(struct call *call)
{
	call_problem(call, &(struct problem){.http = 415,
				   .code = "unsupported_media_type",
				   .detail = "this content type is not read here"});
}

/* What was not understood is said in the language of the session that it was meant for. */
static void on_known(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *ignored)
{
	struct call *call = context;

	(void)ignored;
	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK && !http_request_query(call->request, "language")) {
		call->language = session->language;
	}
	call_fail(call, call->keeps);
}

static void fail_body(struct call *call, const struct mk_error *error)
{
	struct mk_error *kept = call->id[0] && error->message.phrase ? malloc(sizeof *kept) : NULL;

	if (!kept) {
		call_fail(call, error);
		return;
	}
	*kept = *error;
	call->keeps = kept;
	sessions_get_cached(call->api->options.sessions, call->id, on_known, call);
}

bool change_read_json(struct call *call)
{
	size_t length;
	const char *body = http_request_body(call->request, &length);
	const char *type = http_request_header(call->request, "Content-Type");
	struct mk_error error;

	if (length > 0 && type && media_of_body(type, body, length) != MEDIA_BODY_JSON) {
		change_refuse_type(call);
		return false;
	}
	call->json = body_read_json(body, length, &error);
	if (!call->json) {
		fail_body(call, &error);
		return false;
	}
	return true;
}

bool change_read_optional_json(struct call *call)
{
	size_t length;

	http_request_body(call->request, &length);
	return length == 0 || change_read_json(call);
}
