/*
 * Indexing the events of a session that were stored without an index (session/history/index.h):
 * they are read, a job of the worker pool computes the index, and the journal stores it.
 */
#ifndef SESSION_HISTORY_INDEXING_H
#define SESSION_HISTORY_INDEXING_H

#include "session/cached_session.h"

/* So many sessions are indexed at the same time: each holds a copy of its events. */
enum { MAX_INDEXING = 8 };

/*
 * Starts for a session that is being loaded; `session` has its game, rules and version.
 * catchup_indexed() reports the end, never from inside the call. False: too many are being
 * indexed, or no memory.
 */
bool indexing_start(struct cached_session *cached, const struct session *session);

#endif
