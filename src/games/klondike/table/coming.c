/* What the draw pile can still bring. */
#include "games/klondike/table/sets.h"

/* The cards at the waste's front while the pile is turned to its end; bit MK_NO_CARD for unknown
 * ones. */
static mk_cards this_pass(const struct klondike_view *view, int turned)
{
	mk_cards fronts = 0;

	while (turned < view->pile_count) {
		turned += view->rules.draw;
		if (turned > view->pile_count) {
			turned = view->pile_count;
		}
		fronts |= MK_CARD_BIT(view->pile[turned - 1]);
	}
	return fronts;
}

static mk_cards whole_pile(const struct klondike_view *view)
{
	mk_cards cards = 0;

	for (int i = 0; i < PILE; i++) {
		cards |= MK_CARD_BIT(view->pile[i]);
	}
	return cards;
}

static int unknown_places(const struct klondike_view *view)
{
	int unknown = 0;

	for (int i = 0; i < view->pile_count; i++) {
		unknown += view->pile[i] == MK_NO_CARD;
	}
	return unknown;
}

struct klondike_reachable_stock klondike_reachable_stock(const struct klondike_view *view)
{
	bool again = view->shuffles != 0;
	mk_cards front = MK_CARD_BIT(klondike_front(view, DRAW_PILE)) & MK_WHOLE_DECK;
	struct klondike_reachable_stock coming = {.unseen = false};
	mk_cards cards;

	if (again && (view->rules.draw == 1 || !view->rules.kept)) {
		cards = whole_pile(view);
	} else {
		cards = this_pass(view, view->turned) | (again ? this_pass(view, 0) : 0);
	}
	if (cards & MK_CARD_BIT(MK_NO_CARD)) {
		cards |= view->pile_loose;
		coming.unseen = unknown_places(view) > cards_count(view->pile_loose);
	}
	coming.cards = (cards | front) & MK_WHOLE_DECK;
	return coming;
}
