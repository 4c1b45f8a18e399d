/*
 * Searches for a session's advice, on the worker pool.
 *
 * A search works on copies. Its result is dropped if the table or the strategy has changed since.
 * It goes to the waiting callers and to all subscribers.
 */
#ifndef SESSION_THINKING_H
#define SESSION_THINKING_H

#include "port/worker_pool.h"
#include "session/cached_session.h"

enum search_start {
	SEARCH_NOT_NEEDED, /* there is nothing better to wait for: answer now */
	SEARCH_STARTED,    /* `answer` will be called */
	SEARCH_OVERLOADED  /* no thread will have time for it: answer now, with what there is */
};

/*
 * Searches by the session's own strategy, if it has a search and this table has not had one of this
 * length. `answer` is called only after SEARCH_STARTED, which requires patience->waits.
 */
enum search_start session_search_start(struct cached_session *cached,
	const struct search_deadline *deadline, sessions_callback *answer, void *context);

/* By another strategy, for this answer only. */
enum search_start session_search_start_with(struct cached_session *cached,
	const struct mk_strategy *strategy, const struct search_deadline *deadline,
	sessions_callback *answer, void *context);

/* The table or the strategy will change now: waiting requests get the advice found so far. */
void session_search_cancel(struct cached_session *cached);

/* All thoughts come to an end soon, and answer. */
void session_search_cancel_all(struct sessions *sessions);

#endif
