/*
 * The port to threads that run background jobs beside the event loop.
 *
 * A job owns copies of all that it needs: while it runs, nothing else reads or writes them.
 */
#ifndef PORT_WORKER_POOL_H
#define PORT_WORKER_POOL_H

#include <makker/search.h>
#include <stdbool.h>
#include <stdint.h>

/* Embedded first in the struct of the job's owner. */
struct job {
	/* On a thread of the pool; `executor` shares the job's work among idle threads. */
	void (*run)(struct job *job, struct mk_executor *executor);
	void (*on_progress)(struct job *job); /* on the loop, after post_progress() */
	void (*late)(struct job *job);        /* on the loop, see expect(); or NULL */
	void (*done)(struct job *job);        /* on the loop, last: may free the job */
	struct job *next, *next_progress;     /* the pool's own use, like the next */
	bool gives_way; /* begins when no other kind waits, and has half of the places in the queue
			 */
	uint64_t share; /* jobs of one share take turns with those of others; 0: a share of its own
			 */
	uint64_t round; /* of the turns */
	bool has_progress;
	int64_t begin_by_ns; /* on the loop only; 0: it may wait */
};

struct worker_pool;

struct worker_pool_methods {
	/*
	 * False: the queue is full, or the half of it that `gives_way` may have. An accepted job
	 * gets `done`, at the latest when the pool ends, possibly without having run.
	 */
	bool (*submit)(struct worker_pool *pool, struct job *job);
	/* From within run(), on any thread: on_progress() follows; several calls may share one. */
	void (*post_progress)(struct worker_pool *pool, struct job *job);
	/* 1 + shares with queued jobs per thread, without those that give way: the divisor for a
	 * job's part of the time. On any thread. */
	unsigned (*queue_factor)(struct worker_pool *pool);
	/*
	 * On the loop, for an accepted job: late() is called once when it has not begun by then (of
	 * clock_ticks_ns()) and no thread is free. Another call replaces the time; 0: it may wait.
	 * NULL in a pool without a clock.
	 */
	void (*expect)(struct worker_pool *pool, struct job *job, int64_t begin_by_ns);
	/*
	 * On the loop, for an accepted job: takes it out of the queue, so that its place is free.
	 * done() follows, not from within the call. False: it has begun. May be NULL.
	 */
	bool (*withdraw)(struct worker_pool *pool, struct job *job);
};

struct worker_pool {
	const struct worker_pool_methods *methods;
};

#endif
