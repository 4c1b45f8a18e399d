/*
 * The index of a session's events: journal_event.top of each, and the states of some.
 *
 * Both are functions of the events. The daemon writes them with every event; for events without
 * them (from an import, or another version of the program) they are computed here, in one pass.
 */
#ifndef SESSION_HISTORY_INDEX_H
#define SESSION_HISTORY_INDEX_H

#include "session/cached_session.h"
#include "session/history/walk.h"

struct index {
	struct journal_event *entries; /* one per event: version, top, and an own state or NULL */
	size_t count;
	struct walk walk; /* at the last event */
};

/*
 * Computes the index of all events of `session` (its game, rules and version count; borrowed while
 * the index is used). MK_IO with code "session_corrupt" for events that cannot have happened. On
 * success the caller calls index_finish().
 */
enum mk_status index_build(struct index *index, const struct session *session,
	const struct journal_event *events, size_t count, struct mk_error *error);
void index_finish(struct index *index);

/* ---- indexing a session --------------------------------------------------------------------- */

/*
 * Indexing the events of a session that were stored without an index (session/history/index.h):
 * they are read, a job of the worker pool computes the index, and the journal stores it.
 */

/* Maximum number of sessions that are indexed at a time: each holds a copy of its events. */
enum { MAX_INDEXING = 8 };

/*
 * Starts for a session that is being loaded; `session` has its game, rules and version.
 * catchup_indexed() reports the end, never from inside the call. False: too many are being
 * indexed, or no memory.
 */
bool indexing_start(struct cached_session *cached, const struct session *session);

#endif
