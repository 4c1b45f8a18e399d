/*
 * Unconfirmed cards: read, and perhaps misread.
 *
 * A card that comes up is used from one good reading on, so that the game continues; it stays
 * unconfirmed until so many pictures have shown it that a misreading is beyond doubt. Misreadings
 * repeat: a second picture of the same table says less than the first picture of another.
 */
#ifndef KLONDIKE_TRACKING_CONFIRM_H
#define KLONDIKE_TRACKING_CONFIRM_H

#include "games/klondike/tracking/scene.h"
#include "games/klondike/tracking/watch.h"

/*
 * Compares the pictures that were not compared yet with `view`, which explains the newest of them:
 * the cards in front become less or more doubtful. Those beyond doubt leave the unconfirmed ones.
 */
void confirm_by_pictures(struct klondike_tracker *memory, struct klondike_view *view);

/* Adds the front cards that the finding reveals, of those that pictures have shown (`read`). */
void confirm_later(struct klondike_tracker *memory, struct klondike_view *view,
	const struct mk_finding *finding, mk_cards read);

/* Every card whose place is known is to be seen again. */
void confirm_reset(struct klondike_tracker *memory, struct klondike_view *view);

/*
 * Keeps as unconfirmed those of the cards that lie in a known place of a column or of the draw
 * pile. Of a foundation only its next card can be played there: that is proof enough.
 */
void confirm_keep(struct klondike_view *view, mk_cards unconfirmed);

/*
 * The unconfirmed front cards that all pictures, also those that were not accepted, show to be
 * right rather than wrong.
 */
mk_cards confirm_well_read(const struct klondike_tracker *memory, const struct klondike_view *view);

/* Is the card beyond doubt, and better known than by one picture like the newest? */
bool confirm_is_done(const struct klondike_tracker *memory, mk_card card);

/* Slots of struct mk_game, see there. */
mk_cards klondike_unconfirmed(const struct mk_view *view);
void klondike_confirm(struct mk_view *view);
void klondike_confirm_card(struct mk_view *view, mk_card card, struct mk_finding *finding);

/*
 * Revisions: the view with another card at the place of one that was misread, or without the draw
 * that was concluded from a misread card (undone.h).
 *
 * Only unconfirmed cards are revised: one in front to cards that the picture shows and that are not
 * placed elsewhere; one that is covered, where the picture shows it elsewhere, to the likeliest
 * card that may have been misread so. That one stays unconfirmed.
 */

/* The place of a card that lies in the draw pile at an unknown place; of one that does not lie
 * there. */
enum { LOOSE = -1, NOWHERE = -2 };

/* The place of a card in its column or in the draw pile, from 0; LOOSE; or NOWHERE. */
int klondike_place_in(const struct klondike_view *view, int position, mk_card card);

enum { MAX_REVISIONS = 6 };

struct revision {
	struct mk_revision card;
	float odds; /* the logarithm of how likely it is that the card was misread so */
	struct klondike_view view;
};

/* The revisions of front cards that the picture gives a reason for; their number. */
int klondike_revisions(const struct klondike_view *view, const struct scene *scene,
	struct revision revisions[MAX_REVISIONS]);

/* ... and those of covered cards. */
int klondike_covered_revisions(const struct klondike_view *view, const struct scene *scene,
	struct revision revisions[MAX_REVISIONS]);

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
