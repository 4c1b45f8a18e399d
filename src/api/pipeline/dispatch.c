/* From a request to its handler: who asks, which route, which form of answer. */
#include "api/pipeline/call.h"

#include "api/pipeline/authorization.h"
#include "api/pipeline/guard.h"
#include "api/pipeline/media.h"
#include "ws/ws.h"

#include <makker/text.h>
#include <string.h>

/* The label of requests that fit no route. */
static const char no_route[] = "";

static void copy_id(struct call *call, const struct route_match *match)
{
	if (match->id && match->id_length < sizeof call->id) {
		memcpy(call->id, match->id, match->id_length);
	}
}

/* What a browser wants to know before it asks across origins, too. */
static void answer_options(struct call *call, const char *allow)
{
	call_header(call, "Allow", allow);
	if (call->cross_origin) {
		call_header(call, "Access-Control-Allow-Methods", allow);
		call_header(call, "Access-Control-Allow-Headers",
			"Accept, Authorization, Content-Type, Idempotency-Key, If-Match, "
			"If-None-Match, Last-Event-ID");
		call_header(call, "Access-Control-Max-Age", "600");
	}
	call_empty(call, 204);
}

static void answer_no_route(struct call *call, const struct route_match *match)
{
	const char *method = http_request_method(call->request);

	if (strcmp(method, "OPTIONS") == 0 && strcmp(http_request_path(call->request), "*") == 0) {
		answer_options(call, "GET, HEAD, POST, PATCH, DELETE, OPTIONS");
	} else if (!match->path) {
		call_problem(call, &(struct problem){.http = 404,
					   .code = "not_found",
					   .detail = "there is nothing at this path"});
	} else if (strcmp(method, "OPTIONS") == 0) {
		answer_options(call, match->allow);
	} else {
		call_header(call, "Allow", match->allow);
		call_problem(call, &(struct problem){.http = 405,
					   .code = "method_not_allowed",
					   .detail = "this path does not know this method"});
	}
}

/* A websocket is another form of a stream. */
static bool opens_websocket(const struct call *call)
{
	return media_choose(MEDIA_SSE, call->route->offers) >= 0 && ws_is_wanted(call->request);
}

static bool choose_form(struct call *call)
{
	if (!call->route->offers || opens_websocket(call)) {
		return true;
	}
	call->offer =
		media_choose(http_request_header(call->request, "Accept"), call->route->offers);
	if (call->offer >= 0) {
		return true;
	}
	call_problem(
		call, &(struct problem){.http = 406,
			      .code = "not_acceptable",
			      .detail = "this answer has none of the forms that are accepted"});
	return false;
}

static void dispatch(struct call *call)
{
	struct route_match match;

	route_find(api_routes, api_route_count, http_request_method(call->request),
		http_request_path(call->request), &match);
	http_request_label(call->request, match.path ? match.path : no_route);
	call->route = match.route;
	copy_id(call, &match);
	if (!admission_check(call)) {
		return;
	}
	if (!match.route) {
		answer_no_route(call, &match);
	} else if (choose_form(call)) {
		authorize(call);
	}
}

static void refuse_without_memory(struct http_request *request)
{
	http_request_respond(request, &(struct http_response){.status = 503});
}

void api_handle(struct http_request *request, void *context)
{
	struct api *api = context;
	struct call *call = call_create(api, request);

	if (!call) {
		refuse_without_memory(request);
		return;
	}
	dispatch(call);
	sessions_deliver_ready(api->options.sessions);
}

void api_refuse(struct http_request *request, int status, const char *code, const char *detail,
	void *context)
{
	struct call *call = call_create(context, request);

	if (call) {
		call->closes = true;
	}
	if (call && guard_admits_rejection(call)) {
		call_problem(
			call, &(struct problem){.http = status, .code = code, .detail = detail});
	} else if (!call) {
		refuse_without_memory(request);
	}
}

void api_session_of(const char *path, char id[33])
{
	static const char folder[] = "/v1/sessions/";
	const char *segment = path + sizeof folder - 1;

	id[0] = '\0';
	if (strncmp(path, folder, sizeof folder - 1) == 0 && strcspn(segment, "/") == 32) {
		memcpy(id, segment, 32);
		id[32] = '\0';
	}
}
