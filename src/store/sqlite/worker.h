/* A thread that works off tasks in batches, so that the loop never waits for a disk. */
#ifndef STORE_SQLITE_WORKER_H
#define STORE_SQLITE_WORKER_H

#include "store/task.h"

#include <stdbool.h>

struct uv_loop_s;
struct worker;

struct worker_options {
	struct uv_loop_s *loop;
	/*
	 * On the thread: all that waited, the oldest first, linked by `next`. False when the work
	 * cannot be done just now; then it is tried without any task (NULL) every `retry_ms`. While
	 * nothing waits it is called without any task every `idle_ms`, too.
	 */
	bool (*work)(struct store_task *tasks, void *context);
	/* On the loop, for each task that was worked off, in order. */
	void (*answer)(struct store_task *task, void *context);
	/* On the loop, after work without any task has found that this has changed; may be NULL. */
	void (*turned)(void *context);
	void *context;
	unsigned retry_ms;
	unsigned idle_ms;   /* 0: not */
	unsigned gather_us; /* how long the first task waits for as many as came together last */
};

/* NULL when the thread cannot be started. */
struct worker *worker_create(const struct worker_options *options);

void worker_add(struct worker *worker, struct store_task *task);

/* Whether the loop is kept running for the worker's answers; at first it is not. */
void worker_awaited(struct worker *worker, bool awaited);

/* True if the last batch succeeded. */
bool worker_is_able(struct worker *worker);

/* Ends a worker that has no task (or is NULL); frees it, then calls `ended` (may be NULL) on the
 * loop. */
void worker_end(struct worker *worker, void (*ended)(void *context));

#endif
