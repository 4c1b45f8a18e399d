/*
 * Wakes a libuv loop from any thread.
 *
 * An eventfd in place of uv_async: with libuv 1.44 the loop spins while a thread is within
 * uv_async_send(), and the wake-up often preempts that thread, which then waits for the loop. With
 * SQLite, or with workers of a low priority, this took 3 % of the loop's processor time.
 */
#ifndef PORT_WAKEUP_H
#define PORT_WAKEUP_H

#include <stdbool.h>
#include <uv.h>

struct wakeup {
	uv_poll_t poll;
	int descriptor;
	void (*woken)(void *context);
	void (*closed)(void *context);
	void *context;
};

/*
 * `woken` is called on the loop after each wakeup_send(), once for those that came together. The
 * loop is kept running for it. False, and there is nothing to close, without a descriptor.
 */
bool wakeup_init(
	struct wakeup *wakeup, uv_loop_t *loop, void (*woken)(void *context), void *context);

/* From any thread. */
void wakeup_send(struct wakeup *wakeup);

/* Whether the loop is kept running for it. */
void wakeup_keep_alive(struct wakeup *wakeup, bool alive);

/*
 * On the loop, when no thread sends any more. `closed` is called on the loop; until then `wakeup`
 * must stay where it is.
 */
void wakeup_close(struct wakeup *wakeup, void (*closed)(void *context));

#endif
