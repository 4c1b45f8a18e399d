/* Authorization by bearer tokens. */
#include "api/pipeline/authorization.h"

#include "base/limits.h"
#include "ws/ws.h"

#include <string.h>
#include <strings.h>

bool authorization_required(const struct call *call)
{
	return call->api->options.admin_tokens != NULL;
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

/* A websocket of a browser cannot set headers, but it names subprotocols. */
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

const char *authorization_token(const struct call *call, size_t *length)
{
	const char *token = presented_token(call, length);

	return token && *length > 0 && *length <= MAX_TOKEN_LENGTH ? token : NULL;
}

/* ---- refusals ------------------------------------------------------------------------------- */

static enum stage_result refuse_access(
	struct call *call, int http, const char *code, const char *challenge, const char *detail)
{
	call_header(call, "WWW-Authenticate", challenge);
	call_refuse(call, http, code, detail);
	return STAGE_RESPONDED;
}

static enum stage_result refuse_missing_token(struct call *call)
{
	size_t length;

	if (presented_token(call, &length) && length > MAX_TOKEN_LENGTH) {
		limits_count(call->api->options.limits, LIMIT_TOKEN_LENGTH);
	}
	return refuse_access(call, 401, "token_required", "Bearer realm=\"makker\"",
		"authentication required: Authorization: Bearer TOKEN");
}

static enum stage_result refuse_unknown_token(struct call *call)
{
	return refuse_access(call, 401, "invalid_token",
		"Bearer realm=\"makker\", error=\"invalid_token\"", "invalid token");
}

static enum stage_result refuse_role(struct call *call)
{
	return refuse_access(call, 403, "insufficient_scope",
		"Bearer realm=\"makker\", error=\"insufficient_scope\"",
		"token role does not permit this operation");
}

/* ---- stages --------------------------------------------------------------------------------- */

static bool is_restricted(const struct call *call)
{
	return authorization_required(call) && call->route->access != ACCESS_ANYONE;
}

static bool is_admin(const struct call *call)
{
	return admin_tokens_have(call->api->options.admin_tokens, call->token_hash);
}

enum stage_result authorization_check_token(struct call *call)
{
	size_t length;
	const char *token;

	if (!is_restricted(call)) {
		return STAGE_PASSED;
	}
	token = authorization_token(call, &length);
	if (!token) {
		return refuse_missing_token(call);
	}
	token_hash(token, length, call->token_hash);
	if (is_admin(call)) {
		http_request_note(call->request, HTTP_NOTE_ROLE, "admin");
		return call->route->access & ACCESS_NOT_ADMIN ? refuse_role(call) : STAGE_PASSED;
	}
	if (call->route->access != ACCESS_ADMIN) {
		return STAGE_PASSED;
	}
	return token_is_of_session(token, length) ? refuse_role(call) : refuse_unknown_token(call);
}

enum stage_result authorization_check_role(struct call *call)
{
	int role;

	if (!is_restricted(call) || is_admin(call)) {
		return STAGE_PASSED;
	}
	role = token_hashes_find_role(call->session->token_hashes, call->token_hash);
	if (role < 0) {
		return refuse_unknown_token(call);
	}
	http_request_note(call->request, HTTP_NOTE_ROLE, role_name((enum role)role));
	return call->route->access & 1u << role ? STAGE_PASSED : refuse_role(call);
}
