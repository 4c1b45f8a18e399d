/*
 * Cached advice for sessions in use: an advice takes 20 KB and can be recomputed in microseconds,
 * so only some are kept.
 */
#ifndef SESSION_ADVICE_CACHE_H
#define SESSION_ADVICE_CACHE_H

#include <makker/game.h>

struct session;

/*
 * A cached advice and its search time, 0 for a static evaluation or a draft. An entry is reassigned
 * when another session needs it.
 */
struct advice_cache_entry {
	struct mk_advice advice; /* first: the session's `advice` points here */
	uint32_t budget_ms;
	bool is_partial;         /* final only as long as no search is under way */
	struct session *session; /* NULL: free */
	struct advice_cache_entry *previous, *next;
};

/* The entries, least recently used first. Zero-initialized. */
struct advice_cache {
	struct advice_cache_entry *places;
	unsigned count;
};

/*
 * Sets session->advice to the advice for session->view (NULL if there is nothing to advise on, or
 * no memory) and marks it as used. Without a complete search it is final unless `better_follows`.
 */
void advice_cache_get(
	struct advice_cache *advice_cache, struct session *session, bool better_follows);

/*
 * Stores a copy of `advice`, from a search of `budget_ms`, as the session's. If it was pondered and
 * is not final, a longer search may follow. Nothing happens without memory.
 */
void advice_cache_put(struct advice_cache *advice_cache, struct session *session,
	const struct mk_advice *advice, uint32_t budget_ms);

/* Marks the static evaluation of a session whose search did not take place. */
void advice_cache_mark_shortened(struct session *session, uint32_t wanted_ms);

/* The search time of the session's advice. */
uint32_t advice_cache_budget(const struct session *session);

/* Drops the session's advice, because its view has changed or it is evicted. */
void advice_cache_release(struct advice_cache *advice_cache, struct session *session);

void advice_cache_finish(struct advice_cache *advice_cache);

#endif
