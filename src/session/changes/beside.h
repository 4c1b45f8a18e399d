/*
 * What a change has computed beside the loop, while it waits at the head of its session's queue.
 *
 * The computation works on a copy of the session: nothing else of the session is looked at
 * meanwhile, and no other change of it begins.
 */
#ifndef SESSION_CHANGES_BESIDE_H
#define SESSION_CHANGES_BESIDE_H

#include "port/worker_pool.h"
#include "session/change.h"

/* Embedded first in the struct of who has something computed; zeroed before. */
struct beside {
	struct job job;
	struct change *change;
	struct session
		session; /* game, rules, version and view are those of the change's session */
	struct mk_view *view;
	bool has_run;

	void (*compute)(struct beside *beside); /* on any thread */
	/* On the loop, between changes_pause() and changes_resume(): ends the change. Where it was
	 * too late to compute anything, has_run is false. */
	void (*end)(struct beside *beside);
	void (*destroy)(struct beside *beside); /* frees it, at the very last */
};

/*
 * Has it computed: by the workers, or at once where there are none. MK_BUSY where they have too
 * much to do already; nothing was called then and it stays the caller's.
 */
enum mk_status beside_run(struct beside *beside, struct change *change, struct mk_error *error);

#endif
