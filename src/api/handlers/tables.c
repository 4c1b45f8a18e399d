/* Sessions as resources: made, listed, shown, changed, deleted. */
#include "api/handlers/change.h"

#include "api/handlers/handlers.h"
#include "api/handlers/poll.h"
#include "api/handlers/wish.h"
#include "api/pipeline/guard.h"
#include "api/pipeline/media.h"
#include "api/pipeline/owner.h"
#include "api/pipeline/query.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"

#include <jansson.h>
#include <string.h>

/* ---- a new one ------------------------------------------------------------------------------ */

static void on_created(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;
	struct mk_text location;

	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, error);
		return;
	}
	mk_text_fixed(&location, call->location, sizeof call->location);
	mk_text_put(&location, "/v1/sessions/");
	mk_text_put(&location, session->id);
	call_header(call, "Location", call->location);
	if (call->tokens) {
		call_header(call, "Cache-Control", "no-store");
	}
	call_session(call, 201, session);
}

/* In the request's memory: told once, then forgotten. */
static bool make_tokens(struct call *call, struct session_spec *wish)
{
	struct mk_arena *arena = http_request_arena(call->request);
	struct tokens *tokens = mk_arena_alloc(arena, sizeof *tokens);
	char *locks = mk_arena_alloc(arena, TOKEN_HASHES_SIZE);

	if (!tokens || !locks) {
		return false;
	}
	tokens_make(tokens, locks);
	call->tokens = tokens;
	wish->locks = locks;
	return true;
}

static void fail_memory(struct call *call)
{
	call_problem(
		call, &(struct problem){
			      .http = 503, .code = "busy", .detail = "out of memory, retry later"});
}

/* From here on the call speaks the language that is wished, for its refusals too. */
static enum mk_status read_wish(struct call *call, const struct wish_defaults *defaults,
	struct session_spec *wish, struct mk_error *error)
{
	enum mk_status status = wish_read(call->json, defaults, wish, error);

	call->language =
		call->request_params.speaks ? call->request_params.language : wish->language;
	return status;
}

