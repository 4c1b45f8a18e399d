/* Work that is held back. */
#include "session/hands.h"

#include "base/clock.h"

#include <assert.h>
#include <string.h>
#include <uv.h>

static struct hands *hands_of(struct worker_pool *workers)
{
	return (struct hands *)(void *)workers;
}

static bool submit(struct worker_pool *workers, struct job *job)
{
	struct hands *hands = hands_of(workers);

	if (hands->count == hands->most) {
		return false;
	}
	hands->held[hands->count++] = job;
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
	return hands_of(workers)->queue_factor;
}

/* The time is up to the test, see hands_be_late(). */
static void expect(struct worker_pool *workers, struct job *job, int64_t begin_by_ns)
{
	(void)workers;
	job->begin_by_ns = begin_by_ns;
}

static bool withdraw(struct worker_pool *workers, struct job *job)
{
	struct hands *hands = hands_of(workers);
	unsigned place = 0;

	while (place < hands->count && hands->held[place] != job) {
		place++;
	}
	if (place == hands->count) {
		return false;
	}
	assert(hands->withdrawn_count < HANDS);
	hands->withdrawn[hands->withdrawn_count++] = hands_take(hands, place);
	return true;
}

static const struct worker_pool_methods methods = {
	submit, post_progress, queue_factor, expect, withdraw};

void hands_init(struct hands *hands, unsigned most)
{
	assert(most <= HANDS);
	*hands = (struct hands){.workers = {&methods}, .most = most, .queue_factor = 1};
}

struct job *hands_take(struct hands *hands, unsigned place)
{
	struct job *job = hands->held[place];

	assert(place < hands->count);
	hands->count--;
	memmove(&hands->held[place], &hands->held[place + 1],
		(hands->count - place) * sizeof *hands->held);
	return job;
}

void hands_be_late(struct hands *hands, unsigned place)
{
	struct job *job = hands->held[place];

	assert(place < hands->count && job->begin_by_ns > 0);
	while (clock_ticks_ns() < job->begin_by_ns) {
		uv_sleep(1);
	}
	job->begin_by_ns = 0;
	job->late(job);
}

void hands_end_withdrawn(struct hands *hands)
{
	while (hands->withdrawn_count > 0) {
		struct job *job = hands->withdrawn[--hands->withdrawn_count];

		job->done(job);
	}
}

void hands_run(struct hands *hands, unsigned place)
{
	struct job *job = hands_take(hands, place);

	job->run(job, NULL);
	job->done(job);
}
