/* Work that is held back. */
#include "session/hands.h"

#include <assert.h>
#include <string.h>

static struct hands *hands_of(struct workers *workers)
{
	return (struct hands *)(void *)workers;
}

static bool submit(struct workers *workers, struct work *work)
{
	struct hands *hands = hands_of(workers);

	if (hands->count == hands->most) {
		return false;
	}
	hands->held[hands->count++] = work;
	return true;
}

/* Nothing that is run here says something before its end. */
static void tell(struct workers *workers, struct work *work)
{
	(void)workers;
	(void)work;
}

static unsigned crowd(struct workers *workers)
{
	return hands_of(workers)->crowd;
}

static const struct workers_methods methods = {submit, tell, crowd};

void hands_init(struct hands *hands, unsigned most)
{
	assert(most <= HANDS);
	*hands = (struct hands){.workers = {&methods}, .most = most, .crowd = 1};
}

struct work *hands_take(struct hands *hands, unsigned place)
{
	struct work *work = hands->held[place];

	assert(place < hands->count);
	hands->count--;
	memmove(&hands->held[place], &hands->held[place + 1],
		(hands->count - place) * sizeof *hands->held);
	return work;
}

void hands_run(struct hands *hands, unsigned place)
{
	struct work *work = hands_take(hands, place);

	work->run(work, NULL);
	work->done(work);
}
