/* Advice for the sessions in use: an advice is 20 KB and takes microseconds, so only some are kept.
 */
#ifndef SESSION_SHELF_H
#define SESSION_SHELF_H

#include <makker/game.h>

struct session;

/* One kept advice. Whose it is may change whenever another session needs the place. */
struct shelf_place {
	struct mk_advice advice; /* first: the session's `advice` points here */
	struct session *session; /* NULL: nobody's */
	struct shelf_place *previous, *next;
};

/* The places in the order of use, the longest unused first. Starts as all zero. */
struct shelf {
	struct shelf_place *places;
	unsigned count;
};

/*
 * Sees to it that session->advice is the advice for session->view (NULL while there is nothing to
 * advise on, or no memory), and counts as used just now.
 */
void shelf_advise(struct shelf *shelf, struct session *session);

/* The session's advice is no longer good for its view, or the session goes away. */
void shelf_forget(struct shelf *shelf, struct session *session);

void shelf_finish(struct shelf *shelf);

#endif
