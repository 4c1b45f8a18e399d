/*
 * How long the loop is busy before it looks for news again: for so long everybody else waits. One
 * thread does everything here, so this is the first figure to look at.
 */
#ifndef API_PIPELINE_PULSE_H
#define API_PIPELINE_PULSE_H

#include "base/histogram.h"

#include <uv.h>

/* The most processor time that a turn of the loop may take. */
enum { PULSE_MAX_TURN_MS = 20 };

struct pulse {
	uv_prepare_t beat;
	uv_check_t polled;
	uv_close_cb closed;
	uint64_t woken_ns;  /* when this turn began; 0: not yet */
	uint64_t polled_ms; /* the same by the loop's clock */
	struct histogram busy;
	int64_t longest_ns[2]; /* in this minute, and in the one before */
	int64_t longest_cpu_ns[2];
	int64_t cpu_ns;      /* the processor time of this thread, when it was last read */
	unsigned unread;     /* turns since then */
	uint64_t long_turns; /* that took more processor time than PULSE_MAX_TURN_MS */
	uint64_t minute_ns;  /* when this one began */
};

/* Does not keep the loop running. */
void pulse_start(struct pulse *pulse, uv_loop_t *loop);
/* Sockets are ready: the turn begins, if it has not begun already. Called before anything is done.
 */
void pulse_wake(struct pulse *pulse);
/* `closed` is called with the handle, whose data is `context`. */
void pulse_close(struct pulse *pulse, uv_close_cb closed, void *context);

/* In the last one to two minutes. */
double pulse_longest(const struct pulse *pulse);

/*
 * The same in processor time, which a busy machine does not stretch. An upper bound: a few short
 * turns before a long one may be counted with it.
 */
double pulse_longest_cpu(const struct pulse *pulse);

#endif
