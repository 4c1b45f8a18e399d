/*
 * Searches for a session's advice, on the worker pool.
 *
 * A search works on copies. Its result is dropped if the table or the strategy has changed since.
 * It goes to the waiting callers and to all subscribers.
 */
#ifndef SESSION_SESSION_SEARCH_H
#define SESSION_SESSION_SEARCH_H

#include "port/worker_pool.h"
#include "session/cached_session.h"

enum search_start {
	SEARCH_NOT_NEEDED, /* no better advice will follow: respond now */
	SEARCH_STARTED,    /* `answer` will be called */
	SEARCH_OVERLOADED  /* no thread is available in time: respond now with the current advice */
};

/*
 * Searches by the session's own strategy, if it has a search and this table has not been searched
 * with this budget. `answer` is called only after SEARCH_STARTED, which requires deadline->waits.
 */
enum search_start session_search_start(struct cached_session *cached,
	const struct search_deadline *deadline, sessions_callback *answer, void *context);

/* The same with another strategy, only for this response. */
enum search_start session_search_start_with(struct cached_session *cached,
	const struct mk_strategy *strategy, const struct search_deadline *deadline,
	sessions_callback *answer, void *context);

/*
 * Cancels the search before a change of table or strategy: waiting requests get the advice so far.
 */
void session_search_cancel(struct cached_session *cached);

/* Makes all searches end soon, with responses. */
void session_search_cancel_all(struct sessions *sessions);

#endif
