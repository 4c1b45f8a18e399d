/* The busy time of the event loop: all clients wait while one turn runs. */
#ifndef API_PIPELINE_LOOP_MONITOR_H
#define API_PIPELINE_LOOP_MONITOR_H

#include "base/histogram.h"

#include <uv.h>

/* Maximum processor time of a turn of the loop. */
enum { LOOP_MAX_TURN_MS = 20 };

struct loop_monitor {
	uv_prepare_t beat;
	uv_check_t polled;
	uv_close_cb closed;
	uint64_t woken_ns;  /* when this turn began; 0: not yet */
	uint64_t polled_ms; /* the same in the loop's time */
	struct histogram busy;
	int64_t longest_ns[2]; /* in this minute and in the previous one */
	int64_t longest_cpu_ns[2];
	int64_t cpu_ns;        /* processor time of this thread at the last reading */
	unsigned unread_turns; /* since `cpu_ns` was read */
	uint64_t long_turns;   /* turns with more processor time than LOOP_MAX_TURN_MS */
	uint64_t minute_ns;    /* start of the current minute */
};

/* Starts the measurement; its handles do not keep the loop running. */
void loop_monitor_start(struct loop_monitor *monitor, uv_loop_t *loop);
/* Sockets are ready: the turn begins, if it has not begun already. Called before anything is done.
 */
void loop_monitor_wake(struct loop_monitor *monitor);
/*
 * The processor time of this thread since the start of this turn or shortly before: an upper bound
 * of the turn's use, independent of the load of the machine. Costs a system call.
 */
int64_t loop_monitor_cpu_ns(const struct loop_monitor *monitor);
/* `closed` is called with the handle, whose data is `context`. */
void loop_monitor_close(struct loop_monitor *monitor, uv_close_cb closed, void *context);

/* The longest turn of the last one to two minutes, in seconds. */
double loop_monitor_max(const struct loop_monitor *monitor);

/*
 * The same in processor time, independent of the load of the machine. An upper bound: a few short
 * turns before a long one may be counted with it.
 */
double loop_monitor_max_cpu(const struct loop_monitor *monitor);

#endif
