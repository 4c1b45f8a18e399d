/* The LRU cache of advice. */
#include "session/advice_cache.h"

#include "session/session.h"

#include <makker/selfplay.h>
#include <stdlib.h>
#include <utlist.h>

/* More than the depth of nested callbacks, so that none loses its advice. */
enum { SHELF_PLACES = 256 };

static struct advice_cache_entry *cache_entry_of(const struct session *session)
{
	return (struct advice_cache_entry *)(void *)session->advice;
}

/* Returns an entry without a session, at the end of the list; NULL if out of memory. */
static struct advice_cache_entry *take_place(struct advice_cache *advice_cache)
{
	struct advice_cache_entry *place = advice_cache->places;

	if (place && (!place->session || advice_cache->count == SHELF_PLACES)) {
		if (place->session) {
			place->session->advice = NULL;
		}
		DL_DELETE2(advice_cache->places, place, previous, next);
	} else {
		place = malloc(sizeof *place);
		if (!place) {
			return NULL;
		}
		advice_cache->count++;
	}
	DL_APPEND2(advice_cache->places, place, previous, next);
	return place;
}

static void use(struct advice_cache *advice_cache, struct advice_cache_entry *place)
{
	if (place->next) {
		DL_DELETE2(advice_cache->places, place, previous, next);
		DL_APPEND2(advice_cache->places, place, previous, next);
	}
}

/* The entry of the session, allocated if needed; NULL without memory. */
static struct advice_cache_entry *own_place(
	struct advice_cache *advice_cache, struct session *session)
{
	struct advice_cache_entry *place =
		session->advice ? cache_entry_of(session) : take_place(advice_cache);

	if (place) {
		place->session = session;
		session->advice = &place->advice;
	}
	return place;
}

void advice_cache_get(
	struct advice_cache *advice_cache, struct session *session, bool better_follows)
{
	bool judged = session->advice != NULL;
	struct advice_cache_entry *place;

	if (session->outcome == MK_WAITING) {
		return;
	}
	place = own_place(advice_cache, session);
	if (!place) {
		return;
	}
	if (judged) {
		use(advice_cache, place);
	} else {
		mk_advise(session->strategy, session->view, &place->advice);
		place->budget_ms = 0;
		place->is_partial = true;
	}
	if (place->is_partial) {
		place->advice.final = !better_follows;
	}
}

void advice_cache_put(struct advice_cache *advice_cache, struct session *session,
	const struct mk_advice *advice, uint32_t budget_ms)
{
	struct advice_cache_entry *place = own_place(advice_cache, session);

	if (place) {
		place->advice = *advice;
		place->budget_ms = budget_ms;
		place->is_partial = budget_ms == 0 || (advice->pondered && !advice->final);
		use(advice_cache, place);
	}
}

void advice_cache_mark_shortened(struct session *session, uint32_t wanted_ms)
{
	if (session->advice && cache_entry_of(session)->is_partial) {
		cache_entry_of(session)->advice.shortened.requested_ms = wanted_ms;
		cache_entry_of(session)->advice.shortened.granted_ms = 0;
	}
}

uint32_t advice_cache_budget(const struct session *session)
{
	return session->advice ? cache_entry_of(session)->budget_ms : 0;
}

void advice_cache_release(struct advice_cache *advice_cache, struct session *session)
{
	struct advice_cache_entry *place;

	if (!session->advice) {
		return;
	}
	place = cache_entry_of(session);
	place->session = NULL;
	session->advice = NULL;
	DL_DELETE2(advice_cache->places, place, previous, next);
	DL_PREPEND2(advice_cache->places, place, previous, next);
}

void advice_cache_finish(struct advice_cache *advice_cache)
{
	struct advice_cache_entry *place = NULL, *next = NULL;

	DL_FOREACH_SAFE2(advice_cache->places, place, next, next)
	{
		free(place);
	}
	*advice_cache = (struct advice_cache){0};
}
