/* The state of the API that its requests share. */
#ifndef API_SERVICE_H
#define API_SERVICE_H

#include "api/api.h"
#include "api/pipeline/loop_monitor.h"
#include "api/pipeline/metrics.h"
#include "api/pipeline/quota.h"
#include "api/pipeline/route.h"

#include <uv.h>

enum api_state { API_STARTING, API_OPEN, API_DRAINING };

struct idempotency_cache;
struct notifications;
struct waiter;

struct api {
	struct api_options options;
	const struct http_server *server;
	enum api_state state;
	int64_t started_ms;
	struct metrics metrics;
	struct loop_monitor loop_monitor;
	struct rates rates;
	struct quotas quotas;
	struct idempotency_cache *idempotency;
	struct notifications *notifications;
	struct waiter *waiters; /* subscribers and long polls; see handlers/stream.h */
	unsigned waiter_count;
	uv_timer_t tick;
};

/* The table of operations (routes.c). */
extern const struct route api_routes[];
extern const size_t api_route_count;

#endif
