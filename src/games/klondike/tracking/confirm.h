/*
 * Cards that were read, and may have been misread.
 *
 * A card that comes up is believed from one good reading on, so that the game can continue; it
 * stays unconfirmed until so many pictures have shown it that a misreading is beyond doubt.
 * Misreadings repeat: a second picture of the same table says less than a first one of another.
 */
#ifndef KLONDIKE_TRACKING_CONFIRM_H
#define KLONDIKE_TRACKING_CONFIRM_H

#include "games/klondike/tracking/watch.h"

/*
 * Compares the pictures that were not compared yet with `view`, which explains the newest of them:
 * the cards in front become less or more doubtful. Those beyond doubt leave the unconfirmed ones.
 */
void confirm_by_pictures(struct klondike_tracker *memory, struct klondike_view *view);

/* Adds the cards that the finding tells in front: a picture has shown them for the first time. */
void confirm_later(struct klondike_tracker *memory, struct klondike_view *view,
	const struct mk_finding *finding);

/*
 * Keeps as unconfirmed those of the cards that lie in a known place of a column or of the draw
 * pile. Of a foundation only its next card can be played there: that is proof enough.
 */
void confirm_keep(struct klondike_view *view, mk_cards unconfirmed);

/* Is the card beyond doubt, and better known than by one picture like the newest? */
bool confirm_is_done(const struct klondike_tracker *memory, mk_card card);

/* Slots of struct mk_game, see there. */
mk_cards klondike_unconfirmed(const struct mk_view *view);
void klondike_confirm(struct mk_view *view);
void klondike_confirm_card(struct mk_view *view, mk_card card, struct mk_finding *finding);

#endif
