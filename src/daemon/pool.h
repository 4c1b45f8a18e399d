/* The threads behind session/work.h. */
#ifndef DAEMON_POOL_H
#define DAEMON_POOL_H

#include "session/work.h"

struct uv_loop_s;

/* `threads` 0: as many as there are processors beside the loop's, at least one. NULL without memory
 * or threads. */
struct workers *pool_create(struct uv_loop_s *loop, unsigned threads, unsigned waiting_limit);

/*
 * Waits for what runs (the caller has cancelled it), has all work done, and ends the threads. The
 * loop must run once more to let go of it. NULL is allowed.
 */
void pool_destroy(struct workers *workers);

#endif
