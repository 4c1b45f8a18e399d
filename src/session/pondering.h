/*
 * Pondering: while the player moves, an idle thread searches the expected next tables
 * (makker/pondering.h). When one of them is reached, its advice is available at once.
 *
 * The job works on copies, as a search does, in slices: after each it goes to the end of the queue.
 * The tables are compared on the loop; a table that was not expected ends the job. The results live
 * until then, for a limited number of sessions (LIMIT_PONDERED_SESSIONS); the oldest are dropped
 * first.
 */
#ifndef SESSION_PONDERING_H
#define SESSION_PONDERING_H

#include "session/cached_session.h"

/*
 * Starts pondering for the session's table, whose advice comes from a search, with searches of
 * `budget_ms`. No effect if the tables after its suggestion are already being pondered with that
 * budget or a longer one, or if there is nothing to ponder.
 */
void pondering_begin(struct cached_session *cached, uint32_t budget_ms);

/*
 * Called when the session has another table or strategy. If the table was expected, its advice
 * becomes the session's.
 */
void pondering_meet(struct cached_session *cached);

/* Ends it and drops its results. */
void pondering_drop(struct cached_session *cached);

/* Makes all jobs end soon. */
void pondering_cancel_all(struct sessions *sessions);

#endif
