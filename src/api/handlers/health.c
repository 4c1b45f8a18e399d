/* For those who run the daemon: is it alive, can it serve, what is its contract. */
#include "api/handlers/contract.h"
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "api/pipeline/media.h"
#include "simulation/simulations.h"

#include <string.h>

static void answer_text(struct call *call, const char *type, const char *words)
{
	call_bytes(call, 200, type, words, strlen(words));
}

static void answer_ok(struct call *call)
{
	call_header(call, "Cache-Control", "no-store");
	if (call_wants(call, MEDIA_JSON)) {
		answer_text(call, MEDIA_JSON, "{\"status\":\"ok\"}");
	} else {
		answer_text(call, MEDIA_TEXT "; charset=utf-8", "ok\n");
	}
}

void cached_session_get(struct call *call)
{
	answer_ok(call);
}

static const char *store_obstacle(struct journal *journal)
{
	const char *why = journal->methods->obstacle ? journal->methods->obstacle(journal) : NULL;

	return why ? why : "store unreachable";
}

/* What keeps the daemon from serving, or NULL. */
static const char *obstacle(const struct api *api)
{
	switch (api->state) {
	case API_STARTING:
		return "the daemon is starting";
	case API_DRAINING:
		return "the daemon is stopping";
	case API_OPEN:
		break;
	}
	if (!api->options.journal->methods->ready(api->options.journal)) {
		return store_obstacle(api->options.journal);
	}
	return simulations_check(api->options.simulations, NULL) == MK_OK
		       ? NULL
		       : "simulations are still loading";
}

void ready_get(struct call *call)
{
	const char *why = obstacle(call->api);
	struct mk_error error;

	if (why) {
		mk_fail(&error, MK_BUSY, "not_ready", "", "%s", why);
		call_fail(call, &error);
	} else {
		answer_ok(call);
	}
}

void contract_get(struct call *call)
{
	call_bytes(call, 200, MEDIA_YAML, contract_yaml, contract_yaml_length);
}
