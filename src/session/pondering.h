/*
 * Pondering: while the player moves, an idle thread searches the tables that come next
 * (makker/pondering.h). When one of them is met, its advice is there at once.
 *
 * The job works on copies, as a search does, in slices: after each it goes to the end of the queue.
 * The tables are compared on the loop; a table that was
 * not expected ends the job. The results live until then, for a limited number of sessions
 * (LIMIT_PONDERED_SESSIONS), those of the longest ago go first.
 */
#ifndef SESSION_PONDERING_H
#define SESSION_PONDERING_H

#include "session/cached_session.h"

/*
 * Begins for the session's table, whose advice is that of a search, for searches of `budget_ms`.
 * Nothing happens where the tables after its suggestion are being pondered already with as long a
 * budget, or where there is nothing to ponder.
 */
void pondering_begin(struct cached_session *cached, uint32_t budget_ms);

/*
 * The session has another table or strategy. If the table was expected, its advice becomes the
 * session's.
 */
void pondering_meet(struct cached_session *cached);

/* Ends it and forgets its results. */
void pondering_drop(struct cached_session *cached);

/* All come to an end soon. */
void pondering_cancel_all(struct sessions *sessions);

#endif
