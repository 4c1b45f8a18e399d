/* The state of the daemon for its operators, and the OpenAPI document. */
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "api/pipeline/query.h"
#include "base/clock.h"
#include "simulation/simulations.h"

#include <string.h>

/* openapi.yaml is embedded in the program (the compiler runs in the root of the repository). */
extern const char openapi_yaml[];
extern const uint64_t openapi_yaml_length;

__asm__(".section .rodata\n"
	".global openapi_yaml, openapi_yaml_length\n"
	"openapi_yaml:\n"
	".incbin \"openapi.yaml\"\n"
	"openapi_yaml_end:\n"
	".balign 8\n"
	"openapi_yaml_length:\n"
	".quad openapi_yaml_end - openapi_yaml\n"
	".previous\n");

static void respond_text(struct call *call, const char *type, const char *text)
{
	call_respond_bytes(call, 200, type, text, strlen(text));
}

static void respond_alive(struct call *call)
{
	call_header(call, "Cache-Control", "no-store");
	if (call_wants(call, MEDIA_JSON)) {
		respond_text(call, MEDIA_JSON, "{\"status\":\"ok\"}");
	} else {
		respond_text(call, MEDIA_TEXT "; charset=utf-8", "ok\n");
	}
}

void livez_get(struct call *call)
{
	respond_alive(call);
}

static const char *store_problem(struct journal *journal)
{
	const char *reason =
		journal->methods->obstacle ? journal->methods->obstacle(journal) : NULL;

	return reason ? reason : "store unreachable";
}

/* The reason in the daemon's life cycle why requests should go to another daemon. */
static const char *lifecycle_problem(const struct api *api)
{
	switch (api->state) {
	case API_STARTING:
		return "the daemon is starting";
	case API_LEAVING:
	case API_DRAINING:
		return "the daemon is stopping";
	case API_OPEN:
		break;
	}
	return NULL;
}

const char *api_readiness_problem(const struct api *api)
{
	const char *problem = lifecycle_problem(api);

	if (problem) {
		return problem;
	}
	if (!api->options.journal->methods->ready(api->options.journal)) {
		return store_problem(api->options.journal);
	}
	return simulations_check(api->options.simulations, NULL) == MK_OK
		       ? NULL
		       : "simulations are still loading";
}

static void note_ready_answer(struct api *api)
{
	memmove(api->ready_at_ns + 1, api->ready_at_ns,
		sizeof api->ready_at_ns - sizeof api->ready_at_ns[0]);
	api->ready_at_ns[0] = clock_ticks_ns();
}

/*
 * An unreachable store is unreachable for all daemons: a proxy that checks without `ignore` would
 * find none ready, and would respond itself instead of passing on their 503, which names the store.
 */
void readyz_get(struct call *call)
{
	static const char *const ignorable[] = {"store", NULL};
	const char *ignored = NULL, *reason;
	struct mk_error error;

	if (query_word("ignore", http_request_query(call->request, "ignore"), ignorable, &ignored,
		    &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	reason = ignored ? lifecycle_problem(call->api) : api_readiness_problem(call->api);
	if (reason) {
		mk_fail(&error, MK_BUSY, "not_ready", "", "%s", reason);
		call_fail(call, &error);
	} else {
		note_ready_answer(call->api);
		respond_alive(call);
	}
}

void openapi_get(struct call *call)
{
	call_respond_bytes(call, 200, MEDIA_YAML, openapi_yaml, openapi_yaml_length);
}
