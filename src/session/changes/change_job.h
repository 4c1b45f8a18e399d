/*
 * A background job of a change; meanwhile the change stays at the head of its session's queue.
 *
 * The job works on a copy of the session: meanwhile nothing else of the session is read by it, and
 * no other change of the session begins.
 */
#ifndef SESSION_CHANGES_CHANGE_JOB_H
#define SESSION_CHANGES_CHANGE_JOB_H

#include "port/worker_pool.h"
#include "session/change.h"

/* Embedded first in the struct of the job's owner; zeroed before. */
struct change_job {
	struct job job;
	struct change *change;
	struct session session; /* game, rules, version and view of the change's session */
	struct mk_view *view;
	bool ran;

	void (*compute)(struct change_job *job); /* on any thread */
	/* On the loop, within a turn of the session: ends the change. `ran` is false if the daemon
	 * is stopping. */
	void (*end)(struct change_job *job);
	void (*destroy)(struct change_job *job); /* frees it, last of all */
};

/*
 * Submits the job to the worker pool; runs it at once where there is none. MK_BUSY if the pool's
 * queue is full: no function is called then, and the caller keeps the job.
 */
enum mk_status change_job_submit(
	struct change_job *job, struct change *change, struct mk_error *error);

#endif
