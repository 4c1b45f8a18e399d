/* Renewal and revocation of a session's tokens. */
#include "api/handlers/handlers.h"
#include "api/handlers/session_response.h"
#include "api/pipeline/authorization.h"
#include "api/pipeline/idempotency.h"
#include "base/arena.h"
#include "base/json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the request ---------------------------------------------------------------------------- */

struct token_request {
	unsigned renew, revoke; /* roles, one bit each */
	/* For the log: the client may have disconnected when the change is stored. */
	char request_id[REQUEST_ID_SIZE];
	const char *by;
};

static const struct mk_phrase no_roles = MK_PHRASE("A list of the roles {0} is expected here.",
	"Her skal stå en liste over rollerne {0}.", "Hier wird eine Liste der Rollen {0} erwartet.",
	"Εδώ χρειάζεται λίστα με τους ρόλους {0}.");
static const struct mk_phrase no_change = MK_PHRASE("`renew` or `revoke` has to name a role: {0}.",
	"`renew` eller `revoke` skal nævne en rolle: {0}.",
	"`renew` oder `revoke` muss eine Rolle nennen: {0}.",
	"Το `renew` ή το `revoke` πρέπει να έχει κάποιον ρόλο: {0}.");
static const struct mk_phrase both_ways = MK_PHRASE("A role is either renewed or revoked.",
	"En rolle bliver enten fornyet eller tilbagekaldt.",
	"Eine Rolle wird entweder erneuert oder widerrufen.",
	"Ένας ρόλος είτε ανανεώνεται είτε ανακαλείται.");

static const struct mk_phrase twice =
	MK_PHRASE("This role is named twice.", "Den rolle er nævnt to gange.",
		"Diese Rolle ist zweimal genannt.", "Αυτός ο ρόλος αναφέρεται δύο φορές.");

static enum mk_status fail_roles(
	struct mk_error *error, const struct mk_phrase *phrase, const char *where)
{
	return mk_fail_localized(error, MK_MALFORMED, "invalid_value", where, phrase,
		&(struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = "camera, companion, owner"},
		1);
}

static enum mk_status read_roles(
	const json_t *json, const char *member, unsigned *roles, struct mk_error *error)
{
	const json_t *list = json_object_get(json, member);
	char where[24];

	*roles = 0;
	snprintf(where, sizeof where, "/%s", member);
	if (list && !json_is_array(list)) {
		return fail_roles(error, &no_roles, where);
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name = json_string_value(json_array_get(list, i));
		int role = name ? role_find(name) : -1;

		if (role < 0 || *roles >> role & 1) {
			snprintf(where, sizeof where, "/%s/%zu", member, i);
			return fail_roles(error, role < 0 ? &no_roles : &twice, where);
		}
		*roles |= 1u << role;
	}
	return MK_OK;
}

static enum mk_status read_token_request(
	const json_t *json, struct token_request *request, struct mk_error *error)
{
	static const struct mk_member members[] = {{"renew", NULL}, {"revoke", NULL}, {0}};

	if (mk_members_check(json, members, NULL, "", error) != MK_OK ||
		read_roles(json, "renew", &request->renew, error) != MK_OK ||
		read_roles(json, "revoke", &request->revoke, error) != MK_OK) {
		return error->status;
	}
	if (request->renew & request->revoke) {
		return fail_roles(error, &both_ways, "/revoke");
	}
	if (!request->renew && !request->revoke) {
		return fail_roles(error, &no_change, "");
	}
	return MK_OK;
}

/* ---- the change ----------------------------------------------------------------------------- */

/* Size of a text with the names of all roles. */
enum { ROLES_SIZE = 64 };

static const char *list_roles(char list[ROLES_SIZE], unsigned roles)
{
	struct mk_text text;

	mk_text_fixed(&text, list, ROLES_SIZE);
	for (int i = 0; i < ROLE_COUNT; i++) {
		if (roles >> i & 1) {
			mk_text_put(&text, text.length ? " " : "");
			mk_text_put(&text, role_name((enum role)i));
		}
	}
	return list;
}

static void log_change(const struct call *call, const struct token_request *request)
{
	char renewed[ROLES_SIZE] = "", revoked[ROLES_SIZE] = "";

	if (call->api->options.tokens_changed) {
		call->api->options.tokens_changed(
			&(struct token_change){
				.request_id = request->request_id,
				.session = call->id,
				.by = request->by,
				.renewed = list_roles(renewed, request->renew),
				.revoked = list_roles(revoked, request->revoke),
			},
			call->api->options.context);
	}
}

static void on_tokens_changed(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	if (status == MK_OK) {
		log_change(call, call->handler_data);
	}
	if (call_is_connected(call)) {
		call_header(call, "Cache-Control", "no-store");
		respond_session_result(call, status, session, error);
	}
}

static void apply_token_request(struct call *call, const struct session *session)
{
	struct mk_arena *arena = http_request_arena(call->request);
	struct session_tokens *tokens = mk_arena_alloc(arena, sizeof *tokens);
	char *hashes = mk_arena_alloc(arena, TOKEN_HASHES_SIZE);
	struct token_request *request = calloc(1, sizeof *request);
	struct mk_error error;

	(void)session;
	call->handler_data = request;
	if (!authorization_required(call)) {
		call_refuse(call, 409, "no_tokens", "there are no tokens here (auth = off)");
	} else if (!request || !tokens || !hashes) {
		call_fail_busy(call);
	} else if (read_token_request(call->json, request, &error) != MK_OK) {
		call_fail(call, &error);
	} else {
		snprintf(request->request_id, sizeof request->request_id, "%s",
			http_request_id(call->request));
		request->by = authorization_is_admin(call) ? "admin" : role_name(ROLE_OWNER);
		tokens_change(request->renew, request->revoke, tokens, hashes);
		call->tokens = tokens;
		sessions_update(call->api->options.sessions, call->id,
			&(struct session_change){.token_hashes = hashes}, &call->condition,
			on_tokens_changed, call);
	}
}

void tokens_post(struct call *call)
{
	change_begin(call, apply_token_request);
}

void tokens_reconstruct(struct call *call)
{
	idempotency_fail_no_response(call, "its tokens with it: renew them again");
}
