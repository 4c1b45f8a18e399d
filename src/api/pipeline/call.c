/* Calls: their life and their answers. */
#include "api/pipeline/call.h"

#include "api/pipeline/gzip.h"
#include "api/pipeline/media.h"
#include "api/views/why.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/limits.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The longest answer is a game to be watched. The limit of a text includes its closing NUL. */
enum { ANSWER_LIMIT = MAX_RESPONSE_BYTES + 1, ANSWER_ROOM = 8192, PROBLEM_ROOM = 1024 };
/* What is packed: less gains nothing, more would hold up the loop for over a millisecond. */
enum { LEAST_PACKED = 1024, MOST_PACKED = 64 * 1024 };

static void call_gone(void *context)
{
	struct call *call = context;

	call->request = NULL;
}

void call_watch(struct call *call)
{
	http_request_on_disconnect(call->request, call_gone, call);
}

/* For what is refused before the session is known: the wished language, the client's, or the
 * configured one. */
static enum mk_language first_language(const struct api *api, const struct http_request *request)
{
	enum mk_language language = api->options.language;
	const char *wished = http_request_query(request, "language");

	media_language(http_request_header(request, "Accept-Language"), &language);
	if (wished) {
		mk_language_find(wished, &language);
	}
	return language;
}

struct call *call_create(struct api *api, struct http_request *request)
{
	struct call *call = malloc(sizeof *call);

	if (call) {
		*call = (struct call){
			.api = api,
			.request = request,
			.request_params = {.fields = SESSION_ALL_FIELDS,
				.max_moves = MK_MAX_MOVES,
				.budget_ms = api->options.budget_ms,
				.waits = true},
			.language = first_language(api, request),
			.since_ns = clock_ticks_ns(),
			.condition = {.any_version = true},
		};
		call_watch(call);
	}
	return call;
}

void call_free(struct call *call)
{
	repeat_abandon(call);
	claims_give(&call->claims, call->api);
	json_decref(call->json);
	free(call->keeps);
	free(call->why);
	free(call);
}

bool call_is_connected(struct call *call)
{
	if (!call->request) {
		call_free(call);
		return false;
	}
	return true;
}

bool call_wants(const struct call *call, const char *type)
{
	return call->route && call->route->offers && call->offer >= 0 &&
	       strcmp(call->route->offers[call->offer], type) == 0;
}

void call_header(struct call *call, const char *name, const char *value)
{
	assert(call->header_count < CALL_HEADERS);
	call->headers[call->header_count++] = (struct http_header){name, value};
}

void call_etag(struct call *call, uint64_t version)
{
	if (!call->etag[0]) {
		condition_etag(call->etag, version);
	}
	call_header(call, "ETag", call->etag);
}

void call_text(struct call *call, struct mk_text *text, size_t room)
{
	mk_text_init(text, http_request_arena(call->request), room, ANSWER_LIMIT);
}

void call_common_headers(struct call *call)
{
	call_header(call, "X-Request-Id", http_request_id(call->request));
	if (call->cross_origin) {
		call_header(call, "Access-Control-Allow-Origin", call->cross_origin);
		call_header(call, "Access-Control-Expose-Headers",
			"ETag, Location, Retry-After, X-Request-Id");
	}
	/* Whoever keeps the answer: to another page it would be another one. */
	if (call->api->options.origins[0]) {
		call_header(call, "Vary", "Origin");
	}
}

/* ---- answers -------------------------------------------------------------------------------- */

void call_bytes(struct call *call, int status, const char *type, const char *bytes, size_t length)
{
	struct http_response reply = {
		.status = status,
		.content_type = type,
		.body = bytes,
		.length = length,
		.close = call->closes,
	};

	if (repeat_waits(call, status, type, bytes, length)) {
		return;
	}
	repeat_keep(call, status, type, bytes, length);
	call_common_headers(call);
	reply.headers = call->headers;
	reply.header_count = call->header_count;
	http_request_respond(call->request, &reply);
	call_free(call);
}

void call_empty(struct call *call, int status)
{
	call_bytes(call, status, NULL, NULL, 0);
}

/* Limits have room for every answer: one that does not fit is a fault of ours, or a bad moment. */
static void refuse_cut(struct call *call)
{
	static const struct problem too_large = {.http = 500,
		.code = "response_too_large",
		.detail = "there is no room for the answer"};
	static const struct problem busy = {
		.http = 503, .code = "busy", .detail = "out of memory just now"};

	call_problem(
		call, mk_arena_has_failed(http_request_arena(call->request)) ? &busy : &too_large);
}

void call_reply(struct call *call, int status, const char *type, const struct mk_text *body)
{
	if (body->truncated) {
		refuse_cut(call);
	} else {
		call_bytes(call, status, type, body->bytes, body->length);
	}
}

void call_large(struct call *call, int status, const char *type, const struct mk_text *body)
{
	struct gzip_bytes packed = {0};

	call_header(call, "Vary", "Accept-Encoding");
	if (!body->truncated && body->length > LEAST_PACKED && body->length <= MOST_PACKED &&
		media_takes_gzip(http_request_header(call->request, "Accept-Encoding"))) {
		packed = gzip_pack(http_request_arena(call->request), body->bytes, body->length);
	}
	if (packed.bytes) {
		call_header(call, "Content-Encoding", "gzip");
		call_bytes(call, status, type, packed.bytes, packed.length);
	} else {
		call_reply(call, status, type, body);
	}
}

