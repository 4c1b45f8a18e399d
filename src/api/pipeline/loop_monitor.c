/* Measures the busy time of the event loop. */
#include "api/pipeline/loop_monitor.h"

#include <time.h>

static const uint64_t minute = (uint64_t)60 * 1000000000;

/*
 * The thread's processor time costs a system call: it is read after long turns, and after at most
 * MAX_UNREAD_TURNS short ones.
 */
enum { LONG_TURN_NS = 1000000, MAX_UNREAD_TURNS = 32 };

static int64_t loop_cpu_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/*
 * The time used since the last reading includes the turns before this one and the kernel's part of
 * the sleeps between them, which can take longer than the turns: so the result is limited to the
 * duration of the turn.
 */
static void count_cpu(struct loop_monitor *monitor, int64_t busy_ns)
{
	int64_t now_ns;

	if (busy_ns < LONG_TURN_NS && ++monitor->unread_turns < MAX_UNREAD_TURNS) {
		return;
	}
	now_ns = loop_cpu_ns();
	if (monitor->cpu_ns > 0) {
		int64_t used_ns = now_ns - monitor->cpu_ns;

		used_ns = used_ns < busy_ns ? used_ns : busy_ns;
		monitor->long_turns += used_ns > (int64_t)LOOP_MAX_TURN_MS * 1000000;
		if (used_ns > monitor->longest_cpu_ns[0]) {
			monitor->longest_cpu_ns[0] = used_ns;
		}
	}
	monitor->cpu_ns = now_ns;
	monitor->unread_turns = 0;
}

static void count_turn(struct loop_monitor *monitor, int64_t busy_ns)
{
	count_cpu(monitor, busy_ns);
	histogram_add(&monitor->busy, busy_ns);
	if (busy_ns > monitor->longest_ns[0]) {
		monitor->longest_ns[0] = busy_ns;
	}
}

static void turn_minute(struct loop_monitor *monitor, uint64_t now_ns)
{
	if (now_ns - monitor->minute_ns >= minute) {
		monitor->longest_ns[1] = monitor->longest_ns[0];
		monitor->longest_ns[0] = 0;
		monitor->longest_cpu_ns[1] = monitor->longest_cpu_ns[0];
		monitor->longest_cpu_ns[0] = 0;
		monitor->minute_ns = now_ns;
	}
}

/*
 * libuv can measure its sleep (UV_METRICS_IDLE_TIME), but then polls the kernel twice per turn. So
 * a turn begins with the first socket event; or, if something else came before, at the loop's
 * cached time, which may be two milliseconds old.
 */
static int64_t busy_since(const struct loop_monitor *monitor, uint64_t now_ns)
{
	uint64_t latest_ns = (monitor->polled_ms + 2) * 1000000;
	uint64_t begin_ns = latest_ns < monitor->woken_ns ? latest_ns : monitor->woken_ns;

	return begin_ns < now_ns ? (int64_t)(now_ns - begin_ns) : 0;
}

/* Called once per turn, before the loop sleeps. */
static void on_beat(uv_prepare_t *handle)
{
	struct loop_monitor *monitor = handle->data;
	uint64_t now_ns = uv_hrtime();

	turn_minute(monitor, now_ns);
	if (monitor->woken_ns > 0) {
		count_turn(monitor, busy_since(monitor, now_ns));
	}
	monitor->woken_ns = 0;
}

/* Called after the callbacks of ready sockets; `uv_now` is still the time of the poll. */
static void on_polled(uv_check_t *handle)
{
	struct loop_monitor *monitor = handle->data;

	monitor->polled_ms = uv_now(handle->loop);
	loop_monitor_wake(monitor);
}

void loop_monitor_wake(struct loop_monitor *monitor)
{
	if (monitor->woken_ns == 0) {
		monitor->woken_ns = uv_hrtime();
	}
}

void loop_monitor_start(struct loop_monitor *monitor, uv_loop_t *loop)
{
	uv_prepare_init(loop, &monitor->beat);
	uv_check_init(loop, &monitor->polled);
	monitor->beat.data = monitor;
	monitor->polled.data = monitor;
	monitor->minute_ns = uv_hrtime();
	uv_prepare_start(&monitor->beat, on_beat);
	uv_check_start(&monitor->polled, on_polled);
	uv_unref((uv_handle_t *)&monitor->beat);
	uv_unref((uv_handle_t *)&monitor->polled);
}

/* Closes the handles one after another; `closed` is called after the last one. */
static void on_polled_closed(uv_handle_t *handle)
{
	struct loop_monitor *monitor = handle->data;

	uv_close((uv_handle_t *)&monitor->beat, monitor->closed);
}

void loop_monitor_close(struct loop_monitor *monitor, uv_close_cb closed, void *context)
{
	uv_prepare_stop(&monitor->beat);
	monitor->beat.data = context;
	monitor->closed = closed;
	uv_close((uv_handle_t *)&monitor->polled, on_polled_closed);
}

int64_t loop_monitor_cpu_ns(const struct loop_monitor *monitor)
{
	return loop_cpu_ns() - monitor->cpu_ns;
}

static double longest(const int64_t ns[2])
{
	return (double)(ns[0] > ns[1] ? ns[0] : ns[1]) / 1e9;
}

double loop_monitor_max(const struct loop_monitor *monitor)
{
	return longest(monitor->longest_ns);
}

double loop_monitor_max_cpu(const struct loop_monitor *monitor)
{
	return longest(monitor->longest_cpu_ns);
}
