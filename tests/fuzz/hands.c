/* Work that is held back. */
#include "fuzz/hands.h"

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
	(void)workers;
	return 1;
}

static const struct workers_methods methods = {submit, tell, crowd};

void hands_init(struct hands *hands, unsigned most)
{
	*hands = (struct hands){.workers = {&methods}, .most = most};
}

void hands_end(struct hands *hands, unsigned place)
{
	struct work *work = hands->held[place];

	hands->held[place] = hands->held[--hands->count];
	if (!work->heard) {
		work->run(work, NULL);
	}
	work->done(work);
}
