/* sd_notify(3), sd_listen_fds(3). */
#include "daemon/notify.h"

#include "base/clock.h"

#include <systemd/sd-daemon.h>

static void feed_watchdog(uv_timer_t *timer)
{
	(void)timer;
	sd_notify(0, "WATCHDOG=1");
}

void notify_ready(uv_timer_t *timer)
{
	uint64_t microseconds = 0;

	sd_notify(0, "READY=1");
	if (sd_watchdog_enabled(0, &microseconds) > 0) {
		uv_timer_start(timer, feed_watchdog, 0, microseconds / 2000);
	}
}

void notify_reloading(void)
{
	sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%lld", (long long)clock_ticks_ns() / 1000);
}

void notify_reloaded(void)
{
	sd_notify(0, "READY=1");
}

void notify_stopping(void)
{
	sd_notify(0, "STOPPING=1");
}

int notify_socket(void)
{
	return sd_listen_fds(0) > 0 ? SD_LISTEN_FDS_START : -1;
}
