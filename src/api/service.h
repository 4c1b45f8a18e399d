/* The state of the API that its requests share. */
#ifndef API_SERVICE_H
#define API_SERVICE_H

#include "api/api.h"
#include "api/pipeline/loop_monitor.h"
#include "api/pipeline/metrics.h"
#include "api/pipeline/quota.h"
#include "api/pipeline/route.h"

#include <uv.h>

/* API_LEAVING: all requests are served, but `/readyz` responds that the daemon is stopping. */
enum api_state { API_STARTING, API_OPEN, API_LEAVING, API_DRAINING };

enum { READY_ANSWERS = 3 };

struct idempotency_cache;
struct notifications;
struct simulation_message;
struct waiter;
struct work;

/* A body that is the same for every client: plain, and compressed with gzip if that is shorter. */
struct kept_body {
	char *bytes; /* NULL: not made yet */
	size_t length;
	char *packed; /* NULL: there is none */
	size_t packed_length;
};

struct api {
	struct api_options options;
	struct http_server *server;
	enum api_state state;
	int64_t started_ms;
	int64_t ready_at_ns[READY_ANSWERS]; /* times of the last responses 200 of /readyz; 0: none
					     */
	struct metrics metrics;
	struct loop_monitor loop_monitor;
	struct rates rates;
	struct work *work; /* of the loop on a call, the innermost; NULL: none (pipeline.c) */
	struct quotas quotas;
	struct idempotency_cache *idempotency;
	struct kept_body games[MK_LANGUAGES]; /* GET /v1/games */
	struct notifications *notifications;
	struct simulation_message *simulation_message; /* the last one; NULL: none yet */
	struct waiter *waiters; /* subscribers and long polls; see handlers/stream.h */
	unsigned waiter_count;
	uv_timer_t tick;
};

/* The table of operations (routes.c). */
extern const struct route api_routes[];
extern const size_t api_route_count;

#endif
