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
	bool idle; /* run only while no other thread on this machine wants the processor */
	struct worker_pool *before; /* no job begins while these have one queued; NULL: none */
	struct limits *limits;      /* counts what `waiting_limit` refuses; may be NULL */
};

/* NULL without memory or threads. */
struct worker_pool *pool_create(const struct pool_options *options);

/* As many as there are processors beside the loop's, at least one. */
unsigned pool_default_threads(void);

/*
 * Lets no further job begin and waits for the running ones, until `until_ns` of clock_ticks_ns() at
 * most. False: one still runs, so pool_destroy() would wait for it. NULL is allowed: true.
 */
bool pool_finish_running(struct worker_pool *workers, int64_t until_ns);

/*
 * Waits for the running jobs, which the caller has cancelled, completes the queued ones and ends
 * the threads. The loop must run once more to close it. NULL is allowed.
 */
void pool_destroy(struct worker_pool *workers);

#endif
