/* What a client wishes for one answer, in the query. */
#include "api/call.h"

#include "api/query.h"
#include "base/arena.h"
#include "base/clock.h"

#include <string.h>

enum { LONGEST_BUDGET_MS = 60000 };

/* Instant strategies need neither a budget nor patience; both are checked all the same. */
static enum mk_status check_thinking(const struct http_request *request, struct mk_error *error)
{
	static const struct query_range budget = {"budget_ms", 0, LONGEST_BUDGET_MS};
	int64_t milliseconds;
	bool waits;
	enum mk_status status = query_number(
		&budget, http_request_query(request, budget.name), &milliseconds, error);

	if (status != MK_OK) {
		return status;
	}
	return query_bool("wait", http_request_query(request, "wait"), &waits, error);
}

static enum mk_status read_words(struct call *call, struct mk_error *error)
{
	const char *language = http_request_query(call->request, "language");
	const char *fields = http_request_query(call->request, "fields");
	enum mk_status status = query_language("language", language, &call->wishes.language, error);

	call->wishes.speaks = language != NULL;
	if (status != MK_OK) {
		return status;
	}
	return query_set("fields", fields, session_json_field, &call->wishes.fields, error);
}

enum mk_status wishes_read(struct call *call, struct mk_error *error)
{
	static const struct query_range moves = {"max_moves", 0, MK_MAX_MOVES};
	enum mk_status status = check_thinking(call->request, error);

	if (status == MK_OK) {
		status = read_words(call, error);
	}
	if (status == MK_OK) {
		status = query_number(&moves, http_request_query(call->request, moves.name),
			&call->wishes.max_moves, error);
	}
	call->wishes.strategy_name = http_request_query(call->request, "strategy");
	return status;
}

enum mk_status wishes_fit(struct call *call, const struct session *session, struct mk_error *error)
{
	const char *name = call->wishes.strategy_name;

	if (!name) {
		return MK_OK;
	}
	call->wishes.strategy = mk_strategy_find(session->game, name);
	if (!call->wishes.strategy) {
		return query_unknown("strategy", "unknown_strategy", name, error);
	}
	return MK_OK;
}

/* The session's own advice where it is of that strategy, else other advice for the same table. */
static const struct mk_advice *advise(struct call *call, const struct session *session)
{
	const struct mk_strategy *strategy = call->wishes.strategy;
	struct mk_advice *advice;
	int64_t start;

	if (!strategy || !session->advice ||
		strcmp(session->advice->strategy, strategy->name) == 0) {
		return session->advice;
	}
	advice = mk_arena_zero(http_request_arena(call->request), sizeof *advice);
	if (!advice) {
		return session->advice;
	}
	start = clock_ticks_ns();
	strategy->rank(session->view, advice);
	advice->strategy = strategy->name;
	advice->elapsed_ms = (double)(clock_ticks_ns() - start) / 1e6;
	return advice;
}

struct portrait wishes_portrait(struct call *call, const struct session *session)
{
	struct portrait portrait = portrait_of(session);

	portrait.fields = call->wishes.fields;
	portrait.max_moves = (size_t)call->wishes.max_moves;
	portrait.advice = advise(call, session);
	if (call->wishes.speaks) {
		portrait.language = call->wishes.language;
	}
	return portrait;
}
