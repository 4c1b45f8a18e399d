/* Workers without threads: a job is held back until the test releases it. */
#ifndef TESTS_SESSION_FAKE_POOL_H
#define TESTS_SESSION_FAKE_POOL_H

#include "port/worker_pool.h"

enum { FAKE_POOL_SIZE = 8 };

struct fake_pool {
	struct worker_pool workers; /* first */
	struct job *held[FAKE_POOL_SIZE];
	unsigned count;
	struct job *withdrawn[FAKE_POOL_SIZE];
	unsigned withdrawn_count;
	unsigned most;         /* maximum number of jobs, at most FAKE_POOL_SIZE; 0: none */
	unsigned queue_factor; /* the reported number of queued jobs per thread */
};

void fake_pool_init(struct fake_pool *fake_pool, unsigned most);

/* Takes what is held at `place` out of the pool; later jobs move up. */
struct job *fake_pool_take(struct fake_pool *fake_pool, unsigned place);

/* Waits until the job's latest start, and reports that it has not begun. */
void fake_pool_be_late(struct fake_pool *fake_pool, unsigned place);

/* Ends the withdrawn jobs. */
void fake_pool_end_withdrawn(struct fake_pool *fake_pool);

/* Runs and ends it. */
void fake_pool_run(struct fake_pool *fake_pool, unsigned place);

#endif
