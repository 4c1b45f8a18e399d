/* Wake-ups: an eventfd that the loop polls. */
#include "port/wakeup.h"

#include <sys/eventfd.h>
#include <unistd.h>

static void on_wakeup(uv_poll_t *poll, int status, int events)
{
	struct wakeup *wakeup = poll->data;
	eventfd_t count;

	(void)status;
	(void)events;
	if (eventfd_read(wakeup->descriptor, &count) == 0) {
		wakeup->woken(wakeup->context);
	}
}

bool wakeup_init(
	struct wakeup *wakeup, uv_loop_t *loop, void (*woken)(void *context), void *context)
{
	wakeup->woken = woken;
	wakeup->context = context;
	wakeup->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (wakeup->descriptor < 0) {
		return false;
	}
	if (uv_poll_init(loop, &wakeup->poll, wakeup->descriptor) != 0) {
		close(wakeup->descriptor);
		return false;
	}
	wakeup->poll.data = wakeup;
	uv_poll_start(&wakeup->poll, UV_READABLE, on_wakeup);
	return true;
}

/* It fails only after 2^64 - 2 wake-ups that the loop has not seen. */
void wakeup_send(struct wakeup *wakeup)
{
	eventfd_write(wakeup->descriptor, 1);
}

void wakeup_keep_alive(struct wakeup *wakeup, bool alive)
{
	if (alive) {
		uv_ref((uv_handle_t *)&wakeup->poll);
	} else {
		uv_unref((uv_handle_t *)&wakeup->poll);
	}
}

static void on_wakeup_closed(uv_handle_t *handle)
{
	struct wakeup *wakeup = handle->data;

	close(wakeup->descriptor);
	wakeup->closed(wakeup->context);
}

void wakeup_close(struct wakeup *wakeup, void (*closed)(void *context))
{
	wakeup->closed = closed;
	uv_close((uv_handle_t *)&wakeup->poll, on_wakeup_closed);
}
