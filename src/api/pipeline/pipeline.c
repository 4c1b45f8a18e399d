/*
 * The stages of every request, in order, and the end of its response.
 *
 * A stage passes the call on, responds, or waits: then its callback continues the call with
 * call_advance(). The handler is the last stage. Whichever stage responds, the response passes
 * call_finish(), which records it under the request's idempotency key and writes it; when its last
 * byte is sent the HTTP server calls the hooks of metrics (api_finished()) and log.
 */
#include "api/pipeline/admission.h"
#include "api/pipeline/authorization.h"
#include "api/pipeline/call.h"
#include "api/pipeline/idempotency.h"
#include "api/views/body.h"
#include "api/views/session_json.h"
#include "base/clock.h"
#include "ws/ws.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- route ---------------------------------------------------------------------------------- */

/* Browsers send this before a request across origins (preflight). */
static void respond_options(struct call *call, const char *allow)
{
	call_header(call, "Allow", allow);
	if (call->cross_origin) {
		call_header(call, "Access-Control-Allow-Methods", allow);
		call_header(call, "Access-Control-Allow-Headers",
			"Accept, Authorization, Content-Type, Idempotency-Key, If-Match, "
			"If-None-Match, Last-Event-ID");
		call_header(call, "Access-Control-Max-Age", "600");
	}
	call_respond_empty(call, 204);
}

/* 404 for an unknown path, 405 for another method. */
static enum stage_result check_route(struct call *call)
{
	bool is_options = strcmp(http_request_method(call->request), "OPTIONS") == 0;

	if (call->route) {
		return STAGE_PASSED;
	}
	if (is_options && strcmp(http_request_path(call->request), "*") == 0) {
		respond_options(call, "GET, HEAD, POST, PATCH, DELETE, OPTIONS");
	} else if (!call->allow) {
		call_refuse(call, 404, "not_found", "there is nothing at this path");
	} else if (is_options) {
		respond_options(call, call->allow);
	} else {
		call_header(call, "Allow", call->allow);
		call_refuse(call, 405, "method_not_allowed", "this path does not know this method");
	}
	return STAGE_RESPONDED;
}

/* ---- content negotiation -------------------------------------------------------------------- */

/* A websocket is another form of a stream. */
static bool opens_websocket(const struct call *call)
{
	return media_choose(MEDIA_SSE, call->route->offers) >= 0 && ws_is_wanted(call->request);
}

/* 406 if the client accepts no form of the response. */
static enum stage_result negotiate(struct call *call)
{
	const char *const *offers = call->route->offers;

	if (!offers) {
		return STAGE_PASSED;
	}
	call->offer = media_choose(http_request_header(call->request, "Accept"), offers);
	if (call->offer >= 0 || opens_websocket(call)) {
		return STAGE_PASSED;
	}
	call_refuse_header(call, 406, "not_acceptable", "Accept",
		"this answer has none of the forms that are accepted");
	return STAGE_RESPONDED;
}

/* ---- session -------------------------------------------------------------------------------- */

static bool may_be_unreadable(const struct call *call, const struct mk_error *error)
{
	return call->route->session == SESSION_IF_READABLE &&
	       strcmp(error->code, "session_corrupt") == 0 &&
	       (!authorization_required(call) || authorization_is_admin(call));
}

static const struct work *find_work(const struct call *call);

/* A cached session is available at once; otherwise the request has waited for the store. */
static void charge_loading(struct call *call)
{
	if (!find_work(call)) {
		admission_charge(call, LOADING_CHARGED, clock_ticks_ns());
	}
}

static void on_opened(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	if (status == MK_OK) {
		call->session = session;
	}
	if (!call_is_connected(call)) {
		return;
	}
	charge_loading(call);
	phases_end(&call->phases, PHASE_LOAD);
	if (status == MK_OK || may_be_unreadable(call, error)) {
		call_advance(call);
	} else {
		call_fail(call, error);
	}
}

