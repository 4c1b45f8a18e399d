/* A change's background job: from the session to the worker pool and back. */
#include "session/changes/change_job.h"

#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

static void run_change_job(struct job *pool_job, struct mk_executor *executor)
{
	struct change_job *job = (struct change_job *)pool_job;

	(void)executor;
	job->compute(job);
	job->ran = true;
}

/* During a shutdown the journal may have stopped already. */
static void change_job_done(struct job *pool_job)
{
	struct change_job *job = (struct change_job *)pool_job;
	struct cached_session *cached = job->change->cached;

	if (cached->sessions->shutting_down) {
		job->ran = false;
	}
	session_turn_begin(cached);
	job->end(job);
	session_turn_end(cached);
	free(job->view);
	job->destroy(job);
}

static bool copy_session(struct change_job *job, const struct session *session)
{
	size_t size = session->game->view_size;

	job->view = malloc(size);
	if (!job->view) {
		return false;
	}
	memcpy(job->view, session->view, size);
	job->session = *session;
	job->session.view = job->view;
	job->session.rules_json = NULL;
	job->session.observed = NULL;
	job->session.repair = NULL;
	job->session.before = NULL;
	job->session.advice = NULL;
	return true;
}

enum mk_status change_job_submit(
	struct change_job *job, struct change *change, struct mk_error *error)
{
	struct worker_pool *pool = change->sessions->options.workers;

	job->job = (struct job){.run = run_change_job, .done = change_job_done};
	job->change = change;
	if (!copy_session(job, &change->cached->session)) {
		return fail_no_memory(error);
	}
	if (!pool) {
		run_change_job(&job->job, NULL);
		change_job_done(&job->job);
		return MK_OK;
	}
	if (!pool->methods->submit(pool, &job->job)) {
		free(job->view);
		return session_fail(error, SESSION_ERROR_NO_TIME, "");
	}
	return MK_OK;
}
