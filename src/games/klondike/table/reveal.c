/* Which cards may come up. */
#include "games/klondike/table/reveal.h"

static int unknown_places(const struct klondike_view *view)
{
	int unknown = 0;

	for (int i = 0; i < view->pile_count; i++) {
		unknown += view->pile[i] == MK_NO_CARD;
	}
	return unknown;
}

int klondike_unseen_in_pile(const struct klondike_view *view)
{
	return unknown_places(view) - __builtin_popcountll(view->pile_loose);
}

/* After mixing, every card that is known to lie in the pile may come first. */
static mk_cards loose_after(const struct klondike_view *view, struct mk_move move)
{
	mk_cards loose = view->pile_loose;

	if (move.kind == SHUFFLE && !view->rules.kept) {
		for (int i = 0; i < view->pile_count; i++) {
			loose |= MK_CARD_BIT(view->pile[i]);
		}
	}
	return loose & MK_WHOLE_DECK;
}

mk_cards klondike_may_turn_up(const struct klondike_view *view, struct mk_move move, int position)
{
	mk_cards unseen = MK_WHOLE_DECK & ~klondike_seen_cards(view);

	if (position != DRAW_PILE) {
		return unseen;
	}
	return klondike_unseen_in_pile(view) > 0 ? unseen | loose_after(view, move)
						 : loose_after(view, move);
}

mk_card klondike_sure_to_turn_up(const struct klondike_view *view, struct mk_move move)
{
	bool turning = move.kind == DRAW || move.kind == SHUFFLE;
	mk_card known;

	(void)klondike_turns_up(view, move, &known);
	return move.from == DRAW_PILE && !turning && view->turned > 1 ? MK_NO_CARD : known;
}

bool klondike_can_reveal(const struct klondike_view *view, struct mk_move move, mk_card revealed)
{
	mk_card known;
	int position = klondike_turns_up(view, move, &known);

	if (position == MK_NO_SEAT) {
		return revealed == MK_NO_CARD || revealed == known;
	}
	if (revealed == MK_NO_CARD) {
		return position == DRAW_PILE;
	}
	return mk_is_card(revealed) &&
	       (klondike_may_turn_up(view, move, position) & MK_CARD_BIT(revealed)) != 0;
}
