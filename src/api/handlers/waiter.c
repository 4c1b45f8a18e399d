/* Waiting. */
#include "api/handlers/waiter.h"

#include "session/sessions.h"

#include <utlist.h>

/* Fine enough for seconds; the timer runs only while somebody waits. */
enum { TICK_MS = 200 };

static enum mk_status take_places(
	struct claims *claims, struct call *call, bool polls, struct mk_error *error)
{
	static const enum limit_id places[] = {LIMIT_SESSION_SUBSCRIBERS, LIMIT_TOKEN_SUBSCRIBERS,
		LIMIT_ADDRESS_SUBSCRIBERS, LIMIT_SESSION_POLLS, LIMIT_TOKEN_POLLS};
	size_t count = sizeof places / sizeof places[0] - (polls ? 0 : 2);

	for (size_t i = 0; i < count; i++) {
		if (claims_take(claims, call, places[i], error) != MK_OK) {
			claims_give(claims, call->api);
			return error->status;
		}
	}
	return MK_OK;
}

enum mk_status waiter_add(struct waiter *waiter, struct call *call, bool polls, uint64_t delay_ms,
	struct mk_error *error)
{
	struct api *api = call->api;

	if (api->state == API_DRAINING) {
		return mk_fail(error, MK_BUSY, "busy", "", "the daemon is stopping");
	}
	if (api->waiter_count >= api->options.listener_limit) {
		return limits_refuse(api->options.limits, LIMIT_SUBSCRIBERS, error);
	}
	if (take_places(&waiter->claims, call, polls, error) != MK_OK) {
		return error->status;
	}
	waiter->api = api;
	waiter_reschedule(waiter, delay_ms);
	DL_APPEND2(api->waiters, waiter, previous, next);
	if (api->waiter_count++ == 0) {
		uv_timer_start(&api->tick, waiters_tick, TICK_MS, TICK_MS);
	}
	return MK_OK;
}

void waiter_remove(struct waiter *waiter)
{
	struct api *api = waiter->api;

	sessions_unsubscribe(api->options.sessions, &waiter->listener);
	DL_DELETE2(api->waiters, waiter, previous, next);
	claims_give(&waiter->claims, api);
	if (--api->waiter_count == 0) {
		uv_timer_stop(&api->tick);
	}
}

void waiter_reschedule(struct waiter *waiter, uint64_t delay_ms)
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