static bool wants_plain_text(const struct call *call)
{
	static const char *const forms[] = {MEDIA_PROBLEM, MEDIA_JSON, MEDIA_TEXT, NULL};

	return media_choose(http_request_header(call->request, "Accept"), forms) == 2;
}

/* Refusals of limits that are enforced where no counter is, by the address of the row's code. */
static enum limit_id limit_at(const char *code)
{
	static const enum limit_id limits[] = {LIMIT_JSON_DEPTH, LIMIT_JSON_VALUES,
		LIMIT_NAME_LENGTH, LIMIT_CAMERA_LENGTH, LIMIT_UNDO_STEPS, LIMIT_PAGE_LENGTH,
		LIMIT_HISTORY_LENGTH, LIMIT_WAIT_SECONDS, LIMIT_THINK_MS, LIMIT_SIMULATED_GAMES,
		LIMIT_HEADERS, LIMIT_QR_LENGTH};

	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		if (code == limit_rows[limits[i]].code) {
			return limits[i];
		}
	}
	return LIMIT_COUNT;
}

/* Likewise where the code is that of one limit. */
static enum limit_id limit_named(const char *code)
{
	static const enum limit_id limits[] = {LIMIT_SESSIONS, LIMIT_MAX_QUEUED_CHANGES,
		LIMIT_REPLAYS, LIMIT_BODY_BYTES, LIMIT_TABLE_BYTES, LIMIT_HEADER_BYTES,
		LIMIT_KEY_LENGTH, LIMIT_RESPONSE_BYTES};

	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		if (strcmp(limit_rows[limits[i]].code, code) == 0) {
			return limits[i];
		}
	}
	return LIMIT_COUNT;
}

static void count_refusal(const struct call *call, const struct problem *problem)
{
	enum limit_id id = limit_at(problem->code);

	id = id == LIMIT_COUNT ? limit_named(problem->code) : id;
	if (id != LIMIT_COUNT) {
		limits_count(call->api->options.limits, id);
	}
}

static void report(const struct call *call, const struct problem *problem)
{
	const struct api_options *options = &call->api->options;

	if (problem->http >= 500 && options->report) {
		options->report(http_request_id(call->request), problem->code, problem->detail,
			options->context);
	}
}

void call_problem(struct call *call, const struct problem *problem)
{
	bool plain = wants_plain_text(call);
	struct mk_text text;

	count_refusal(call, problem);
	call_text(call, &text, PROBLEM_ROOM);
	if (plain) {
		problem_write_line(&text, problem);
	} else {
		problem_write(&text, problem, http_request_id(call->request));
	}
	if (problem_is_retryable(problem)) {
		call_header(call, "Retry-After", "1");
	}
	report(call, problem);
	call_bytes(call, problem->http, plain ? MEDIA_TEXT "; charset=utf-8" : MEDIA_PROBLEM,
		text.bytes, text.length);
}

void call_fail(struct call *call, const struct mk_error *error)
{
	struct problem problem = problem_of(error);
	struct mk_text words;

	if (error->message.phrase) {
		call_text(call, &words, PROBLEM_ROOM);
		mk_error_write(&words, call->language, error);
		problem.detail = words.bytes;
	}
	call_problem(call, &problem);
}

static void write_line(struct mk_text *text, struct representation *representation)
{
	session_write_message(text, representation);
	mk_text_char(text, '\n');
}

/* The explanation of the snapshot, complete, where one is wanted; it is logged, too. */
static const struct why *explained(struct call *call, const struct representation *representation)
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
	return call->request_params.explains ? call->why : NULL;
}

void call_session(struct call *call, int status, const struct session *session)
{
	bool plain = call_wants(call, MEDIA_TEXT);
	struct representation representation = request_params_representation(call, session);
	struct mk_text text;

	call_text(call, &text, ANSWER_ROOM);
	if (plain) {
		write_line(&text, &representation);
	} else {
		representation.tokens = call->tokens;
		representation.why = explained(call, &representation);
		session_json_write(&text, NULL, &representation);
	}
	call_etag(call, session->version);
	call_reply(call, status, plain ? MEDIA_TEXT "; charset=utf-8" : MEDIA_JSON, &text);
}

/* What was not accepted is told in the session's own words, with its places. */
static void call_contradiction(
	struct call *call, const struct session *session, const struct mk_error *error)
{
	struct representation representation = request_params_representation(call, session);
	struct problem problem = problem_of(error);
	struct mk_text words;

	call_text(call, &words, PROBLEM_ROOM);
	session_write_message(&words, &representation);
	problem.detail = words.bytes;
	problem.session = session;
	problem.language = representation.language;
	problem.why = explained(call, &representation);
	call_problem(call, &problem);
}

/* What was changed is changed: without time to think about it the answer is what is there. */
static void on_advised(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK || (status == MK_BUSY && session)) {
		call->request_params.too_late = status == MK_BUSY;
		call_session(call, 200, session);
	} else {
		call_fail(call, error);
	}
}

void call_complete(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		if (!wishes_advise(call, session, on_advised)) {
			call_session(call, 200, session);
		}
	} else if (session) {
		call_contradiction(call, session, error);
	} else {
		call_fail(call, error);
	}
}
