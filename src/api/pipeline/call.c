/* The responses of a call. */
#include "api/pipeline/call.h"

#include "api/pipeline/negotiation.h"
#include "base/arena.h"
#include "base/limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The limit of a text includes its closing NUL. */
enum { RESPONSE_LIMIT = MAX_RESPONSE_BYTES + 1, PROBLEM_SIZE = 1024 };
/* Sizes that are compressed: smaller ones gain nothing, larger ones would keep the loop busy for
 * over a millisecond. */
enum { MIN_COMPRESSED = 1024, MAX_COMPRESSED = 64 * 1024 };

bool call_wants(const struct call *call, const char *type)
{
	return call->route && call->route->offers && call->offer >= 0 &&
	       strcmp(call->route->offers[call->offer], type) == 0;
}

enum mk_language call_language(const struct call *call)
{
	const char *wanted = http_request_query(call->request, "language");
	enum mk_language language = call->api->options.language;

	if (call->has_language) {
		language = call->language;
	} else if (call->session) {
		language = call->session->language;
	} else {
		media_language(http_request_header(call->request, "Accept-Language"), &language);
	}
	if (wanted) {
		mk_language_find(wanted, &language);
	}
	return language;
}

void call_header(struct call *call, const char *name, const char *value)
{
	assert(call->header_count < CALL_HEADERS);
	call->headers[call->header_count++] = (struct http_header){name, value};
}

void call_etag(struct call *call, uint64_t version)
{
	if (!call->etag[0]) {
		etag_write(call->etag, version);
	}
	call_header(call, "ETag", call->etag);
}

void call_common_headers(struct call *call)
{
	call_header(call, "X-Request-Id", http_request_id(call->request));
	if (call->cross_origin) {
		call_header(call, "Access-Control-Allow-Origin", call->cross_origin);
		call_header(call, "Access-Control-Expose-Headers",
			"ETag, Location, Retry-After, X-Request-Id");
	}
	/* For caches: responses to other origins have different headers. */
	if (call->api->options.origins[0]) {
		call_header(call, "Vary", "Origin");
	}
}

void call_text(struct call *call, struct mk_text *text, size_t size)
{
	mk_text_init(text, http_request_arena(call->request), size, RESPONSE_LIMIT);
}

/* ---- responses ------------------------------------------------------------------------------ */

void call_respond_bytes(
	struct call *call, int status, const char *type, const char *bytes, size_t length)
{
	call->response = (struct call_response){status, type, bytes, length};
	call_finish(call);
}

void call_respond_empty(struct call *call, int status)
{
	call_respond_bytes(call, status, NULL, NULL, 0);
}

/*
 * The limits leave space for every response: truncation is a fault of the daemon, or a lack of
 * memory.
 */
static void refuse_truncated(struct call *call)
{
	if (mk_arena_has_failed(http_request_arena(call->request))) {
		call_refuse(call, 503, "busy", "out of memory at the moment");
	} else {
		call_refuse(call, 500, "response_too_large", "there is no room for the answer");
	}
}

void call_respond(struct call *call, int status, const char *type, const struct mk_text *body)
{
	if (body->truncated) {
		refuse_truncated(call);
	} else {
		call_respond_bytes(call, status, type, body->bytes, body->length);
	}
}

static bool takes_gzip(const struct call *call)
{
	return media_takes_gzip(http_request_header(call->request, "Accept-Encoding"));
}

static struct gzip_bytes pack(struct call *call, const struct mk_text *body)
{
	if (body->truncated || body->length <= MIN_COMPRESSED || body->length > MAX_COMPRESSED) {
		return (struct gzip_bytes){0};
	}
	return gzip_pack(http_request_arena(call->request), body->bytes, body->length);
}

void call_respond_large(struct call *call, int status, const char *type, const struct mk_text *body)
{
	struct gzip_bytes packed = {0};

	call_header(call, "Vary", "Accept-Encoding");
	if (takes_gzip(call)) {
		packed = pack(call, body);
	}
	if (packed.bytes) {
		call_header(call, "Content-Encoding", "gzip");
		call_respond_bytes(call, status, type, packed.bytes, packed.length);
	} else {
		call_respond(call, status, type, body);
	}
}

static char *copy_bytes(const char *bytes, size_t length)
{
	char *copy = bytes ? malloc(length) : NULL;

	return copy ? memcpy(copy, bytes, length) : NULL;
}

static bool keep_body(struct call *call, struct kept_body *kept, const struct mk_text *body)
{
	struct gzip_bytes packed = pack(call, body);

	if (body->truncated) {
		return false;
	}
	kept->length = body->length;
	kept->packed_length = packed.length;
	kept->packed = copy_bytes(packed.bytes, packed.length);
	kept->bytes = copy_bytes(body->bytes, body->length);
	if (!kept->bytes) {
		kept_body_free(kept);
	}
	return kept->bytes != NULL;
}

