/* The loop, watched from the inside. */
#include "api/pulse.h"

static const uint64_t minute = (uint64_t)60 * 1000000000;

static void count(struct pulse *pulse, int64_t busy_ns)
{
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
		pulse->minute_ns = now_ns;
	}
}

/* Once a turn, before it sleeps: what was not sleep since the last time was work. */
static void on_beat(uv_prepare_t *handle)
{
	struct pulse *pulse = handle->data;
	uint64_t now_ns = uv_hrtime();
	uint64_t idle_ns = uv_metrics_idle_time(handle->loop);
	int64_t busy_ns = (int64_t)(now_ns - pulse->last_ns) - (int64_t)(idle_ns - pulse->idle_ns);

	turn_minute(pulse, now_ns);
	if (pulse->last_ns > 0) {
		count(pulse, busy_ns > 0 ? busy_ns : 0);
	}
	pulse->last_ns = now_ns;
	pulse->idle_ns = idle_ns;
}

void pulse_start(struct pulse *pulse, uv_loop_t *loop)
{
	uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
	uv_prepare_init(loop, &pulse->beat);
	pulse->beat.data = pulse;
	pulse->minute_ns = uv_hrtime();
	uv_prepare_start(&pulse->beat, on_beat);
	uv_unref((uv_handle_t *)&pulse->beat);
}

void pulse_close(struct pulse *pulse, uv_close_cb closed, void *context)
{
	uv_prepare_stop(&pulse->beat);
	pulse->beat.data = context;
	uv_close((uv_handle_t *)&pulse->beat, closed);
}

double pulse_longest(const struct pulse *pulse)
{
	int64_t longest_ns = pulse->longest_ns[0] > pulse->longest_ns[1] ? pulse->longest_ns[0]
									 : pulse->longest_ns[1];

	return (double)longest_ns / 1e9;
}
