/* The shelf of advices: a list in the order of use. */
#include "session/shelf.h"

#include "session/session.h"

#include <makker/play.h>
#include <stdlib.h>
#include <utlist.h>

/* More than the callbacks that can be under way inside each other: none loses its advice. */
enum { SHELF_PLACES = 64 };

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

void shelf_advise(struct shelf *shelf, struct session *session)
{
	struct shelf_place *place;

	if (session->outcome == MK_WAITING) {
		return;
	}
	if (session->advice) {
		place = place_of(session);
		DL_DELETE2(shelf->places, place, previous, next);
		DL_APPEND2(shelf->places, place, previous, next);
		return;
	}
	place = take_place(shelf);
	if (place) {
		place->session = session;
		mk_advise(session->strategy, session->view, &place->advice);
		session->advice = &place->advice;
	}
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
