/* The loop, watched from the inside. */
#include "api/pipeline/pulse.h"

#include <time.h>

static const uint64_t minute = (uint64_t)60 * 1000000000;

/* The thread's processor time costs a system call: it is read after long turns, and now and then.
 */
enum { LONG_TURN_NS = 1000000, MAX_UNREAD = 4 };

static int64_t thread_cpu_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void count_cpu(struct pulse *pulse, int64_t busy_ns)
{
	int64_t now_ns;

	if (busy_ns < LONG_TURN_NS && ++pulse->unread < MAX_UNREAD) {
		return;
	}
	now_ns = thread_cpu_ns();
	if (pulse->cpu_ns > 0) {
		int64_t used_ns = now_ns - pulse->cpu_ns;

		pulse->long_turns += used_ns > (int64_t)PULSE_MAX_TURN_MS * 1000000;
		if (used_ns > pulse->longest_cpu_ns[0]) {
			pulse->longest_cpu_ns[0] = used_ns;
		}
	}
	pulse->cpu_ns = now_ns;
	pulse->unread = 0;
}

static void count(struct pulse *pulse, int64_t busy_ns)
{
	count_cpu(pulse, busy_ns);
	histogram_add(&pulse->busy, busy_ns);
	if (busy_ns > pulse->longest_ns[0]) {
		pulse->longest_ns[0] = busy_ns;
	}
}

static void turn_minute(struct pulse *pulse, uint64_t now_ns)
{
	if (now_ns - pulse->minute_ns >= minute) {
		pulse->longest_ns[1] = pulse->longest_ns[0];
		pulse->longest_ns[0] = 0;
		pulse->longest_cpu_ns[1] = pulse->longest_cpu_ns[0];
		pulse->longest_cpu_ns[0] = 0;
		pulse->minute_ns = now_ns;
	}
}

/*
 * libuv can tell how long it slept (UV_METRICS_IDLE_TIME), but then asks the kernel twice a turn:
 * once without waiting, once with. So the turn begins where the first sockets are seen; and, where
 * something else came before, at the loop's own time, which may be two milliseconds old.
 */
static int64_t busy_since(const struct pulse *pulse, uint64_t now_ns)
{
	uint64_t latest_ns = (pulse->polled_ms + 2) * 1000000;
	uint64_t begin_ns = latest_ns < pulse->woken_ns ? latest_ns : pulse->woken_ns;

	return begin_ns < now_ns ? (int64_t)(now_ns - begin_ns) : 0;
}

/* Once a turn, before it sleeps. */
static void on_beat(uv_prepare_t *handle)
{
	struct pulse *pulse = handle->data;
	uint64_t now_ns = uv_hrtime();

	turn_minute(pulse, now_ns);
	if (pulse->woken_ns > 0) {
		count(pulse, busy_since(pulse, now_ns));
	}
	pulse->woken_ns = 0;
}

/* Behind the callbacks of what was ready, whose time `uv_now` still is. */
static void on_polled(uv_check_t *handle)
{
	struct pulse *pulse = handle->data;

	pulse->polled_ms = uv_now(handle->loop);
	pulse_wake(pulse);
}

void pulse_wake(struct pulse *pulse)
{
	if (pulse->woken_ns == 0) {
		pulse->woken_ns = uv_hrtime();
	}
}

void pulse_start(struct pulse *pulse, uv_loop_t *loop)
{
	uv_prepare_init(loop, &pulse->beat);
	uv_check_init(loop, &pulse->polled);
	pulse->beat.data = pulse;
	pulse->polled.data = pulse;
	pulse->minute_ns = uv_hrtime();
	uv_prepare_start(&pulse->beat, on_beat);
	uv_check_start(&pulse->polled, on_polled);
	uv_unref((uv_handle_t *)&pulse->beat);
	uv_unref((uv_handle_t *)&pulse->polled);
}

/* One after another: the last one is told to `closed`. */
static void on_polled_closed(uv_handle_t *handle)
{
	struct pulse *pulse = handle->data;

	uv_close((uv_handle_t *)&pulse->beat, pulse->closed);
}

void pulse_close(struct pulse *pulse, uv_close_cb closed, void *context)
{
	uv_prepare_stop(&pulse->beat);
	pulse->beat.data = context;
	pulse->closed = closed;
	uv_close((uv_handle_t *)&pulse->polled, on_polled_closed);
}

static double longest(const int64_t ns[2])
{
	return (double)(ns[0] > ns[1] ? ns[0] : ns[1]) / 1e9;
}

double pulse_longest(const struct pulse *pulse)
{
	return longest(pulse->longest_ns);
}

double pulse_longest_cpu(const struct pulse *pulse)
{
	return longest(pulse->longest_cpu_ns);
}
