/*
 * Thinking about a session's table, beside the loop.
 *
 * A thought works on copies. When it comes back and the table is another one by now, or the
 * strategy, it is dropped. Its advice goes to the waiting callers and to all subscribers.
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
 * Thinks by the session's own strategy, if it searches and hasn't thought about this table as long
 * yet. `answer` is only taken where it is SEARCH_STARTED, which patience->waits decides.
 */
enum search_start session_search_start(struct cached_session *cached,
	const struct search_deadline *patience, sessions_answer *answer, void *context);

/* By another strategy, for this answer only. */
enum search_start session_search_start_with(struct cached_session *cached,
	const struct mk_strategy *strategy, const struct search_deadline *patience,
	sessions_answer *answer, void *context);

/* The table or the strategy will change now: who waits is answered with what is known so far. */
void session_search_cancel(struct cached_session *cached);

/* All thoughts come to an end soon, and answer. */
void session_search_cancel_all(struct sessions *sessions);

#endif
