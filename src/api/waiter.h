/* Those who wait on a session: for news, for time to pass, or for the other end to go away. */
#ifndef API_WAITER_H
#define API_WAITER_H

#include "api/service.h"
#include "session/listener.h"

/* Embedded first in the struct of who waits. */
struct waiter {
	struct session_listener listener;
	struct api *api;
	int64_t due_ms;                     /* on the loop's clock */
	void (*due)(struct waiter *waiter); /* time is over; may free the waiter */
	struct waiter *previous, *next;
};

/* False when there are as many as are allowed, or the daemon is stopping. */
bool waiter_enter(struct waiter *waiter, struct api *api, uint64_t delay_ms);

/* Leaves the session's listeners and those who wait. */
void waiter_leave(struct waiter *waiter);

void waiter_postpone(struct waiter *waiter, uint64_t delay_ms);

/* The timer of the API: calls those whose time is over. */
void waiters_tick(uv_timer_t *tick);

#endif
