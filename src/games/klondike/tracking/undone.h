/*
 * Undone draws: a draw that was not made because the snapshots that showed its card were misread,
 * so that the previous front card is still in front. In a revision, the card directly beneath takes
 * the place of the front card.
 */
#ifndef KLONDIKE_TRACKING_UNDONE_H
#define KLONDIKE_TRACKING_UNDONE_H

#include "games/klondike/tracking/confirm.h"

/* The front card before the last draw; MK_NO_CARD if the draw cannot be undone. */
mk_card klondike_front_before_draw(const struct klondike_view *view);

/* True if the revision says that the front card was not drawn. */
bool klondike_is_undrawn(const struct klondike_view *view, struct mk_revision revision);

/* Undoes the last draw with its counters. The draw must be undoable. */
void klondike_undraw(struct klondike_view *view);

/*
 * Called for an accepted finding about `view` that revises a card, which may be the last drawn one.
 */
void undone_revise(struct klondike_tracker *memory, const struct klondike_view *view,
	const struct mk_finding *finding);

/*
 * Called with the view after an accepted finding: records whether its last move was a draw that may
 * be undone.
 */
void undone_note(struct klondike_tracker *memory, const struct klondike_view *view,
	const struct mk_finding *finding, const struct scene *scene);

/*
 * Updates the odds with a snapshot that shows `card` in front of the waste, with probability
 * `wrong` of being a misreading.
 */
void undone_compare(struct klondike_tracker *memory, const struct klondike_view *view, mk_card card,
	float wrong);

/*
 * Finds the revision that undoes the last draw, if the snapshot does not show the drawn card; false
 * if there is none.
 */
bool klondike_undrawn(
	const struct klondike_view *view, const struct scene *scene, struct revision *revision);

/*
 * Upper bound on the probability of that revision with `legal` legal moves; cheaper than its odds.
 */
float klondike_undrawn_share(
	const struct klondike_view *view, const struct scene *scene, int legal);

#endif
