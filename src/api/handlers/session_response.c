/* Responses with a session. */
#include "api/handlers/session_response.h"

#include "api/pipeline/admission.h"
#include "api/pipeline/authorization.h"
#include "api/views/session_json.h"
#include "base/arena.h"

#include <makker/game.h>
#include <makker/selfplay.h>
#include <string.h>

enum { SESSION_SIZE = 8192, SENTENCE_SIZE = 1024 };

/* ---- the parameters of the request ---------------------------------------------------------- */

enum mk_status request_params_find_strategy(
	struct call *call, const struct session *session, struct mk_error *error)
{
	const char *name = call->params.strategy_name;

	if (!name) {
		return MK_OK;
	}
	call->params.strategy = mk_strategy_find(session->game, name);
	return call->params.strategy ? MK_OK
				     : query_unknown("strategy", "unknown_strategy", name, error);
}

struct search_deadline request_params_deadline(const struct call *call)
{
	return (struct search_deadline){.budget_ms = (uint32_t)call->params.budget_ms,
		.since_ns = call->since_ns,
		.waits = call->params.wait_for_search};
}

bool request_params_has_other_strategy(const struct call *call, const struct session *session)
{
	const struct mk_strategy *strategy = call->params.strategy;

	return strategy && strategy != session->strategy;
}

bool request_params_claim_search(struct call *call)
{
	return claims_have(&call->claims, LIMIT_TOKEN_SEARCHES) ||
	       admission_claim(call, &call->claims, LIMIT_TOKEN_SEARCHES, NULL) == MK_OK;
}

/* The session's own advice if it is of that strategy, else a static evaluation of the same table.
 */
static const struct mk_advice *advice_of_request(struct call *call, const struct session *session)
{
	const struct mk_strategy *strategy = call->params.strategy;
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
	if (call->params.search_skipped) {
		advice->shortened.requested_ms = (uint32_t)call->params.budget_ms;
	}
	return advice;
}

struct representation request_params_representation(
	struct call *call, const struct session *session)
{
	struct representation representation = representation_of(session);

	representation.fields = call->params.fields;
	representation.max_moves = (size_t)call->params.max_moves;
	representation.advice = advice_of_request(call, session);
	if (call->params.has_language) {
		representation.language = call->params.language;
	}
	return representation;
}

/* ---- responses ------------------------------------------------------------------------------ */

/*
 * Completes the explanation of the snapshot and logs it. Returns it if it was requested, else NULL.
 */
static const struct why *complete_explanation(
	struct call *call, const struct representation *representation)
{
	const struct session *session = representation->session;
	const struct api_options *options = &call->api->options;

	if (!call->why) {
		return NULL;
	}
	why_conclude(call->why, session->game, session->observed);
	why_show(call->why, session->game, session->view, representation->advice);
	if (options->explain) {
		options->explain(http_request_id(call->request), session->id, call->why->bytes,
			options->context);
	}
	return call->params.explains ? call->why : NULL;
}

static void write_session(
	struct call *call, struct mk_text *text, struct representation *representation)
{
	struct token_of_role tokens[ROLE_COUNT];
	size_t count = 0;

	for (int i = 0; call->tokens && i < ROLE_COUNT; i++) {
		if (call->tokens->of[i].role) {
			tokens[count++] = (struct token_of_role){
				call->tokens->of[i].role, call->tokens->of[i].token};
		}
	}
	representation->tokens = tokens;
	representation->token_count = count;
	representation->why = complete_explanation(call, representation);
	session_json_write(text, NULL, representation);
}

void respond_session(struct call *call, int status, const struct session *session)
{
	bool plain = call_wants(call, MEDIA_TEXT);
	struct representation representation = request_params_representation(call, session);
	struct mk_text text;

	call_text(call, &text, SESSION_SIZE);
	if (plain) {
		session_write_message(&text, &representation);
		mk_text_char(&text, '\n');
	} else {
		write_session(call, &text, &representation);
	}
	call_etag(call, session->version);
	call_respond(call, status, plain ? MEDIA_TEXT "; charset=utf-8" : MEDIA_JSON, &text);
}

static void respond_contradiction(
	struct call *call, const struct session *session, const struct mk_error *error)
{
	struct representation representation = request_params_representation(call, session);
	struct problem problem = problem_of(error);
	struct mk_text sentence;

	call_text(call, &sentence, SENTENCE_SIZE);
	session_write_message(&sentence, &representation);
	problem.detail = sentence.bytes;
	problem.session = session;
	problem.language = representation.language;
	problem.why = complete_explanation(call, &representation);
	call_problem(call, &problem);
}

/*
 * The change is durable: if there was no time for the search, the response has the static
 * evaluation.
 */
static void on_searched(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK || (status == MK_BUSY && session)) {
		call->params.search_skipped = status == MK_BUSY;
		respond_session(call, 200, session);
	} else {
		call_fail(call, error);
	}
}

/* Starts the search of another strategy than the session's. False if the response does not wait for
 * one. */
static bool search_first(struct call *call, const struct session *session)
{
	struct search_deadline deadline = request_params_deadline(call);

	if (!request_params_has_other_strategy(call, session) ||
		!call->params.strategy->has_search || deadline.budget_ms == 0 || !deadline.waits) {
		return false;
	}
	if (!request_params_claim_search(call)) {
		call->params.search_skipped = true;
		return false;
	}
	sessions_advise(call->api->options.sessions, session->id, call->params.strategy, &deadline,
		on_searched, call);
	return true;
}

void respond_session_result(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	phases_end(&call->phases, PHASE_SEARCH);
	if (status == MK_OK) {
		if (!search_first(call, session)) {
			respond_session(call, 200, session);
		}
	} else if (session) {
		respond_contradiction(call, session, error);
	} else {
		authorization_fail(call, error);
	}
}
