/* Those who wait on a session: for news, for time to pass, or for the other end to go away. */
#ifndef API_HANDLERS_WAITER_H
#define API_HANDLERS_WAITER_H

#include "api/pipeline/call.h"
#include "api/pipeline/quota.h"
#include "api/service.h"
#include "session/subscriber.h"

/* Embedded first in the struct of who waits. */
struct waiter {
	struct session_subscriber listener;
	struct api *api;
	struct claims claims;
	int64_t due_ms;                     /* on the loop's clock */
	void (*due)(struct waiter *waiter); /* time is over; may free the waiter */
	struct waiter *previous, *next;
};

/*
 * Takes a place for a subscriber, or for a long poll. On failure `error` says why: the daemon is
 * stopping, or the session, the token, the address or the daemon has as many as it may.
 */
enum mk_status waiter_add(struct waiter *waiter, struct call *call, bool polls, uint64_t delay_ms,
	struct mk_error *error);

/* Leaves the session's listeners and those who wait. */
void waiter_remove(struct waiter *waiter);

void waiter_reschedule(struct waiter *waiter, uint64_t delay_ms);

/* The timer of the API: calls those whose time is over. */
void waiters_tick(uv_timer_t *tick);

#endif
