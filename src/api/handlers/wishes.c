/* What a client wishes for one answer, in the query. */
#include "api/pipeline/call.h"

#include "api/pipeline/query.h"
#include "base/arena.h"
#include "base/limits.h"

#include <makker/selfplay.h>
#include <string.h>

/* Instant strategies need neither a budget nor patience; both are checked all the same. */
static enum mk_status read_thinking(struct call *call, struct mk_error *error)
{
	static const struct query_range budget = {
		"budget_ms", 0, MAX_THINK_MS, &limit_rows[LIMIT_THINK_MS]};
	const char *milliseconds = http_request_query(call->request, budget.name);
	enum mk_status status =
		query_number(&budget, milliseconds, &call->request_params.budget_ms, error);

	if (status != MK_OK) {
		return status;
	}
	return query_bool("wait", http_request_query(call->request, "wait"),
		&call->request_params.waits, error);
}

static enum mk_status read_words(struct call *call, struct mk_error *error)
{
	const char *language = http_request_query(call->request, "language");
	const char *fields = http_request_query(call->request, "fields");
	enum mk_status status =
		query_language("language", language, &call->request_params.language, error);

	call->request_params.speaks = language != NULL;
	if (status != MK_OK) {
		return status;
	}
	return query_set("fields", fields, session_json_field, &call->request_params.fields, error);
}

enum mk_status wishes_read(struct call *call, struct mk_error *error)
{
	static const struct query_range moves = {"max_moves", 0, MK_MAX_MOVES, NULL};
	enum mk_status status = read_thinking(call, error);

	if (status == MK_OK) {
		status = read_words(call, error);
	}
	if (status == MK_OK) {
		status = query_number(&moves, http_request_query(call->request, moves.name),
			&call->request_params.max_moves, error);
	}
	call->request_params.strategy_name = http_request_query(call->request, "strategy");
	return status;
}

enum mk_status wishes_fit(struct call *call, const struct session *session, struct mk_error *error)
{
	const char *name = call->request_params.strategy_name;

	if (!name) {
		return MK_OK;
	}
	call->request_params.strategy = mk_strategy_find(session->game, name);
	if (!call->request_params.strategy) {
		return query_unknown("strategy", "unknown_strategy", name, error);
	}
	return MK_OK;
}

struct search_deadline wishes_patience(const struct call *call)
{
	return (struct search_deadline){.budget_ms = (uint32_t)call->request_params.budget_ms,
		.since_ns = call->since_ns,
		.waits = call->request_params.waits};
}

bool wishes_other(const struct call *call, const struct session *session)
{
	const struct mk_strategy *strategy = call->request_params.strategy;

	return strategy && strategy != session->strategy;
}

bool wishes_may_think(struct call *call)
{
	return claims_have(&call->claims, LIMIT_TOKEN_SEARCHES) ||
	       claims_take(&call->claims, call, LIMIT_TOKEN_SEARCHES, NULL) == MK_OK;
}

bool wishes_advise(struct call *call, const struct session *session, sessions_answer *answer)
{
	struct search_deadline patience = wishes_patience(call);

	if (!wishes_other(call, session) || !call->request_params.strategy->has_search ||
		patience.budget_ms == 0 || !patience.waits) {
		return false;
	}
	if (!wishes_may_think(call)) {
		call->request_params.too_late = true;
		return false;
	}
	sessions_advise(call->api->options.sessions, session->id, call->request_params.strategy,
		&patience, answer, call);
	return true;
}

/* The session's own advice where it is of that strategy, else other advice for the same table. */
static const struct mk_advice *advise(struct call *call, const struct session *session)
{
	const struct mk_strategy *strategy = call->request_params.strategy;
	struct mk_advice *advice;

	if (!strategy || !session->advice ||
		strcmp(session->advice->strategy, strategy->name) == 0) {
		return session->advice;
	}
	advice = mk_arena_alloc_zeroed(http_request_arena(call->request), sizeof *advice);
	if (!advice) {
		return session->advice;
	}
	mk_advise(strategy, session->view, advice);
	if (call->request_params.too_late) {
		advice->shortened.requested_ms = (uint32_t)call->request_params.budget_ms;
	}
	return advice;
}

struct representation request_params_representation(
	struct call *call, const struct session *session)
{
	struct representation representation = representation_of(session);

	representation.fields = call->request_params.fields;
	representation.max_moves = (size_t)call->request_params.max_moves;
	representation.advice = advise(call, session);
	if (call->request_params.speaks) {
		representation.language = call->request_params.language;
	}
	return representation;
}
