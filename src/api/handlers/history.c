/*
 * The history: accepted events, a page at a time.
 *
 * The text of a move depends on the table where it was made: the events are replayed from the
 * nearest stored state before the page. A page ends at its limit, or when it has used its time on
 * the loop.
 */
#include "session/history/history.h"
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "api/views/explanation.h"
#include "api/views/finding_json.h"
#include "api/views/session_json.h"
#include "base/json.h"
#include "base/limits.h"
#include "session/deal.h"
#include "session/history/correction.h"

#include <stdlib.h>
#include <string.h>

/* The fourth decimal is below every error of estimation. */
enum { VALUE_DIGITS = 4 };

/* Bytes after which a page takes no further event. */
enum { MAX_PAGE_BYTES = 96 * 1024 };

/* A page being written; call->handler_data. */
struct history_page {
	struct session session; /* its id, game, rules, language and deal */
	struct deal deal;
	int64_t after;
	int64_t limit;
	struct mk_text text;
	int64_t written;
	uint64_t last;
	bool more;
	bool has_language; /* of the request; else the session's */
	bool explains;
};

/* The events whose explanation the correction has revised. */
static void write_revisions(struct mk_text *text, const struct correction *correction)
{
	if (correction->revised_count == 0) {
		return;
	}
	mk_json_open_array(text, "anew");
	for (unsigned i = 0; i < correction->revised_count; i++) {
		mk_json_int(text, NULL, (long long)correction->revised[i].event);
	}
	mk_json_close_array(text);
}

static void write_event_finding(
	struct mk_text *text, const struct history_page *page, const struct history_entry *entry)
{
	const struct session *session = &page->session;

	mk_json_string(text, "explanation", mk_explanation_name(entry->finding->explanation));
	finding_json_moves(text, session->game, session->language, entry->before, entry->finding);
	finding_json_revealed(text, entry->finding);
	mk_json_string(text, "line", entry->line);
}

static void put_expected(struct mk_text *text, const struct expected *expected)
{
	mk_json_real(text, "value", expected->value, VALUE_DIGITS);
	mk_json_real(text, "low", expected->low, VALUE_DIGITS);
	mk_json_real(text, "high", expected->high, VALUE_DIGITS);
}

static void write_advised_move(
	struct mk_text *text, const struct history_page *page, const struct history_entry *entry)
{
	const struct session *session = &page->session;

	if (!entry->advised->suggests) {
		mk_json_null(text, "suggestion");
		return;
	}
	mk_json_open_object(text, "suggestion");
	mk_move_write(
		text, session->game, session->language, entry->before, entry->advised->suggestion);
	put_expected(text, &entry->advised->suggested);
	mk_json_close_object(text);
}

static void write_made(struct mk_text *text, const struct advised *advised)
{
	if (!advised->ranked) {
		mk_json_null(text, "made");
		return;
	}
	mk_json_open_object(text, "made");
	put_expected(text, &advised->made);
	mk_json_close_object(text);
}

/* The advice before the event, from which clients find the decisive move of a game. */
static void write_advised(
	struct mk_text *text, const struct history_page *page, const struct history_entry *entry)
{
	mk_json_open_object(text, "advised");
	put_expected(text, &entry->advised->table);
	write_advised_move(text, page, entry);
	write_made(text, entry->advised);
	mk_json_close_object(text);
}

/*
 * The explanation of a snapshot by this version of the program; a sentence for a correction, and
 * when the game was given up or resumed.
 */
static void write_why(struct history_page *page, const struct history_entry *entry)
{
	if (page->explains && (entry->finding || entry->correction || entry->status)) {
		explain_write(&page->text, "why", &page->session, entry);
	}
}

