/*
 * Unconfirmed cards: cards that were read and may be misread.
 *
 * A card that comes up is used after one good reading, so that the game can continue. It stays
 * unconfirmed until enough snapshots have shown it that a misreading is beyond doubt. Misreadings
 * repeat: a second snapshot of the same table is weaker evidence than the first one of another
 * table.
 */
#ifndef KLONDIKE_TRACKING_CONFIRM_H
#define KLONDIKE_TRACKING_CONFIRM_H

#include "games/klondike/tracking/scene.h"
#include "games/klondike/tracking/watch.h"

/*
 * Compares the snapshots that were not compared yet with `view`, which explains the newest one, and
 * updates the doubt of the front cards. Cards beyond doubt are no longer unconfirmed.
 */
void confirm_by_pictures(struct klondike_tracker *memory, struct klondike_view *view);

/*
 * Marks the front cards that the finding reveals as unconfirmed if snapshots have shown them
 * (`read`).
 */
void confirm_later(struct klondike_tracker *memory, struct klondike_view *view,
	const struct mk_finding *finding, mk_cards read);

/* Marks every card with a known place as unconfirmed. */
void confirm_reset(struct klondike_tracker *memory, struct klondike_view *view);

/*
 * Keeps as unconfirmed those of the cards that have a known place in a column or in the draw pile.
 * A card on a foundation needs no confirmation: only the next card can be played there.
 */
void confirm_keep(struct klondike_view *view, mk_cards unconfirmed);

/*
 * The unconfirmed front cards that are more likely right than wrong, by all snapshots including
 * those that were not accepted.
 */
mk_cards confirm_well_read(const struct klondike_tracker *memory, const struct klondike_view *view);

/* True if the card is beyond doubt, and better known than by one snapshot like the newest. */
bool confirm_is_done(const struct klondike_tracker *memory, mk_card card);

/* Members of struct mk_game, see there. */
mk_cards klondike_unconfirmed(const struct mk_view *view);
void klondike_confirm(struct mk_view *view);
void klondike_confirm_card(struct mk_view *view, mk_card card, struct mk_finding *finding);

/*
 * Revisions: the view with another card in place of a misread one, or without the draw that was
 * concluded from a misread card (undone.h).
 *
 * Only unconfirmed cards are revised. A front card is revised to cards that the snapshot shows and
 * that have no place elsewhere. A covered card is revised if the snapshot shows it elsewhere, to
 * the likeliest card that may have been misread as it. The new card stays unconfirmed.
 */

/*
 * Places of a card that lies at an unknown place of the draw pile, and of one that does not lie
 * there.
 */
enum { LOOSE = -1, NOWHERE = -2 };

/* The index of a card in its column or in the draw pile; LOOSE; or NOWHERE. */
int klondike_place_in(const struct klondike_view *view, int position, mk_card card);

enum { MAX_REVISIONS = 6 };

struct revision {
	struct mk_revision card;
	float odds; /* log-probability that the card was misread so */
	struct klondike_view view;
};

/*
 * Finds the revisions of front cards for which the snapshot gives a reason; returns their number.
 */
int klondike_revisions(const struct klondike_view *view, const struct scene *scene,
	struct revision revisions[MAX_REVISIONS]);

/* Finds the revisions of covered cards; returns their number. */
int klondike_covered_revisions(const struct klondike_view *view, const struct scene *scene,
	struct revision revisions[MAX_REVISIONS]);

/*
 * Upper bounds on the total probability that unconfirmed front cards were misread as the revisions
 * say: as a card of the same rank and colour, and as any other.
 */
struct revised_shares {
	float alike, unlike;
};

/* Computes the bounds for `slots`; false if there are no revisions. */
bool klondike_revised_shares(const struct klondike_view *view, const struct scene *scene,
	unsigned slots, struct revised_shares *shares);

/*
 * Applies the revision. Returns false, with the view unchanged, if the other card cannot lie there.
 */
bool klondike_revise(struct klondike_view *view, struct mk_revision revision);

#endif
