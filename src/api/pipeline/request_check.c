/* Query parameters, Expect, Content-Encoding and charset against what is implemented. */
#include "api/pipeline/request_check.h"

#include "api/pipeline/call.h"
#include "api/pipeline/media.h"
#include "api/pipeline/query.h"

#include <string.h>
#include <strings.h>

static bool refuse(struct call *call, int http, const char *code, const char *detail)
{
	call_problem(call, &(struct problem){.http = http, .code = code, .detail = detail});
	return false;
}

static bool check_expectation(struct call *call)
{
	const char *expect = http_request_header(call->request, "Expect");

	return !expect || !*expect || strcasecmp(expect, "100-continue") == 0 ||
	       refuse(call, 417, "expectation_failed", "Expect: only 100-continue is implemented");
}

static bool has_body(const struct call *call)
{
	const char *method = http_request_method(call->request);
	size_t length;

	http_request_body(call->request, &length);
	return length > 0 && (strcmp(method, "POST") == 0 || strcmp(method, "PATCH") == 0);
}

static bool check_body(struct call *call)
{
	const char *coding = http_request_header(call->request, "Content-Encoding");
	const char *type = http_request_header(call->request, "Content-Type");

	if (!has_body(call)) {
		return true;
	}
	if (!media_is_uncoded(coding)) {
		call_header(call, "Accept-Encoding", "identity");
		return refuse(call, 415, "unsupported_content_encoding",
			"Content-Encoding: bodies are read as they are, without compression");
	}
	return media_is_utf8(type) ||
	       refuse(call, 415, "unsupported_media_type",
		       "Content-Type: charset=utf-8 is the only character set");
}

bool request_check(struct call *call)
{
	struct mk_error error;

	if (query_check(call->request, call->route->parameters, &error) != MK_OK) {
		call_fail(call, &error);
		return false;
	}
	return check_expectation(call) && check_body(call);
}
