/* Which cards a move may turn up. */
#ifndef KLONDIKE_TABLE_REVEAL_H
#define KLONDIKE_TABLE_REVEAL_H

#include "games/klondike/table/table.h"

/*
 * The cards that may come up at `position` (a column or the draw pile) when `move` is made: not one
 * that lies elsewhere, in a column none that is known to lie in the pile, in the pile only such
 * ones when they fill all its unknown places.
 */
mk_cards klondike_may_turn_up(const struct klondike_view *view, struct mk_move move, int position);

/*
 * The card that `move` turns over where it is known which one comes; MK_NO_CARD where it is not
 * known, or none is turned over (a waste's front that is laid bare again was up before).
 */
mk_card klondike_sure_to_turn_up(const struct klondike_view *view, struct mk_move move);

/* How many unknown places of the pile hold cards that nobody has seen: not the loose ones. */
int klondike_unseen_in_pile(const struct klondike_view *view);

/*
 * Is `revealed` a card that `move` can turn up? MK_NO_CARD is, where it turns up none, where it is
 * known which one, and where it comes up in the pile to be covered again before anybody saw it.
 */
bool klondike_can_reveal(const struct klondike_view *view, struct mk_move move, mk_card revealed);

#endif
