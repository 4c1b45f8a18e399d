/* Waiting. */
#include "api/waiter.h"

#include "session/sessions.h"

#include <utlist.h>

/* Fine enough for seconds; the timer runs only while somebody waits. */
enum { TICK_MS = 200 };

bool waiter_enter(struct waiter *waiter, struct api *api, uint64_t delay_ms)
{
	if (api->state == API_DRAINING || api->waiter_count >= api->options.listener_limit) {
		return false;
	}
	waiter->api = api;
	waiter_postpone(waiter, delay_ms);
	DL_APPEND2(api->waiters, waiter, previous, next);
	if (api->waiter_count++ == 0) {
		uv_timer_start(&api->tick, waiters_tick, TICK_MS, TICK_MS);
	}
	return true;
}

void waiter_leave(struct waiter *waiter)
{
	struct api *api = waiter->api;

	sessions_leave(api->options.sessions, &waiter->listener);
	DL_DELETE2(api->waiters, waiter, previous, next);
	if (--api->waiter_count == 0) {
		uv_timer_stop(&api->tick);
	}
}

void waiter_postpone(struct waiter *waiter, uint64_t delay_ms)
{
	waiter->due_ms = (int64_t)(uv_now(waiter->api->options.loop) + delay_ms);
}

void waiters_tick(uv_timer_t *tick)
{
	struct api *api = tick->data;
	int64_t now = (int64_t)uv_now(api->options.loop);

	for (struct waiter *waiter = api->waiters, *next; waiter; waiter = next) {
		next = waiter->next;
		if (waiter->due_ms <= now) {
			waiter->due(waiter);
		}
	}
}
