/* The shelf of advices: a list in the order of use. */
#include "session/shelf.h"

#include "session/session.h"

#include <makker/play.h>
#include <stdlib.h>
#include <utlist.h>

/* More than the callbacks that can be under way inside each other: none loses its advice. */
enum { SHELF_PLACES = 256 };

static struct shelf_place *place_of(const struct session *session)
{
	return (struct shelf_place *)(void *)session->advice;
}

/* A place that is nobody's, at the shelf's end; NULL without memory. */
static struct shelf_place *take_place(struct shelf *shelf)
{
	struct shelf_place *place = shelf->places;

	if (place && (!place->session || shelf->count == SHELF_PLACES)) {
		if (place->session) {
			place->session->advice = NULL;
		}
		DL_DELETE2(shelf->places, place, previous, next);
	} else {
		place = malloc(sizeof *place);
		if (!place) {
			return NULL;
		}
		shelf->count++;
	}
	DL_APPEND2(shelf->places, place, previous, next);
	return place;
}

static void use(struct shelf *shelf, struct shelf_place *place)
{
	if (place->next) {
		DL_DELETE2(shelf->places, place, previous, next);
		DL_APPEND2(shelf->places, place, previous, next);
	}
}

/* The session's place, or one that becomes its own; NULL without memory. */
static struct shelf_place *own_place(struct shelf *shelf, struct session *session)
{
	struct shelf_place *place = session->advice ? place_of(session) : take_place(shelf);

	if (place) {
		place->session = session;
		session->advice = &place->advice;
	}
	return place;
}

void shelf_advise(struct shelf *shelf, struct session *session, bool better_follows)
{
	bool judged = session->advice != NULL;
	struct shelf_place *place;

	if (session->outcome == MK_WAITING) {
		return;
	}
	place = own_place(shelf, session);
	if (!place) {
		return;
	}
	if (judged) {
		use(shelf, place);
	} else {
		mk_advise(session->strategy, session->view, &place->advice);
		place->budget_ms = 0;
	}
	if (place->budget_ms == 0) {
		place->advice.final = !better_follows;
	}
}

void shelf_put(struct shelf *shelf, struct session *session, const struct mk_advice *advice,
	uint32_t budget_ms)
{
	struct shelf_place *place = own_place(shelf, session);

	if (place) {
		place->advice = *advice;
		place->budget_ms = budget_ms;
		use(shelf, place);
	}
}

void shelf_shorten(struct session *session, uint32_t wanted_ms)
{
	if (session->advice && place_of(session)->budget_ms == 0) {
		place_of(session)->advice.shortened.wanted_ms = wanted_ms;
		place_of(session)->advice.shortened.given_ms = 0;
	}
}

uint32_t shelf_budget(const struct session *session)
{
	return session->advice ? place_of(session)->budget_ms : 0;
}

void shelf_forget(struct shelf *shelf, struct session *session)
{
	struct shelf_place *place;

	if (!session->advice) {
		return;
	}
	place = place_of(session);
	place->session = NULL;
	session->advice = NULL;
	DL_DELETE2(shelf->places, place, previous, next);
	DL_PREPEND2(shelf->places, place, previous, next);
}

void shelf_finish(struct shelf *shelf)
{
	struct shelf_place *place = NULL, *next = NULL;

	DL_FOREACH_SAFE2(shelf->places, place, next, next)
	{
		free(place);
	}
	*shelf = (struct shelf){0};
}
