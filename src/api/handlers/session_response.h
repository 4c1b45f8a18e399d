/* Responses with a session: as JSON or its message alone, after the requested search. */
#ifndef API_HANDLERS_SESSION_RESPONSE_H
#define API_HANDLERS_SESSION_RESPONSE_H

#include "api/pipeline/call.h"

/* Responds with the session in the requested representation. */
void respond_session(struct call *call, int status, const struct session *session);

/*
 * A sessions_callback whose context is the call: responds with the session, after the search of
 * another strategy if one was requested; or with the error, which for a contradiction has the
 * session's finding.
 */
void respond_session_result(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error);

/* The requested representation of the session, with advice of the requested strategy. */
struct representation request_params_representation(
	struct call *call, const struct session *session);

/* Finds the strategy of the request in the session's game; MK_IMPOSSIBLE "unknown_strategy". */
enum mk_status request_params_find_strategy(
	struct call *call, const struct session *session, struct mk_error *error);

/* True if the request names another strategy than the session's. */
bool request_params_has_other_strategy(const struct call *call, const struct session *session);

/* The deadline of a search for the request. */
struct search_deadline request_params_deadline(const struct call *call);

/*
 * Claims one of the searches of the call's token; false if all are in use: the response then has
 * the static evaluation.
 */
bool request_params_claim_search(struct call *call);

/* ---- changes -------------------------------------------------------------------------------- */

/*
 * Calls `apply` with the open session if If-Match and the strategy of the request allow it, and
 * call->condition set; else responds.
 */
void change_begin(
	struct call *call, void (*apply)(struct call *call, const struct session *session));

/*
 * Calls `respond` with the session that the first request with the key of this one has changed or
 * created; responds 409 if it is at another version by now (see idempotency.h).
 */
void change_reconstruct(
	struct call *call, void (*respond)(struct call *call, const struct session *session));

#endif
