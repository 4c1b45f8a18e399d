/*
 * How long a turn of the loop may work on what waits in queues: answers of the store, finished
 * jobs, waiters whose time is over. They share TURN_QUEUES_NS (`http` and `ws` have 5 ms each
 * beside it) and continue in the next turn, in order, so that sockets are served in between.
 */
#ifndef PORT_TURN_H
#define PORT_TURN_H

#include <stdbool.h>

struct uv_loop_s;

enum { TURN_QUEUES_NS = 4000000 };

/*
 * True when this turn's time for queues is over. Asked after each entry, not before: so each queue
 * proceeds in each turn.
 */
bool turn_is_spent(const struct uv_loop_s *loop);

#endif
