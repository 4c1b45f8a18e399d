/*
 * A draw that was not made: the pictures that showed its card were misread, and the card in front
 * before it is in front still. A revision says so that puts that one, which lies directly beneath
 * the front card, in the place of the front card.
 */
#ifndef KLONDIKE_TRACKING_UNDONE_H
#define KLONDIKE_TRACKING_UNDONE_H

#include "games/klondike/tracking/confirm.h"

/* The card that is in front where the last draw was not made; MK_NO_CARD: it can't be undone. */
mk_card klondike_front_before_draw(const struct klondike_view *view);

/* Does the revision say that the front card was not drawn? */
bool klondike_is_undrawn(const struct klondike_view *view, struct mk_revision revision);

/* Takes the draw back, with its counters. It can be undone. */
void klondike_undraw(struct klondike_view *view);

/* A finding about `view` that revises a card is accepted: that of the card that was drawn, perhaps.
 */
void undone_revise(struct klondike_tracker *memory, const struct klondike_view *view,
	const struct mk_finding *finding);

/* ... and led to `view`: was it a draw that may be undone? */
void undone_note(struct klondike_tracker *memory, const struct klondike_view *view,
	const struct mk_finding *finding, const struct scene *scene);

/* A picture that shows `card`, which is wrong so often, at the place of the card that was drawn. */
void undone_compare(struct klondike_tracker *memory, const struct klondike_view *view, mk_card card,
	float wrong);

/* The revision, where the picture does not show the card that was drawn; false: there is none. */
bool klondike_undrawn(
	const struct klondike_view *view, const struct scene *scene, struct revision *revision);

/* How likely that is, at most, where so many moves are legal; for less than its odds cost. */
float klondike_undrawn_share(
	const struct klondike_view *view, const struct scene *scene, int legal);

#endif
