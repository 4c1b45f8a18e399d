/* What all calls of an API share. */
#ifndef API_SERVICE_H
#define API_SERVICE_H

#include "api/api.h"
#include "api/handlers/news.h"
#include "api/pipeline/guard.h"
#include "api/pipeline/idempotency.h"
#include "api/pipeline/metrics.h"
#include "api/pipeline/pulse.h"
#include "api/pipeline/quota.h"
#include "api/pipeline/route.h"

#include <uv.h>

enum api_state { API_STARTING, API_OPEN, API_DRAINING };

struct waiter;

struct api {
	struct api_options options;
	const struct http_server *server;
	enum api_state state;
	int64_t started_ms;
	struct metrics metrics;
	struct news news;
	struct repeats repeats;
	struct guard guard;
	struct quotas quotas;
	struct pulse pulse;
	struct waiter *waiters; /* those who wait for something to happen, or for time to pass */
	unsigned waiter_count;
	uv_timer_t tick;
};

/* All operations. */
extern const struct route api_routes[];
extern const size_t api_route_count;

#endif