/* The only look-up of the session, which stays open until the call ends. */
static enum stage_result open_session(struct call *call)
{
	if (call->route->session == SESSION_NONE) {
		return STAGE_PASSED;
	}
	sessions_open(call->api->options.sessions, call->id, on_opened, call);
	return STAGE_WAITING;
}

/* ---- parameters of the request -------------------------------------------------------------- */

static bool has_body(const struct call *call)
{
	const char *method = http_request_method(call->request);
	size_t length;

	http_request_body(call->request, &length);
	return length > 0 && (strcmp(method, "POST") == 0 || strcmp(method, "PATCH") == 0);
}

/* 400 for unknown or malformed query parameters. */
static enum stage_result check_parameters(struct call *call)
{
	struct mk_error error;

	if (!call->route->parameters ||
		(query_check(call->request, call->route->parameters, &error) == MK_OK &&
			request_params_read(call->request, &call->params, &error) == MK_OK)) {
		return STAGE_PASSED;
	}
	call_fail(call, &error);
	return STAGE_RESPONDED;
}

/* 415 for a body in another coding or character set. */
static enum stage_result check_coding(struct call *call)
{
	bool body = has_body(call);

	if (body && !media_is_uncoded(http_request_header(call->request, "Content-Encoding"))) {
		call_header(call, "Accept-Encoding", "identity");
		call_refuse_header(call, 415, "unsupported_content_encoding", "Content-Encoding",
			"Content-Encoding: bodies are read as they are, without compression");
		return STAGE_RESPONDED;
	}
	if (body && !media_is_utf8(http_request_header(call->request, "Content-Type"))) {
		call_refuse_header(call, 415, "unsupported_media_type", "Content-Type",
			"Content-Type: charset=utf-8 is the only character set");
		return STAGE_RESPONDED;
	}
	return STAGE_PASSED;
}

/* ---- body ----------------------------------------------------------------------------------- */

/* An untyped body counts as JSON, unless a line is possible. */
static bool is_type_accepted(struct call *call, const char *body, size_t length)
{
	const char *type = http_request_header(call->request, "Content-Type");

	if (call->route->body == BODY_SNAPSHOT) {
		call->body = media_of_body(type, body, length);
		return call->body != MEDIA_BODY_OTHER;
	}
	call->body = MEDIA_BODY_JSON;
	return length == 0 || !type || media_of_body(type, body, length) == MEDIA_BODY_JSON;
}

/* Reads a JSON body: 400 for malformed JSON, 415 for another type. */
static enum stage_result read_body(struct call *call)
{
	enum route_body wanted = call->route->body;
	size_t length;
	const char *body = http_request_body(call->request, &length);
	struct mk_error error;

	if (wanted == BODY_UNREAD || (wanted == BODY_OPTIONAL_JSON && length == 0)) {
		return STAGE_PASSED;
	}
	if (!is_type_accepted(call, body, length)) {
		call_refuse_header(call, 415, "unsupported_media_type", "Content-Type",
			"this content type is not read here");
		return STAGE_RESPONDED;
	}
	if (call->body == MEDIA_BODY_LINE) {
		return STAGE_PASSED;
	}
	call->json = body_read_json(body, length, &error);
	if (call->json) {
		return STAGE_PASSED;
	}
	call_fail(call, &error);
	return STAGE_RESPONDED;
}

static enum stage_result run_handler(struct call *call)
{
	call->route->handle(call);
	return STAGE_RESPONDED;
}

/* ---- the tables ----------------------------------------------------------------------------- */

typedef enum stage_result stage_function(struct call *call);

static stage_function *const stages[] = {
	admission_check_host,
	admission_check_origin,
	admission_check_address,
	check_route,
	admission_check_store,
	authorization_check_token,
	open_session,
	authorization_check_role,
	admission_check_session,
	negotiate,
	check_parameters,
	check_coding,
	idempotency_check,
	read_body,
	run_handler,
};

/* ---- work of the loop ----------------------------------------------------------------------- */

/*
 * The cost of a call is the time in which the loop runs its stages (work_begin() to work_end()) or
 * a callback of its handler, from call_is_connected() until it ends, and that of its work on events
 * of the journal. A call within another one, such as a long poll that is answered because of it, is
 * part of both.
 */