static void write_entry(struct history_page *page, const struct history_entry *entry)
{
	struct mk_text *text = &page->text;

	mk_json_open_object(text, NULL);
	mk_json_int(text, "version", (long long)entry->version);
	session_json_time(text, "at", entry->at_ms);
	mk_json_string(text, "kind", entry->kind);
	if (entry->finding) {
		write_event_finding(text, page, entry);
	}
	if (entry->advised) {
		write_advised(text, page, entry);
	}
	write_why(page, entry);
	if (entry->correction) {
		correction_write(text, entry->correction);
		write_revisions(text, entry->correction);
	}
	if (entry->steps != 0) {
		mk_json_int(text, "steps", entry->steps);
	}
	if (entry->status) {
		mk_json_string(text, "status", entry->status);
	}
	mk_json_close_object(text);
}

static bool on_entry(void *context, const struct history_entry *entry)
{
	struct call *call = context;
	struct history_page *page = call->handler_data;

	/* The client has gone. */
	if (!call->request) {
		return false;
	}
	if (page->written == page->limit || page->text.length > MAX_PAGE_BYTES) {
		page->more = true;
		return false;
	}
	write_entry(page, entry);
	page->written++;
	page->last = entry->version;
	return true;
}

static void close_page(struct history_page *page)
{
	mk_json_close_array(&page->text);
	if (page->more) {
		mk_json_int(&page->text, "next", (long long)page->last);
	} else {
		mk_json_null(&page->text, "next");
	}
	mk_json_close_object(&page->text);
}

static void on_history_read(void *context, enum mk_status status, const struct mk_error *error)
{
	struct call *call = context;
	struct history_page *page = call->handler_data;

	if (!call_is_connected(call)) {
		return;
	}
	phases_end(&call->phases, PHASE_LOAD);
	if (status != MK_OK) {
		call_fail(call, error);
		return;
	}
	close_page(page);
	call_respond_large(call, 200, MEDIA_JSON, &page->text);
}

static void start_page(struct call *call)
{
	struct history_page *page = call->handler_data;
	const struct history_visit wanted = {.after = (uint64_t)page->after,
		.visit = on_entry,
		.done = on_history_read,
		.context = call,
		.phases = &call->phases};

	call_text(call, &page->text, 16384);
	mk_json_open_object(&page->text, NULL);
	mk_json_open_array(&page->text, "events");
	sessions_history(call->api->options.sessions, &page->session, &wanted);
}

static void on_session_of_history(void *context, enum mk_status status,
	const struct session *session, const struct mk_error *error)
{
	struct call *call = context;
	struct history_page *page = call->handler_data;

	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, error);
		return;
	}
	page->session.game = session->game;
	page->session.rules = session->rules;
	if (session->deal) {
		page->deal = *session->deal;
		page->session.deal = &page->deal;
	}
	if (!page->has_language) {
		page->session.language = session->language;
	}
	memcpy(page->session.id, session->id, sizeof page->session.id);
	start_page(call);
}

/* Maximum number of explained events per page: each may take some milliseconds of the loop. */
enum { MAX_EXPLAINED = 4 };

void history_get(struct call *call)
{
	static const struct query_range versions = {"after", 0, INT64_MAX, NULL};
	static const struct query_range limits = {
		"limit", 1, MAX_HISTORY_LENGTH, &limit_rows[LIMIT_HISTORY_LENGTH]};
	struct history_page *page = calloc(1, sizeof *page);
	struct mk_error error;

	call->handler_data = page;
	if (!page) {
		call_fail_busy(call);
		return;
	}
	page->limit = 100;
	page->has_language = call->params.has_language;
	page->session.language = call->params.language;
	if (query_bool("explain", http_request_query(call->request, "explain"), &page->explains,
		    &error) != MK_OK ||
		query_number(&versions, http_request_query(call->request, versions.name),
			&page->after, &error) != MK_OK ||
		query_number(&limits, http_request_query(call->request, limits.name), &page->limit,
			&error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	if (page->explains && page->limit > MAX_EXPLAINED) {
		page->limit = MAX_EXPLAINED;
	}
	call_read_session(call, on_session_of_history);
}
