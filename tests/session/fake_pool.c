/* A worker pool that holds its jobs back. */
#include "session/fake_pool.h"

#include "base/clock.h"

#include <assert.h>
#include <string.h>
#include <uv.h>

static struct fake_pool *fake_pool_of(struct worker_pool *workers)
{
	return (struct fake_pool *)(void *)workers;
}

static bool submit(struct worker_pool *workers, struct job *job)
{
	struct fake_pool *fake_pool = fake_pool_of(workers);

	if (fake_pool->count == fake_pool->most) {
		return false;
	}
	fake_pool->held[fake_pool->count++] = job;
	return true;
}

/* Nothing that is run here says something before its end. */
static void post_progress(struct worker_pool *workers, struct job *job)
{
	(void)workers;
	(void)job;
}

static unsigned queue_factor(struct worker_pool *workers)
{
	return fake_pool_of(workers)->queue_factor;
}

/* The time is up to the test, see fake_pool_be_late(). */
static void expect(struct worker_pool *workers, struct job *job, int64_t begin_by_ns)
{
	(void)workers;
	job->begin_by_ns = begin_by_ns;
}

static bool withdraw(struct worker_pool *workers, struct job *job)
{
	struct fake_pool *fake_pool = fake_pool_of(workers);
	unsigned place = 0;

	while (place < fake_pool->count && fake_pool->held[place] != job) {
		place++;
	}
	if (place == fake_pool->count) {
		return false;
	}
	assert(fake_pool->withdrawn_count < FAKE_POOL_SIZE);
	fake_pool->withdrawn[fake_pool->withdrawn_count++] = fake_pool_take(fake_pool, place);
	return true;
}

static const struct worker_pool_methods methods = {
	submit, post_progress, queue_factor, expect, withdraw};

void fake_pool_init(struct fake_pool *fake_pool, unsigned most)
{
	assert(most <= FAKE_POOL_SIZE);
	*fake_pool = (struct fake_pool){.workers = {&methods}, .most = most, .queue_factor = 1};
}

struct job *fake_pool_take(struct fake_pool *fake_pool, unsigned place)
{
	struct job *job = fake_pool->held[place];

	assert(place < fake_pool->count);
	fake_pool->count--;
	memmove(&fake_pool->held[place], &fake_pool->held[place + 1],
		(fake_pool->count - place) * sizeof *fake_pool->held);
	return job;
}

void fake_pool_be_late(struct fake_pool *fake_pool, unsigned place)
{
	struct job *job = fake_pool->held[place];

	assert(place < fake_pool->count && job->begin_by_ns > 0);
	while (clock_ticks_ns() < job->begin_by_ns) {
		uv_sleep(1);
	}
	job->begin_by_ns = 0;
	job->late(job);
}

void fake_pool_end_withdrawn(struct fake_pool *fake_pool)
{
	while (fake_pool->withdrawn_count > 0) {
		struct job *job = fake_pool->withdrawn[--fake_pool->withdrawn_count];

		job->done(job);
	}
}

void fake_pool_run(struct fake_pool *fake_pool, unsigned place)
{
	struct job *job = fake_pool_take(fake_pool, place);

	job->run(job, NULL);
	job->done(job);
}
