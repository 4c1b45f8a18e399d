/* Sessions as resources: create, list, update, delete. */
#include "api/handlers/handlers.h"
#include "api/handlers/session_response.h"
#include "api/pipeline/admission.h"
#include "api/pipeline/authorization.h"
#include "api/pipeline/idempotency.h"
#include "api/views/session_json.h"
#include "api/views/session_spec_json.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"

#include <jansson.h>
#include <string.h>

enum { PAGE_SIZE = 8192 };

/* ---- create --------------------------------------------------------------------------------- */

/* The log's line is written after the call was freed: the id is in the request's arena. */
static void note_created(struct call *call, const char *id)
{
	struct mk_text text;

	call_text(call, &text, SESSION_ID_SIZE);
	mk_text_put(&text, id);
	if (!text.truncated) {
		http_request_note(call->request, HTTP_NOTE_CREATED, text.bytes);
	}
}

static void on_session_created(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;
	struct mk_text location;

	if (!call_is_connected(call)) {
		return;
	}
	phases_end(&call->phases, PHASE_STORE);
	if (status != MK_OK) {
		call_fail(call, error);
		return;
	}
	mk_text_fixed(&location, call->location, sizeof call->location);
	mk_text_put(&location, "/v1/sessions/");
	mk_text_put(&location, session->id);
	call_header(call, "Location", call->location);
	note_created(call, session->id);
	if (call->tokens) {
		call_header(call, "Cache-Control", "no-store");
	}
	respond_session(call, 201, session);
}

/* The tokens are in the request's arena and exist only until the response is sent. */
static bool make_tokens(struct call *call, struct session_spec *spec)
{
	struct mk_arena *arena = http_request_arena(call->request);
	struct session_tokens *tokens = mk_arena_alloc(arena, sizeof *tokens);
	char *hashes = mk_arena_alloc(arena, TOKEN_HASHES_SIZE);

	if (!tokens || !hashes) {
		return false;
	}
	tokens_make(tokens, hashes);
	call->tokens = tokens;
	spec->token_hashes = hashes;
	return true;
}

/* From here on the response, errors included, is in the language of the body. */
static enum mk_status read_spec(
	struct call *call, struct session_spec *spec, struct mk_error *error)
{
	const struct api_options *options = &call->api->options;
	struct session_spec_defaults defaults = {options->language, options->strategy};
	enum mk_status status;

	media_language(http_request_header(call->request, "Accept-Language"), &defaults.language);
	status = session_spec_read(call->json, &defaults, spec, error);
	call->has_language = true;
	call->language = spec->language;
	return status;
}

void session_create(struct call *call)
{
	struct session_spec spec = {.game = NULL};
	struct mk_error error;

	if (read_spec(call, &spec, &error) != MK_OK) {
		call_fail(call, &error);
	} else if (authorization_required(call) && !make_tokens(call, &spec)) {
		call_fail_busy(call);
	} else if (admission_check_creation(call) == STAGE_PASSED) {
		admission_counted_owner(call, spec.owner);
		spec.idempotency = idempotency_record(call);
		sessions_add(call->api->options.sessions, &spec, on_session_created, call);
	}
}

static void respond_created(struct call *call, const struct session *session)
{
	on_session_created(call, MK_OK, session, NULL);
}

/* The tokens of a lost response cannot be reconstructed. */
void session_create_reconstruct(struct call *call)
{
	if (authorization_required(call)) {
		idempotency_fail_no_response(
			call, "its tokens with it: delete it, and make another");
	} else {
		change_reconstruct(call, respond_created);
	}
}

/* ---- list ----------------------------------------------------------------------------------- */

/*
 * The cursor of a session in the list: its id and its time of creation, both in hexadecimal digits.
 * Pagination continues even if that session is deleted meanwhile.
 */
enum { CURSOR_ID = SESSION_ID_SIZE - 1, CURSOR_MS = 16, CURSOR_LENGTH = CURSOR_ID + CURSOR_MS };

static void write_cursor(const struct journal_session *session, char cursor[CURSOR_LENGTH + 1])
{
	snprintf(cursor, CURSOR_LENGTH + 1, "%.*s%016llx", (int)CURSOR_ID, session->id,
		(unsigned long long)session->created_ms);
}

/* `id` has SESSION_ID_SIZE bytes. */
static bool read_cursor(const char *cursor, char *id, int64_t *created_ms)
{
	if (strspn(cursor, "0123456789abcdef") != CURSOR_LENGTH || cursor[CURSOR_LENGTH]) {
		return false;
	}
	snprintf(id, SESSION_ID_SIZE, "%.*s", (int)CURSOR_ID, cursor);
	*created_ms = (int64_t)strtoull(cursor + CURSOR_ID, NULL, 16);
	return *created_ms >= 0;
}