void kept_body_free(struct kept_body *kept)
{
	free(kept->bytes);
	free(kept->packed);
	*kept = (struct kept_body){0};
}

void call_respond_kept(struct call *call, const char *type, struct kept_body *kept,
	void (*body)(struct call *call, struct mk_text *out))
{
	struct mk_text text;

	if (!kept->bytes) {
		call_text(call, &text, 8192);
		body(call, &text);
		if (!keep_body(call, kept, &text)) {
			call_respond_large(call, 200, type, &text);
			return;
		}
	}
	call_header(call, "Vary", "Accept-Encoding");
	if (kept->packed && takes_gzip(call)) {
		call_header(call, "Content-Encoding", "gzip");
		call_respond_bytes(call, 200, type, kept->packed, kept->packed_length);
	} else {
		call_respond_bytes(call, 200, type, kept->bytes, kept->length);
	}
}

/* ---- problems ------------------------------------------------------------------------------- */

static bool wants_plain_problem(const struct call *call)
{
	static const char *const forms[] = {MEDIA_PROBLEM, MEDIA_JSON, MEDIA_TEXT, NULL};

	return media_choose(http_request_header(call->request, "Accept"), forms) == 2;
}

/* Limits that are enforced without a counter; their rows own the code, so its address identifies
 * the row. */
static enum limit_id limit_of_code_address(const char *code)
{
	static const enum limit_id limits[] = {LIMIT_JSON_DEPTH, LIMIT_JSON_VALUES,
		LIMIT_NAME_LENGTH, LIMIT_CAMERA_LENGTH, LIMIT_UNDO_STEPS, LIMIT_PAGE_LENGTH,
		LIMIT_HISTORY_LENGTH, LIMIT_WAIT_SECONDS, LIMIT_THINK_MS, LIMIT_SIMULATED_GAMES,
		LIMIT_REVIEW_MS, LIMIT_REVIEW_NODES, LIMIT_HEADERS, LIMIT_QR_LENGTH};

	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		if (code == limit_rows[limits[i]].code) {
			return limits[i];
		}
	}
	return LIMIT_COUNT;
}

/* The same for codes that belong to one limit. */
static enum limit_id limit_of_code(const char *code)
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
	enum limit_id id = limit_of_code_address(problem->code);

	id = id == LIMIT_COUNT ? limit_of_code(problem->code) : id;
	if (id != LIMIT_COUNT) {
		limits_count(call->api->options.limits, id);
	}
}

/* Reports faults of the daemon. 505 is a fault of the client, which the request log counts. */
static void report_problem(const struct call *call, const struct problem *problem)
{
	const struct api_options *options = &call->api->options;
	bool is_daemon_fault = problem->http >= 500 && problem->http != 505;

	if (is_daemon_fault && options->report) {
		options->report(http_request_id(call->request), problem->code, problem->detail,
			options->context);
	}
}

void call_problem(struct call *call, const struct problem *problem)
{
	bool plain = wants_plain_problem(call);
	struct mk_text text;

	count_refusal(call, problem);
	http_request_note(call->request, HTTP_NOTE_CODE, problem->code);
	call_text(call, &text, PROBLEM_SIZE);
	if (plain) {
		problem_write_line(&text, problem);
	} else {
		problem_write(&text, problem, http_request_id(call->request));
	}
	if (problem_is_retryable(problem)) {
		call_header(call, "Retry-After", "1");
	}
	report_problem(call, problem);
	call_respond_bytes(call, problem->http,
		plain ? MEDIA_TEXT "; charset=utf-8" : MEDIA_PROBLEM, text.bytes, text.length);
}

void call_refuse(struct call *call, int status, const char *code, const char *detail)
{
	call_problem(call, &(struct problem){.http = status, .code = code, .detail = detail});
}

void call_refuse_header(
	struct call *call, int status, const char *code, const char *header, const char *detail)
{
	call_problem(call,
		&(struct problem){.http = status, .code = code, .detail = detail, .where = header});
}

void call_fail_busy(struct call *call)
{
	call_refuse(call, 503, "busy", "out of memory, retry later");
}

void call_fail(struct call *call, const struct mk_error *error)
{
	struct problem problem = problem_of(error);
	struct mk_text sentence;

	if (error->message.phrase) {
		call_text(call, &sentence, PROBLEM_SIZE);
		mk_error_write(&sentence, call_language(call), error);
		problem.detail = sentence.bytes;
	}
	call_problem(call, &problem);
}
