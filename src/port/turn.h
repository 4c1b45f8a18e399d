/*
 * How long a turn of the loop may work on what waits in queues: answers of the store, finished
 * jobs, notifications, waiters whose time is over. They share TURN_QUEUES_NS (`http` and `ws` have
 * 5 ms each beside it) and continue in the next turn, in order, so that sockets are served in
 * between.
 */
#ifndef PORT_TURN_H
#define PORT_TURN_H

#include <stdbool.h>

struct uv_loop_s;

enum {
	TURN_QUEUES_NS = 3000000,
	/* Work that begins within an entry and can be divided, such as a notification of many, gets
	 * so long at first. */
	TURN_ENTRY_NS = 1000000,
};

/* For those that have no handle of the loop. */
struct turn_options {
	const struct uv_loop_s *loop;
	/* Asks for a call in the next turn, in which what was left is continued. NULL: nothing is
	 * left, however long a turn takes. */
	void (*leave)(void *context);
	void *context;
};

/*
 * True when this turn's time for queues is over. Asked after each entry, not before: so each queue
 * proceeds in each turn.
 */
bool turn_is_spent(const struct uv_loop_s *loop);

#endif
