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

/* Browsers cannot set headers of websockets, but they send subprotocols. */
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
	const struct token_hash_list *metrics = call->api->options.metrics_tokens;

	if (call->route->access == ACCESS_METRICS) {
		return metrics && metrics->hashes[0][0];
	}
	return authorization_required(call) && call->route->access != ACCESS_ANYONE;
}

bool authorization_is_admin(const struct call *call)
{
	const struct token_hash_list *admin = call->api->options.admin_tokens;

	return admin && token_hash_list_has(admin, call->token_hash);
}

bool authorization_holds_for(const struct api *api, const char *token_hash, unsigned access,
	const struct session *session)
{
	const struct token_hash_list *admin = api->options.admin_tokens;
	int role;

	if (!admin || access == ACCESS_ANYONE) {
		return true;
	}
	if (token_hash_list_has(admin, token_hash)) {
		return !(access & ACCESS_NOT_ADMIN);
	}
	role = token_hash[0] ? token_hashes_find_role(session->token_hashes, token_hash) : -1;
	return role >= 0 && access & 1u << role;
}

bool authorization_holds(void *context, const struct session *session)
{
	const struct call *call = context;

	return authorization_holds_for(call->api, call->token_hash, call->route->access, session);
}

void authorization_refuse_revoked(struct call *call)
{
	refuse_unknown_token(call);
}

void authorization_fail(struct call *call, const struct mk_error *error)
{
	if (strcmp(error->code, "not_permitted") == 0) {
		authorization_refuse_revoked(call);
	} else {
		call_fail(call, error);
	}
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
	if (authorization_is_admin(call)) {
		http_request_note(call->request, HTTP_NOTE_ROLE, "admin");
		return call->route->access & ACCESS_NOT_ADMIN ? refuse_role(call) : STAGE_PASSED;
	}
	if (call->route->access == ACCESS_METRICS &&
		token_hash_list_has(call->api->options.metrics_tokens, call->token_hash)) {
		http_request_note(call->request, HTTP_NOTE_ROLE, "metrics");
		return STAGE_PASSED;
	}
	if (call->route->access != ACCESS_ADMIN && call->route->access != ACCESS_METRICS) {
		return STAGE_PASSED;
	}
	return token_is_of_session(token, length) ? refuse_role(call) : refuse_unknown_token(call);
}

static enum stage_result check_known_role(struct call *call, int role)
{
	http_request_note(call->request, HTTP_NOTE_ROLE, role_name((enum role)role));
	return call->route->access & 1u << role ? STAGE_PASSED : refuse_role(call);
}

static void on_newest_session(void *context, enum mk_status status, const struct session *session,
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
	role = token_hashes_find_role(session->token_hashes, call->token_hash);
	if (role < 0) {
		refuse_unknown_token(call);
	} else if (check_known_role(call, role) == STAGE_PASSED) {
		call_advance(call);
	}
}

/*
 * Another daemon may have created a token that is unknown here: the newest version of the session
 * decides.
 */
enum stage_result authorization_check_role(struct call *call)
{
	int role;

	if (!is_restricted(call) || authorization_is_admin(call) ||
		call->route->access == ACCESS_METRICS) {
		return STAGE_PASSED;
	}
	role = token_hashes_find_role(call->session->token_hashes, call->token_hash);
	if (role >= 0) {
		return check_known_role(call, role);
	}
	sessions_read(call->session, on_newest_session, call);
	return STAGE_WAITING;
}
