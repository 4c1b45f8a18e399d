/* Computing for a change on another thread. */
#include "session/changes/beside.h"

#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

static void run(struct job *job, struct mk_executor *crew)
{
	struct beside *beside = (struct beside *)job;

	(void)crew;
	beside->compute(beside);
	beside->has_run = true;
}

/* When the daemon goes away, the journal may have gone before. */
static void done(struct job *job)
{
	struct beside *beside = (struct beside *)job;
	struct live *live = beside->change->live;

	if (live->sessions->leaving) {
		beside->has_run = false;
	}
	changes_pause(live);
	beside->end(beside);
	changes_resume(live);
	free(beside->view);
	beside->destroy(beside);
}

static bool copy_session(struct beside *beside, const struct session *session)
{
	size_t size = session->game->view_size;

	beside->view = malloc(size);
	if (!beside->view) {
		return false;
	}
	memcpy(beside->view, session->view, size);
	beside->session = *session;
	beside->session.view = beside->view;
	beside->session.rules_json = NULL;
	beside->session.observed = NULL;
	beside->session.repair = NULL;
	beside->session.before = NULL;
	beside->session.advice = NULL;
	return true;
}

enum mk_status beside_run(struct beside *beside, struct change *change, struct mk_error *error)
{
	struct worker_pool *workers = change->sessions->options.workers;

	beside->job = (struct job){.run = run, .done = done};
	beside->change = change;
	if (!copy_session(beside, &change->live->session)) {
		return fail_no_memory(error);
	}
	if (!workers) {
		run(&beside->job, NULL);
		done(&beside->job);
		return MK_OK;
	}
	if (!workers->methods->submit(workers, &beside->job)) {
		free(beside->view);
		return session_fail(error, SESSION_ERROR_NO_TIME, "");
	}
	return MK_OK;
}
