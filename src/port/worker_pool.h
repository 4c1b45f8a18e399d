/*
 * Threads that compute beside the loop, as sessions see them.
 *
 * A piece of work owns copies of all that it needs: while it runs nobody else looks at it.
 */
#ifndef PORT_WORKER_POOL_H
#define PORT_WORKER_POOL_H

#include <makker/search.h>
#include <stdbool.h>

/* Embedded first in the struct of who has something computed. */
struct work {
	/* On another thread, with those that are idle as its crew. */
	void (*run)(struct work *work, struct mk_executor *crew);
	void (*heard)(struct work *work); /* on the loop, some time after tell() */
	void (*done)(struct work *work);  /* on the loop, last of all: it may free the work */
	struct work *next, *next_told;    /* the workers' own use */
	bool told;
};

struct workers;

struct workers_methods {
	/* False when too much is waiting already. What is taken is done, at the latest at the
	 * workers' end, perhaps without having run. */
	bool (*submit)(struct workers *workers, struct work *work);
	/* From within run(), on any thread: there is something to hear. */
	void (*tell)(struct workers *workers, struct work *work);
	/* How much of what is wanted each can have: 1 more than the pieces of work that wait for
	 * each thread. On any thread. */
	unsigned (*crowd)(struct workers *workers);
};

struct workers {
	const struct workers_methods *methods;
};

#endif
