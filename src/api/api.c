/* The life of an API. */
#include "api/service.h"

#include "base/clock.h"
#include "session/sessions.h"
#include "simulation/simulations.h"

#include <stdlib.h>

static void finish_parts(struct api *api)
{
	news_finish(&api->news);
	metrics_finish(&api->metrics);
	guard_finish(&api->guard);
	repeats_finish(&api->repeats);
	quotas_finish(&api->quotas);
}

/* What was not begun is zero, and can be finished like all the rest. */
static bool init_parts(struct api *api, const struct api_options *options)
{
	quotas_init(&api->quotas, options->random);
	if (news_init(&api->news) && metrics_init(&api->metrics) &&
		guard_init(&api->guard, options)) {
		return true;
	}
	finish_parts(api);
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
	pulse_start(&api->pulse, options->loop);
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
	return guard_reconfigure(&api->guard, options);
}

void api_attach(struct api *api, const struct http_server *server)
{
	api->server = server;
}

void api_on_wakeup(void *context)
{
	struct api *api = context;

	pulse_wake(&api->pulse);
}

void api_finished(const struct http_access_record *outcome, void *context)
{
	struct api *api = context;

	metrics_count(&api->metrics, outcome);
}

bool api_rejected(const struct http_peer *peer, int status, void *context)
{
	struct api *api = context;

	metrics_count_rejected(&api->metrics, status);
	return guard_counts(&api->guard, &api->options, peer, clock_ticks_ns());
}

void api_open(struct api *api)
{
	api->state = API_OPEN;
}

void api_drain(struct api *api)
{
	api->state = API_DRAINING;
	sessions_shutdown(api->options.sessions);
	simulations_shutdown(api->options.simulations);
}

static void on_closed(uv_handle_t *handle)
{
	struct api *api = handle->data;

	finish_parts(api);
	free(api);
}

/* One after another: the last one frees them. */
static void on_tick_closed(uv_handle_t *handle)
{
	struct api *api = handle->data;

	pulse_close(&api->pulse, on_closed, api);
}

void api_destroy(struct api *api)
{
	if (api) {
		uv_close((uv_handle_t *)&api->tick, on_tick_closed);
	}
}
