/* Access by token (RFC 6750). */
#include "api/pipeline/authorization.h"

#include "api/pipeline/call.h"
#include "api/pipeline/guard.h"
#include "api/pipeline/request_check.h"
#include "base/limits.h"
#include "ws/ws.h"

#include <string.h>
#include <strings.h>

bool authorization_required(const struct call *call)
{
	return call->api->options.admin_token_hash != NULL;
}

/* ---- the token of a request ----------------------------------------------------------------- */

static const char *bearer(const char *header, size_t *length)
{
	static const char scheme[] = "Bearer ";
	const char *token;

	if (!header || strncasecmp(header, scheme, sizeof scheme - 1) != 0) {
		return NULL;
	}
	token = header + sizeof scheme - 1 + strspn(header + sizeof scheme - 1, " ");
	*length = strlen(token);
	return token;
}

/* A browser's websocket can send no header of its own, but names of protocols. */
static const char *protocol_token(const char *list, size_t *length)
{
	static const char prefix[] = "makker.bearer.";

	while (list && *list) {
		list += strspn(list, " \t,");
		*length = strcspn(list, " \t,");
		if (strncmp(list, prefix, sizeof prefix - 1) == 0) {
			*length -= sizeof prefix - 1;
			return list + sizeof prefix - 1;
		}
		list += *length;
	}
	return NULL;
}

static const char *presented_token(const struct call *call, size_t *length)
{
	const char *token = bearer(http_request_header(call->request, "Authorization"), length);

	if (!token && ws_is_wanted(call->request)) {
		token = protocol_token(
			http_request_header(call->request, "Sec-WebSocket-Protocol"), length);
	}
	return token;
}

const char *access_token(const struct call *call, size_t *length)
{
	const char *token = presented_token(call, length);

	return token && *length > 0 && *length <= LONGEST_TOKEN ? token : NULL;
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void refuse(
	struct call *call, int http, const char *code, const char *challenge, const char *detail)
{
	call_header(call, "WWW-Authenticate", challenge);
	call_problem(call, &(struct problem){.http = http, .code = code, .detail = detail});
}

static void refuse_nobody(struct call *call)
{
	size_t length;

	if (presented_token(call, &length) && length > LONGEST_TOKEN) {
		limits_count(call->api->options.limits, LIMIT_TOKEN_LENGTH);
	}
	refuse(call, 401, "token_required", "Bearer realm=\"makker\"",
		"authentication required: Authorization: Bearer TOKEN");
}

static void refuse_unknown(struct call *call)
{
	refuse(call, 401, "invalid_token", "Bearer realm=\"makker\", error=\"invalid_token\"",
		"invalid token");
}

static void refuse_other(struct call *call)
{
	refuse(call, 403, "insufficient_scope",
		"Bearer realm=\"makker\", error=\"insufficient_scope\"",
		"token role does not permit this operation");
}

/* ---- the check ------------------------------------------------------------------------------ */

/* A session's rate is for those who may ask for it: others use up their address's. */
static void enter(struct call *call)
{
	if (guard_admits_session(call) && request_check(call)) {
		repeat_begin(call);
	}
}

static void enter_admin(struct call *call)
{
	if (call->route->access & ACCESS_NOT_ADMIN) {
		refuse_other(call);
	} else {
		enter(call);
	}
}

static void on_known(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;
	int role;

	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, error);
		return;
	}
	role = token_hashes_find_role(session->locks, call->lock);
	if (role < 0) {
		refuse_unknown(call);
	} else if ((call->route->access & 1 << role) == 0) {
		refuse_other(call);
	} else {
		enter(call);
	}
}

static void check_token(struct call *call, const char *token, size_t length)
{
	token_hash(token, length, call->lock);
	if (token_hash_equal(call->lock, call->api->options.admin_token_hash)) {
		enter_admin(call);
	} else if (call->route->access != ACCESS_ADMIN) {
		/* Locks stay as they were made. */
		sessions_get_cached(call->api->options.sessions, call->id, on_known, call);
	} else if (token_is_of_session(token, length)) {
		refuse_other(call);
	} else {
		refuse_unknown(call);
	}
}

void authorize(struct call *call)
{
	size_t length;
	const char *token;

	if (!authorization_required(call) || call->route->access == ACCESS_ANYONE) {
		enter(call);
		return;
	}
	token = access_token(call, &length);
	if (token) {
		check_token(call, token, length);
	} else {
		refuse_nobody(call);
	}
}
