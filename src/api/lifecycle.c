/*
 * Creation and end of the API, and events of the HTTP server and the loop that concern all
 * requests.
 */
#include "api/handlers/notification.h"
#include "api/handlers/stream.h"
#include "api/pipeline/call.h"
#include "api/pipeline/idempotency.h"
#include "api/service.h"
#include "base/clock.h"
#include "base/limits.h"
#include "port/journal.h"
#include "port/turn.h"
#include "session/sessions.h"
#include "simulation/simulations.h"

#include <stdlib.h>
#include <string.h>

static void deinit_parts(struct api *api)
{
	notifications_destroy(api->notifications);
	simulation_message_destroy(api->simulation_message);
	idempotency_destroy(api->idempotency);
	metrics_deinit(&api->metrics);
	rates_deinit(&api->rates);
	quotas_deinit(&api->quotas);
	for (int language = 0; language < MK_LANGUAGES; language++) {
		kept_body_free(&api->games[language]);
	}
}

/* Parts that are not initialized are zero, and can be deinitialized like the others. */
static bool init_parts(struct api *api, const struct api_options *options)
{
	quotas_init(&api->quotas, options->random);
	api->notifications = notifications_create();
	api->idempotency = idempotency_create();
	if (api->notifications && api->idempotency &&
		metrics_init(&api->metrics, api_routes, api_route_count) &&
		rates_init(&api->rates, options)) {
		return true;
	}
	deinit_parts(api);
	return false;
}

struct api *api_create(const struct api_options *options)
{
	struct api *api = calloc(1, sizeof *api);

	if (!api || !init_parts(api, options)) {
		free(api);
		return NULL;
	}
	api->options = *options;
	api->started_ms = clock_wall_ms();
	uv_timer_init(options->loop, &api->tick);
	api->tick.data = api;
	loop_monitor_start(&api->loop_monitor, options->loop);
	return api;
}

bool api_reconfigure(struct api *api, const struct api_options *options)
{
	api->options.language = options->language;
	api->options.strategy = options->strategy;
	api->options.budget_ms = options->budget_ms;
	api->options.ping_interval_s = options->ping_interval_s;
	api->options.listener_limit = options->listener_limit;
	api->options.rate_limit_local = options->rate_limit_local;
	return rates_change(&api->rates, options);
}

void api_attach(struct api *api, struct http_server *server)
{
	api->server = server;
}

/* False: the turn's budget is used up. */
static bool refuse_waiting(struct http_request *request, void *context)
{
	struct api *api = context;
	struct call *call = call_create(api, request);
	struct mk_error error;

	limits_count(api->options.limits, LIMIT_STORE_TIMEOUT);
	if (call) {
		journal_fail(MK_BUSY, &error);
		call_fail(call, &error);
	}
	return !turn_is_spent(api->options.loop);
}

bool api_check_store(struct api *api)
{
	struct journal *journal = api->options.journal;

	return api->state != API_OPEN || journal->methods->ready(journal) ||
	       http_server_refuse_waiting(api->server,
		       (unsigned)limits_value(api->options.limits, LIMIT_STORE_TIMEOUT) * 1000,
		       refuse_waiting, api);
}

void api_on_wakeup(void *context)
{
	struct api *api = context;

	loop_monitor_wake(&api->loop_monitor);
}

void api_finished(const struct http_access_record *record, void *context)
{
	struct api *api = context;

	metrics_count(&api->metrics, record);
}

bool api_rejected(const struct http_peer *peer, int status, void *context)
{
	struct api *api = context;

	metrics_count_rejected(&api->metrics, status);
	return !peer || (peer->local && !api->options.rate_limit_local) ||
	       rates_take(&api->rates, &api->rates.by_address, &peer->number, sizeof peer->number,
		       clock_ticks_ns());
}

void api_open(struct api *api)
{
	api->state = API_OPEN;
}

bool api_is_watched(const struct api *api)
{
	int64_t first = api->ready_at_ns[READY_ANSWERS - 1];

	return first != 0 && clock_ticks_ns() - first <= (int64_t)API_WATCH_S * 1000000000;
}

void api_leave(struct api *api)
{
	api->state = API_LEAVING;
}

void api_drain(struct api *api)
{
	api->state = API_DRAINING;
	sessions_shutdown(api->options.sessions);
	simulations_shutdown(api->options.simulations);
}

static void on_monitor_closed(uv_handle_t *handle)
{
	struct api *api = handle->data;

	deinit_parts(api);
	free(api);
}

/* One handle after another: the last one frees the API. */
static void on_tick_closed(uv_handle_t *handle)
{
	struct api *api = handle->data;

	loop_monitor_close(&api->loop_monitor, on_monitor_closed, api);
}

void api_destroy(struct api *api)
{
	if (api) {
		uv_close((uv_handle_t *)&api->tick, on_tick_closed);
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
