/* Replaying a stored session outside a daemon, as a daemon does when it opens it. */
#ifndef CLI_SESSION_REPLAY_H
#define CLI_SESSION_REPLAY_H

#include "port/journal.h"
#include "session/history/index.h"

#include <makker/status.h>

/*
 * Replays the events of the session, of which there are session->version; `index` has their index
 * afterwards and is the caller's to index_finish(). With an error, of which nothing is to be
 * finished, no daemon can open the session; MK_BUSY is a lack of memory.
 */
enum mk_status session_replay(const struct journal_session *session,
	const struct journal_event *events, struct index *index, struct mk_error *error);

#endif