/* `after` holds page->after. */
static enum mk_status read_list_params(const struct http_request *request,
	struct journal_page *page, char after[SESSION_ID_SIZE], struct mk_error *error)
{
	static const struct query_range limits = {
		"limit", 1, MAX_PAGE_LENGTH, &limit_rows[LIMIT_PAGE_LENGTH]};
	static const char *const statuses[] = {
		"waiting", "playing", "won", "lost", "drawn", "stopped", NULL};
	const char *cursor = http_request_query(request, "after");
	int64_t limit = 20;
	enum mk_status status =
		query_number(&limits, http_request_query(request, limits.name), &limit, error);

	if (status == MK_OK) {
		status = query_word("status", http_request_query(request, "status"), statuses,
			&page->status, error);
	}
	page->limit = (unsigned)limit;
	page->game = http_request_query(request, "game");
	if (status == MK_OK && page->game && !mk_game_find(page->game)) {
		return query_unknown("game", "unknown_game", page->game, error);
	}
	page->after = cursor ? after : NULL;
	if (status == MK_OK && cursor && !read_cursor(cursor, after, &page->after_ms)) {
		return mk_fail(error, MK_MALFORMED, "invalid_query", "?after",
			"after: must be the `next` of a page");
	}
	return status;
}

static void write_session_page(
	struct mk_text *text, const struct journal_session *sessions, size_t count, bool more)
{
	char next[CURSOR_LENGTH + 1];

	mk_json_open_object(text, NULL);
	mk_json_open_array(text, "sessions");
	for (size_t i = 0; i < count; i++) {
		session_json_summary(text, &sessions[i]);
	}
	mk_json_close_array(text);
	if (count > 0) {
		write_cursor(&sessions[count - 1], next);
	}
	mk_json_string(text, "next", more && count ? next : NULL);
	mk_json_close_object(text);
}

/* The store reports a status without an error. */
static void fail_listing(struct call *call, enum mk_status status)
{
	struct mk_error error;

	mk_fail(&error, status, "store_unavailable", "", "the store cannot be read");
	call_fail(call, &error);
}

static void on_sessions_listed(void *context, enum mk_status status,
	const struct journal_session *sessions, size_t count, bool more)
{
	struct call *call = context;
	struct mk_text text;

	if (!call_is_connected(call)) {
		return;
	}
	phases_end(&call->phases, PHASE_LOAD);
	if (status != MK_OK) {
		fail_listing(call, status);
		return;
	}
	call_text(call, &text, PAGE_SIZE);
	write_session_page(&text, sessions, count, more);
	call_respond_large(call, 200, MEDIA_JSON, &text);
}

void session_list(struct call *call)
{
	struct journal_page page = {.limit = 0};
	char after[SESSION_ID_SIZE];
	struct mk_error error;

	if (read_list_params(call->request, &page, after, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_list(call->api->options.sessions, &page, on_sessions_listed, call);
}

/* ---- update, delete ---------------------------------------------------------------------------
 */

static const struct mk_member patch_members[] = {
	{"language", NULL}, {"strategy", NULL}, {"name", NULL}, {"status", NULL}, {0}};

static void apply_patch(struct call *call, const struct session *session)
{
	bool has_language = json_object_get(call->json, "language") != NULL;
	enum mk_language language = session->language;
	struct session_change change = {.language = has_language ? &language : NULL};
	struct mk_error error;

	if (mk_members_check(call->json, patch_members, NULL, "", &error) != MK_OK ||
		session_spec_read_language(call->json, &language, &error) != MK_OK ||
		session_spec_read_strategy(call->json, session->game, &change.strategy, &error) !=
			MK_OK ||
		session_spec_read_name(call->json, &change.renames, &change.name, &error) !=
			MK_OK ||
		session_spec_read_status(call->json, &change.stops, &change.goes_on, &error) !=
			MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_update(call->api->options.sessions, call->id, &change, &call->condition,
		respond_session_result, call);
}

void session_patch(struct call *call)
{
	change_begin(call, apply_patch);
}

static void on_session_removed(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	(void)session;
	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		call_respond_empty(call, 204);
	} else {
		authorization_fail(call, error);
	}
}

static void apply_removal(struct call *call, const struct session *session)
{
	(void)session;
	sessions_remove(
		call->api->options.sessions, call->id, &call->condition, on_session_removed, call);
}

void session_delete(struct call *call)
{
	if (call->session) {
		change_begin(call, apply_removal);
	} else if (http_request_header(call->request, "If-Match")) {
		call_refuse(call, 412, "version_mismatch",
			"the session cannot be read, nor its version");
	} else {
		sessions_remove_unreadable(
			call->api->options.sessions, call->id, on_session_removed, call);
	}
}
