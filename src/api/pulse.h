/*
 * How long the loop is busy before it looks for news again: for so long everybody else waits. One
 * thread does everything here, so this is the first figure to look at.
 */
#ifndef API_PULSE_H
#define API_PULSE_H

#include "base/histogram.h"

#include <uv.h>

struct pulse {
	uv_prepare_t beat;
	uint64_t last_ns,
		idle_ns; /* at the last beat: the time, and of it asleep since the start */
	struct histogram busy;
	int64_t longest_ns[2]; /* in this minute, and in the one before */
	uint64_t minute_ns;    /* when this one began */
};

/* Does not keep the loop running. */
void pulse_start(struct pulse *pulse, uv_loop_t *loop);
/* `closed` is called with the handle, whose data is `context`. */
void pulse_close(struct pulse *pulse, uv_close_cb closed, void *context);

/* In the last one to two minutes. */
double pulse_longest(const struct pulse *pulse);

#endif