struct work {
	struct call *call; /* NULL: it has ended */
	int64_t since_ns;
	struct work *outer; /* NULL: none */
};

static void work_begin(struct work *work, struct call *call)
{
	*work = (struct work){call, clock_ticks_ns(), call->api->work};
	call->api->work = work;
}

/* The outermost work on the call; NULL: none. */
static const struct work *find_work(const struct call *call)
{
	const struct work *found = NULL;

	for (const struct work *each = call->api->work; each; each = each->outer) {
		found = each->call == call ? each : found;
	}
	return found;
}

/* The time since `since_ns`, without the time that other programs have used the processor. */
static int64_t work_since(const struct call *call, int64_t since_ns, int64_t now_ns)
{
	int64_t worked_ns = now_ns - since_ns, cpu_ns;

	if (worked_ns < CHARGED_NS) {
		return worked_ns;
	}
	cpu_ns = loop_monitor_cpu_ns(&call->api->loop_monitor);
	return worked_ns < cpu_ns ? worked_ns : cpu_ns;
}

/* `before_ns`: in other turns. */
static void charge_work(struct call *call, int64_t since_ns, int64_t before_ns)
{
	int64_t now_ns = clock_ticks_ns();

	if (call->request && now_ns - since_ns + before_ns >= CHARGED_NS) {
		int64_t worked_ns = before_ns + work_since(call, since_ns, now_ns);

		admission_charge(call, (unsigned)(worked_ns / CHARGED_NS), now_ns);
	}
}

/* A call that has not ended is waiting. */
static void work_end(struct api *api, struct work *work)
{
	api->work = work->outer;
	if (work->call && !find_work(work->call)) {
		charge_work(work->call, work->since_ns, 0);
	}
}

/* Called before the response is queued, since the request may end then. */
static void charge_last_work(struct call *call)
{
	const struct work *work = find_work(call);

	charge_work(call, work ? work->since_ns : call->resumed_ns, call->phases.worked_ns);
	admission_charge_messages(call, call->since_ns);
}

static void forget_work(struct call *call)
{
	for (struct work *each = call->api->work; each; each = each->outer) {
		if (each->call == call) {
			each->call = NULL;
		}
	}
}

/* ---- the stages one after another ----------------------------------------------------------- */

void call_advance(struct call *call)
{
	struct api *api = call->api;
	struct work work;

	work_begin(&work, call);
	while (stages[call->stage++](call) == STAGE_PASSED) {
	}
	work_end(api, &work);
}

/* Faster requests do not get the header: writing it would take a thirtieth of their time. */
enum { MIN_TIMED_NS = 1000000 };

/* "queue;dur=0.012, store;dur=1.204", in milliseconds; phases below a microsecond are omitted. */
static void add_timing(struct call *call)
{
	static const char *const names[PHASES] = {
		"queue", "load", "learn", "store", "search", "write"};
	enum { TIMING_SIZE = 192, MICROSECOND = 1000 };
	struct mk_text text;

	phases_end(&call->phases, PHASE_WRITE);
	if (call->phases.at_ns - call->since_ns < MIN_TIMED_NS) {
		return;
	}
	call_text(call, &text, TIMING_SIZE);
	for (int i = 0; i < PHASES; i++) {
		long long us = call->phases.spent_ns[i] / MICROSECOND;

		if (us > 0) {
			mk_text_put(&text, text.length ? ", " : "");
			mk_text_put(&text, names[i]);
			mk_text_put(&text, ";dur=");
			mk_text_int(&text, us / 1000);
			mk_text_char(&text, '.');
			mk_text_char(&text, (char)('0' + us / 100 % 10));
			mk_text_char(&text, (char)('0' + us / 10 % 10));
			mk_text_char(&text, (char)('0' + us % 10));
		}
	}
	if (text.length > 0 && !text.truncated) {
		call_header(call, "Server-Timing", text.bytes);
		http_request_note(call->request, HTTP_NOTE_TIMING, text.bytes);
	}
}