void session_create(struct call *call)
{
	const struct api_options *options = &call->api->options;
	struct wish_defaults defaults = {options->language, options->strategy};
	struct session_spec wish = {.game = NULL};
	struct mk_error error;

	if (!change_read_json(call)) {
		return;
	}
	media_language(http_request_header(call->request, "Accept-Language"), &defaults.language);
	if (wishes_read(call, &error) != MK_OK ||
		read_wish(call, &defaults, &wish, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	if (authorization_required(call) && !make_tokens(call, &wish)) {
		fail_memory(call);
		return;
	}
	if (!guard_admits_creation(call)) {
		return;
	}
	owner_is_counted(call, wish.owner);
	wish.once = idempotency_record(call);
	sessions_add(options->sessions, &wish, on_created, call);
}

static void tell_created(struct call *call, const struct session *session)
{
	on_created(call, MK_OK, session, NULL);
}

/* Nobody knows its tokens any more. */
void session_create_again(struct call *call)
{
	if (authorization_required(call)) {
		idempotency_fail_no_response(
			call, "its tokens with it: delete it, and make another");
	} else {
		change_tell_again(call, tell_created);
	}
}

/* ---- a page of them ------------------------------------------------------------------------- */

static enum mk_status read_page(
	const struct http_request *request, struct journal_page *page, struct mk_error *error)
{
	static const struct query_range limits = {
		"limit", 1, MAX_PAGE_LENGTH, &limit_rows[LIMIT_PAGE_LENGTH]};
	static const char *const statuses[] = {
		"waiting", "playing", "won", "lost", "drawn", "stopped", NULL};
	int64_t limit = 20;
	enum mk_status status =
		query_number(&limits, http_request_query(request, limits.name), &limit, error);

	if (status == MK_OK) {
		status = query_word("status", http_request_query(request, "status"), statuses,
			&page->status, error);
	}
	page->limit = (unsigned)limit;
	page->game = http_request_query(request, "game");
	page->after = http_request_query(request, "after");
	if (status == MK_OK && page->game && !mk_game_find(page->game)) {
		return query_unknown("game", "unknown_game", page->game, error);
	}
	if (status == MK_OK && page->after &&
		(strspn(page->after, "0123456789abcdef") != SESSION_ID_ROOM - 1 ||
			page->after[SESSION_ID_ROOM - 1])) {
		return mk_fail(error, MK_MALFORMED, "invalid_query", "?after",
			"after: must be the `next` of a page");
	}
	return status;
}

static void write_page(
	struct mk_text *text, const struct journal_session *sessions, size_t count, bool more)
{
	mk_json_open_object(text, NULL);
	mk_json_open_array(text, "sessions");
	for (size_t i = 0; i < count; i++) {
		session_json_summary(text, &sessions[i]);
	}
	mk_json_close_array(text);
	mk_json_string(text, "next", more && count ? sessions[count - 1].id : NULL);
	mk_json_close_object(text);
}

/* The store answers without an error of its own. */
static void fail_listing(struct call *call, enum mk_status status)
{
	struct mk_error error;

	if (status == MK_NOT_FOUND) {
		mk_fail(&error, MK_MALFORMED, "invalid_query", "?after",
			"after: there is no such session any more");
	} else {
		mk_fail(&error, status, "store_unavailable", "", "the store cannot be read");
	}
	call_fail(call, &error);
}

static void on_listed(void *context, enum mk_status status, const struct journal_session *sessions,
	size_t count, bool more)
{
	struct call *call = context;
	struct mk_text text;

	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		fail_listing(call, status);
		return;
	}
	call_text(call, &text, 8192);
	write_page(&text, sessions, count, more);
	call_large(call, 200, MEDIA_JSON, &text);
}

void session_list(struct call *call)
{
	struct journal_page page = {.limit = 0};
	struct mk_error error;

	if (read_page(call->request, &page, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_list(call->api->options.sessions, &page, on_listed, call);
}

/* ---- one of them ---------------------------------------------------------------------------- */

void session_get(struct call *call)
{
	static const struct query_range versions = {"after", 0, INT64_MAX, NULL};
	static const struct query_range seconds = {
		"wait_s", 0, MAX_WAIT_SECONDS, &limit_rows[LIMIT_WAIT_SECONDS]};
	const char *after = http_request_query(call->request, versions.name);
	struct poll_params wish = {.has_after = after != NULL};
	struct mk_error error;

	if (wishes_read(call, &error) != MK_OK ||
		query_number(&versions, after, &wish.after, &error) != MK_OK ||
		query_number(&seconds, http_request_query(call->request, seconds.name),
			&wish.seconds, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	poll_begin(call, &wish);
}

static const struct mk_member patch_members[] = {
	{"language", NULL}, {"strategy", NULL}, {"name", NULL}, {0}};

static void patch(struct call *call, const struct session *session)
{
	bool speaks = json_object_get(call->json, "language") != NULL;
	enum mk_language language = session->language;
	struct session_change change = {.language = speaks ? &language : NULL};
	struct mk_error error;

	if (mk_members_check(call->json, patch_members, NULL, "", &error) != MK_OK ||
		wish_read_language(call->json, &language, &error) != MK_OK ||
		wish_read_strategy(call->json, session->game, &change.strategy, &error) != MK_OK ||
		wish_read_name(call->json, &change.renames, &change.name, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_update(call->api->options.sessions, call->id, &change, &call->condition,
		call_complete, call);
}

void session_patch(struct call *call)
{
	if (change_read_json(call)) {
		change_begin(call, patch);
	}
}

static void on_removed(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	(void)session;
	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		call_empty(call, 204);
	} else {
		call_fail(call, error);
	}
}

static void remove_session(struct call *call, const struct session *session)
{
	(void)session;
	sessions_remove(call->api->options.sessions, call->id, &call->condition, on_removed, call);
}

void session_delete(struct call *call)
{
	change_begin(call, remove_session);
}
