/* Knowledge is a fold over what was accepted. */
#include "session/history/replay.h"

#include "session/session_error.h"

#include <stdlib.h>

enum mk_status replay_finalize(const struct session *session, const struct path *path,
	struct replay *replay, struct mk_error *error)
{
	struct mk_finding last = {0};
	struct path_end end = {
		malloc(session->game->view_size), malloc(session->game->view_size), .last = &last};
	enum mk_status status = end.view && end.before ? path_replay(path, session, &end, error)
						       : fail_no_memory(error);

	replay->broken = end.broken;
	replay->cause = end.cause;
	if (status != MK_OK) {
		free(end.view);
		free(end.before);
		return status;
	}
	*replay =
		(struct replay){.view = end.view, .has_observed = end.concluded, .observed = last};
	if (last.move_count > 0) {
		replay->before = end.before;
	} else {
		free(end.before);
	}
	return MK_OK;
}
