/* Authorization by bearer tokens (RFC 6750): the token of a request, and the roles that may use its
 * route. */
#ifndef API_PIPELINE_AUTHORIZATION_H
#define API_PIPELINE_AUTHORIZATION_H

#include "api/pipeline/call.h"

/* The roles that may use a route, a bit each. The administrator may use every route without
 * ACCESS_NOT_ADMIN. */
enum access {
	ACCESS_ADMIN = 0,
	ACCESS_CAMERA = 1 << ROLE_CAMERA,
	ACCESS_COMPANION = 1 << ROLE_COMPANION,
	ACCESS_OWNER = 1 << ROLE_OWNER,
	ACCESS_ANYONE = 1 << ROLE_COUNT,
	ACCESS_NOT_ADMIN = 1 << (ROLE_COUNT + 1),
	/*
	 * The tokens of api_options.metrics_tokens, or the administrator's; no token is needed if
	 * there are none, even with auth = token.
	 */
	ACCESS_METRICS = 1 << (ROLE_COUNT + 2),
};

/* True if requests need tokens (auth = token). */
bool authorization_required(const struct call *call);

/* Stage: hashes the token. 401 without one; 401 or 403 for a token that no session of the route can
 * have. */
enum stage_result authorization_check_token(struct call *call);

/* Stage, with the session open: 401 for a token that is not the session's, 403 for one of another
 * role. */
enum stage_result authorization_check_role(struct call *call);

/* True if the call's token is the administrator's. */
bool authorization_is_admin(const struct call *call);

/*
 * True if the call's token may still use its route on the current `session`: another change may
 * have revoked it since the stages. `call` is a struct call, for change_precondition.
 */
bool authorization_holds(void *call, const struct session *session);

/* The same for a token by its hash ("": none) and the roles of the route (enum access). */
bool authorization_holds_for(const struct api *api, const char *token_hash, unsigned access,
	const struct session *session);

/* 401, since authorization_holds() was false. */
void authorization_refuse_revoked(struct call *call);

/* Responds with the error of a change: 401 for "not_permitted", else as call_fail(). */
void authorization_fail(struct call *call, const struct mk_error *error);

/* The token of the request, borrowed; NULL: none, or too long. */
const char *authorization_token(const struct call *call, size_t *length);

#endif
