/*
 * The review of a session: started by the first request, then read page by page; 202 while it is
 * running.
 */
#include "session/review.h"
#include "api/handlers/handlers.h"
#include "api/pipeline/admission.h"
#include "api/pipeline/call.h"
#include "api/views/review_json.h"
#include "base/limits.h"

#include <stdlib.h>

enum { REVIEW_SIZE = 16384, DEFAULT_MS = 50, DEFAULT_PAGE = 100 };

/* ---- claims --------------------------------------------------------------------------------- */

/* A running review counts against the limit of the token that started it. */
struct review_claim {
	struct api *api;
	struct claims claims;
};

static void return_claim(void *context)
{
	struct review_claim *claim = context;

	claims_return(&claim->claims, &claim->api->quotas);
	free(claim);
}

static struct review_claim *take_claim(struct call *call, struct mk_error *error)
{
	struct review_claim *claim = malloc(sizeof *claim);

	if (!claim) {
		mk_fail(error, MK_BUSY, "busy", "", "out of memory, retry later");
		return NULL;
	}
	*claim = (struct review_claim){.api = call->api};
	if (admission_claim(call, &claim->claims, LIMIT_TOKEN_REVIEWS, error) != MK_OK) {
		free(claim);
		return NULL;
	}
	return claim;
}

/* ---- the request ---------------------------------------------------------------------------- */

struct review_query {
	int64_t budget_ms, nodes, after, limit;
	bool has_tables;
};

static enum mk_status read_review_query(
	const struct call *call, struct review_query *query, struct mk_error *error)
{
	static const struct query_range times = {
		"budget_ms", 1, MAX_REVIEW_MS, &limit_rows[LIMIT_REVIEW_MS]};
	static const struct query_range nodes = {
		"nodes", 1, MAX_REVIEW_NODES, &limit_rows[LIMIT_REVIEW_NODES]};
	static const struct query_range places = {"after", 0, INT32_MAX, NULL};
	static const struct query_range limits = {
		"limit", 1, MAX_HISTORY_LENGTH, &limit_rows[LIMIT_HISTORY_LENGTH]};
	const struct http_request *request = call->request;
	enum mk_status status = query_number(
		&times, http_request_query(request, times.name), &query->budget_ms, error);

	if (status == MK_OK) {
		status = query_number(
			&nodes, http_request_query(request, nodes.name), &query->nodes, error);
	}
	if (status == MK_OK) {
		status = query_number(
			&places, http_request_query(request, places.name), &query->after, error);
	}
	if (status == MK_OK) {
		status = query_number(
			&limits, http_request_query(request, limits.name), &query->limit, error);
	}
	if (status == MK_OK) {
		status = query_bool(
			"tables", http_request_query(request, "tables"), &query->has_tables, error);
	}
	if (query->budget_ms == 0 && query->nodes == 0) {
		query->budget_ms = DEFAULT_MS;
	}
	return status;
}

/* ---- the response --------------------------------------------------------------------------- */

static void respond_review(
	struct call *call, const struct review *review, const struct review_query *query)
{
	const struct review_page page = {.after = (size_t)query->after,
		.limit = (size_t)query->limit,
		.has_tables = query->has_tables,
		.language = call_language(call)};
	struct mk_text text;

	call_text(call, &text, REVIEW_SIZE);
	review_json_write(&text, review, &page);
	if (!review->is_finished) {
		call_header(call, "Retry-After", "1");
	}
	call_respond_large(call, review->is_finished ? 200 : 202, MEDIA_JSON, &text);
}

static enum mk_status find_or_start(struct call *call, const struct session *session,
	const struct review_budget *budget, const struct review **review, struct mk_error *error)
{
	struct sessions *sessions = call->api->options.sessions;
	enum mk_status status = sessions_find_review(sessions, session, budget, review, error);
	struct review_claim *claim;
	struct review_end end;

	if (status != MK_OK || *review) {
		return status;
	}
	claim = take_claim(call, error);
	if (!claim) {
		return error->status;
	}
	end = (struct review_end){return_claim, claim};
	status = sessions_start_review(sessions, session, budget, &end, review, error);
	if (status != MK_OK) {
		return_claim(claim);
	}
	return status;
}

static void on_session_for_review(void *context, enum mk_status status,
	const struct session *session, const struct mk_error *cause)
{
	struct call *call = context;
	struct review_query *query = call->handler_data;
	const struct review *review;
	struct review_budget budget;
	struct mk_error error;

	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, cause);
		return;
	}
	budget = (struct review_budget){(uint32_t)query->budget_ms, (uint32_t)query->nodes};
	if (find_or_start(call, session, &budget, &review, &error) == MK_OK) {
		respond_review(call, review, query);
	} else {
		call_fail(call, &error);
	}
}

void review_get(struct call *call)
{
	struct review_query *query = calloc(1, sizeof *query);
	struct mk_error error;

	call->handler_data = query;
	if (!query) {
		call_fail_busy(call);
		return;
	}
	query->limit = DEFAULT_PAGE;
	if (read_review_query(call, query, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	call_read_session(call, on_session_for_review);
}