static void write_response(struct call *call)
{
	const struct call_response *response = &call->response;

	add_timing(call);
	call_common_headers(call);
	http_request_respond(call->request, &(struct http_response){.status = response->status,
						    .content_type = response->type,
						    .body = response->bytes,
						    .length = response->length,
						    .headers = call->headers,
						    .header_count = call->header_count,
						    .close = call->close_after});
}

void call_finish(struct call *call)
{
	if (idempotency_confirm(call) == STAGE_PASSED) {
		charge_last_work(call);
		idempotency_record_response(call);
		write_response(call);
		call_free(call);
	}
}

/* ---- the life of a call --------------------------------------------------------------------- */

static void on_disconnect(void *context)
{
	struct call *call = context;

	call->request = NULL;
}

void call_watch(struct call *call)
{
	http_request_on_disconnect(call->request, on_disconnect, call);
}

bool call_is_connected(struct call *call)
{
	if (!call->request) {
		call_free(call);
		return false;
	}
	if (!find_work(call)) {
		call->resumed_ns = clock_ticks_ns();
	}
	return true;
}

static void on_session_read(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;
	struct api *api = call->api;
	struct work work;

	work_begin(&work, call);
	phases_end(&call->phases, PHASE_LOAD);
	if (call->request && status == MK_OK && !authorization_holds(call, session)) {
		authorization_refuse_revoked(call);
	} else {
		call->on_read(call, status, session, error);
	}
	work_end(api, &work);
}

void call_read_session(struct call *call, sessions_callback *answer)
{
	call->on_read = answer;
	sessions_read(call->session, on_session_read, call);
}

void call_free(struct call *call)
{
	forget_work(call);
	idempotency_abandon(call);
	claims_return(&call->claims, &call->api->quotas);
	if (call->session) {
		sessions_release(call->session);
	}
	json_decref(call->json);
	free(call->handler_data);
	free(call->why);
	free(call);
}

/* Without memory for the methods of the path the call has none: 404. */
static void find_route(struct call *call)
{
	struct http_request *request = call->request;
	struct route_match match;
	struct mk_text allow;

	route_find(api_routes, api_route_count, http_request_method(request),
		http_request_path(request), &match);
	http_request_label(request, match.path ? match.path : "");
	call->route = match.route;
	/* The name of a game is not an id: the rate limit of sessions does not apply to it. */
	if (match.path && strstr(match.path, "{id}") && match.id_length < sizeof call->id) {
		memcpy(call->id, match.id, match.id_length);
	}
	if (!match.route && match.path) {
		call_text(call, &allow, sizeof match.allow);
		mk_text_put(&allow, match.allow);
		call->allow = allow.bytes;
	}
}

struct call *call_create(struct api *api, struct http_request *request)
{
	struct call *call = malloc(sizeof *call);

	if (!call) {
		http_request_respond(request, &(struct http_response){.status = 503});
		return NULL;
	}
	*call = (struct call){
		.api = api,
		.request = request,
		.params = {.fields = SESSION_ALL_FIELDS,
			.max_moves = MK_MAX_MOVES,
			.budget_ms = api->options.budget_ms,
			.wait_for_search = true},
		.since_ns = http_request_time_ns(request),
		.resumed_ns = http_request_time_ns(request),
		.phases = {.at_ns = http_request_time_ns(request)},
		.condition = {.any_version = true},
	};
	call_watch(call);
	return call;
}

void api_handle(struct http_request *request, void *context)
{
	struct api *api = context;
	struct call *call = call_create(api, request);

	if (call) {
		phases_end(&call->phases, PHASE_QUEUE);
		find_route(call);
		call_advance(call);
		sessions_deliver_ready(api->options.sessions);
	}
}

void api_refuse(struct http_request *request, int status, const char *code, const char *detail,
	void *context)
{
	struct call *call = call_create(context, request);

	if (call) {
		call->close_after = true;
		if (admission_check_rejections(call) == STAGE_PASSED) {
			call_refuse(call, status, code, detail);
		}
	}
}
