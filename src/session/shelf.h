/* Advice for the sessions in use: an advice is 20 KB and takes microseconds, so only some are kept.
 */
#ifndef SESSION_SHELF_H
#define SESSION_SHELF_H

#include <makker/game.h>

struct session;

/* One kept advice, and how long it was thought about: 0 for an instant judgement or a draft. Whose
 * it is may change whenever another session needs the place. */
struct shelf_place {
	struct mk_advice advice; /* first: the session's `advice` points here */
	uint32_t budget_ms;
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
 * advise on, or no memory), and counts as used just now. What was not thought about is final unless
 * `better_follows`.
 */
void shelf_advise(struct shelf *shelf, struct session *session, bool better_follows);

/* Makes a copy of `advice` the session's. Nothing happens without memory. */
void shelf_put(struct shelf *shelf, struct session *session, const struct mk_advice *advice,
	uint32_t budget_ms);

/* The session's advice, where it has one that nobody thought about, was to be thought about. */
void shelf_shorten(struct session *session, uint32_t wanted_ms);

/* How long the session's advice was thought about. */
uint32_t shelf_budget(const struct session *session);

/* The session's advice is no longer good for its view, or the session goes away. */
void shelf_forget(struct shelf *shelf, struct session *session);

void shelf_finish(struct shelf *shelf);

#endif
