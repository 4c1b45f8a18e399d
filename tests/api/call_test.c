/* Answers of a call, asked for over a socket. */
#include "api/pipeline/call.h"

#include "base/limits.h"
#include "http/rig.h"

#include <criterion/criterion.h>

static const char *const nothing[] = {NULL};
static struct limits limits;
static struct api api = {.options = {.limits = &limits, .origins = nothing}};
static atomic_size_t wanted; /* the length of the answer */

static void open_limits(void)
{
	limits_init(&limits);
}

TestSuite(call, .init = open_limits, .timeout = 300);

static void handle(struct http_request *request, void *context)
{
	static char bytes[MAX_RESPONSE_BYTES + 1];
	struct call *call = call_create(&api, request);
	struct mk_text text;

	(void)context;
	memset(bytes, 'a', sizeof bytes);
	call_text(call, &text, 16);
	mk_text_add(&text, bytes, wanted);
	call_respond(call, 200, "text/plain", &text);
}

static struct answer *ask(const struct rig *rig, size_t length)
{
	static const char request[] = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

	wanted = length;
	return client_ask(rig, request, sizeof request - 1);
}

/* No operation has such an answer, so this handler does. */
Test(call, an_answer_is_as_long_as_the_limit_and_no_longer)
{
	struct rig *rig = rig_start(rig_options(), handle);
	struct answer *answer = ask(rig, MAX_RESPONSE_BYTES);

	cr_assert_eq(answer->status, 200);
	cr_assert_eq(answer->length, MAX_RESPONSE_BYTES);
	cr_assert_eq(limits.refused[LIMIT_RESPONSE_BYTES], 0);
	free(answer);
	answer = ask(rig, MAX_RESPONSE_BYTES + 1);
	cr_assert_eq(answer->status, limit_rows[LIMIT_RESPONSE_BYTES].http);
	cr_assert_not_null(strstr(answer->body, "\"code\":\"response_too_large\""));
	cr_assert_eq(limits.refused[LIMIT_RESPONSE_BYTES], 1);
	free(answer);
	answer = ask(rig, 5);
	cr_assert_eq(answer->status, 200);
	cr_assert_eq(answer->length, 5);
	free(answer);
	rig_stop(rig);
}
