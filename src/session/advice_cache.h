/* Advice for the sessions in use: an advice is 20 KB and takes microseconds, so only some are kept.
 */
#ifndef SESSION_SHELF_H
#define SESSION_SHELF_H

#include <makker/game.h>

struct session;

/* One kept advice, and how long it was thought about: 0 for an instant judgement or a draft. Whose
 * it is may change whenever another session needs the place. */
struct advice_cache_entry {
	struct mk_advice advice; /* first: the session's `advice` points here */
	uint32_t budget_ms;
	struct session *session; /* NULL: nobody's */
	struct advice_cache_entry *previous, *next;
};

/* The places in the order of use, the longest unused first. Starts as all zero. */
struct advice_cache {
	struct advice_cache_entry *places;
	unsigned count;
};

/*
 * Sees to it that session->advice is the advice for session->view (NULL while there is nothing to
 * advise on, or no memory), and counts as used just now. What was not thought about is final unless
 * `better_follows`.
 */
void advice_cache_get(
	struct advice_cache *advice_cache, struct session *session, bool better_follows);

/* Makes a copy of `advice` the session's. Nothing happens without memory. */
void advice_cache_put(struct advice_cache *advice_cache, struct session *session,
	const struct mk_advice *advice, uint32_t budget_ms);

/* The session's advice, where it has one that nobody thought about, was to be thought about. */
void advice_cache_mark_shortened(struct session *session, uint32_t wanted_ms);

/* How long the session's advice was thought about. */
uint32_t advice_cache_budget(const struct session *session);

/* The session's advice is no longer good for its view, or the session goes away. */
void advice_cache_release(struct advice_cache *advice_cache, struct session *session);

void advice_cache_finish(struct advice_cache *advice_cache);

#endif
