/* The threads behind port/worker_pool.h. */
#ifndef DAEMON_POOL_H
#define DAEMON_POOL_H

#include "port/worker_pool.h"

struct limits;
struct uv_loop_s;

struct pool_options {
	struct uv_loop_s *loop;
	unsigned threads; /* 0: as pool_default_threads() */
	unsigned waiting_limit;
	bool idle; /* run only while the processor is otherwise idle */
	struct worker_pool
		*before;       /* jobs start only while this pool's queue is empty; NULL: none */
	struct limits *limits; /* counts refusals by `waiting_limit`; may be NULL */
};

/* NULL without memory or threads. */
struct worker_pool *pool_create(const struct pool_options *options);

/* The number of processors minus one for the loop, at least one. */
unsigned pool_default_threads(void);

/*
 * Starts no further jobs and waits for the running ones until `until_ns` of clock_ticks_ns().
 * False: one is still running, and pool_destroy() would wait for it. NULL is allowed: true.
 */
bool pool_finish_running(struct worker_pool *workers, int64_t until_ns);

/*
 * Waits for the running jobs, which the caller has cancelled, completes the queued ones and ends
 * the threads. The loop must run once more to close it. NULL is allowed.
 */
void pool_destroy(struct worker_pool *workers);

#endif
