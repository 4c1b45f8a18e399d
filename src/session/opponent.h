/*
 * The opponents at a practice table: the program plays all seats but the person's.
 *
 * When a session's turn ends and an opponent is to move, a job of the worker pool chooses the move.
 * It gets the view of that seat, never the world. The move then is a change of the session like any
 * other, an event "reply", for the version that the job has seen: a result for another version is
 * dropped, and a move is chosen again. So replaying a journal chooses nothing, and a session whose
 * reply was not stored (the daemon was killed, the session evicted) gets it when it is loaded.
 *
 * The budget is a number of playouts: equal views lead to equal moves, on any machine.
 */
#ifndef SESSION_OPPONENT_H
#define SESSION_OPPONENT_H

#include "session/cached_session.h"

/*
 * At the end of a turn of an idle session without changes: starts the choice of an opponent's move,
 * unless one is running. True: a change was queued at once (without a worker pool).
 */
bool opponent_begin(struct cached_session *cached);

/* Cancels a running choice, since the table changes. */
void opponent_cancel(struct cached_session *cached);

/* Called when the session is evicted; no choice is running. */
void opponent_forget(struct cached_session *cached);

/* Makes all choices end soon, without a result. */
void opponents_cancel_all(struct sessions *sessions);

#endif
