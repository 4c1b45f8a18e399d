/*
 * A card that was misread before: what is known, with another card in front of a place.
 *
 * Only unconfirmed cards (confirm.h) are revised, and only as cards that the picture shows and that
 * lie nowhere else. Cards that lie covered by now are left to the repair of the journal.
 */
#ifndef KLONDIKE_TRACKING_REVISE_H
#define KLONDIKE_TRACKING_REVISE_H

#include "games/klondike/tracking/scene.h"

enum { MOST_REVISIONS = 6 };

struct revision {
	struct mk_revision card;
	float odds; /* the logarithm of how likely it is that the card was misread so */
	struct klondike_view view;
};

/* The revisions that the picture gives a reason for; their number. */
int klondike_revisions(const struct klondike_view *view, const struct scene *scene,
	struct revision revisions[MOST_REVISIONS]);

/*
 * How likely it is that an unconfirmed card in front was misread as the revisions say, all of them
 * together, at most: those to a card of the same rank and colour, and all others.
 */
struct revised_shares {
	float alike, unlike;
};

/* Of those at `slots`; false where there are none. */
bool klondike_revised_shares(const struct klondike_view *view, const struct scene *scene,
	unsigned slots, struct revised_shares *shares);

/* Puts the other card there. False, with the view as it was, where it cannot lie there. */
bool klondike_revise(struct klondike_view *view, struct mk_revision revision);

#endif
