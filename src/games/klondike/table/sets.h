/*
 * Operations on sets of cards: 64 bits, one nibble for each rank, with the suits clubs, diamonds,
 * hearts, spades as its bits. The outer two bits of a nibble are black, the inner two red.
 */
#ifndef KLONDIKE_TABLE_SETS_H
#define KLONDIKE_TABLE_SETS_H

#include "games/klondike/table/table.h"

#define KINGS ((mk_cards)15 << MK_CARD(MK_KING, 0))

/* For every card, the two cards of its rank and the other colour. */
static inline mk_cards other_colour(mk_cards cards)
{
	static const mk_cards first_of_rank = 0x1111111111111111;
	mk_cards black = (cards | cards >> 3) & first_of_rank;
	mk_cards red = (cards >> 1 | cards >> 2) & first_of_rank;

	return black << 1 | black << 2 | red | red << 3;
}

/* The cards that may be laid on one of `fronts` in a column. */
static inline mk_cards cards_onto(mk_cards fronts)
{
	return other_colour(fronts) >> 4 & MK_WHOLE_DECK;
}

/* The cards on which one of `cards` may be laid. */
static inline mk_cards cards_below(mk_cards cards)
{
	return other_colour(cards) << 4 & MK_WHOLE_DECK;
}

/* The next card of each foundation. */
static inline mk_cards cards_next(const uint8_t foundation[MK_SUITS])
{
	mk_cards next = 0;

	for (int suit = 0; suit < MK_SUITS; suit++) {
		next |= MK_CARD_BIT(MK_CARD(foundation[suit] + 1, suit));
	}
	return next & MK_WHOLE_DECK;
}

static inline int cards_count(mk_cards cards)
{
	return __builtin_popcountll(cards);
}

/* The lowest card of a non-empty set. */
static inline mk_card cards_first(mk_cards cards)
{
	return (mk_card)__builtin_ctzll(cards);
}

static inline bool cards_have(mk_cards cards, mk_card card)
{
	return (cards >> card & 1) != 0;
}

/*
 * Cards that turning alone can bring to the front of the waste, the present front card included.
 * `unseen`: an unseen card may come too.
 */
struct klondike_reachable_stock {
	mk_cards cards;
	bool unseen;
};

struct klondike_reachable_stock klondike_reachable_stock(const struct klondike_view *view);

/*
 * True if turning now would leave the table unchanged: all remaining cards come up again at once,
 * in the same order. No camera could see it, and it must not be suggested.
 */
static inline bool klondike_turns_to_the_same(const struct klondike_view *view)
{
	return klondike_left(view) == 0 &&
	       (view->pile_count <= 1 ||
		       (view->rules.kept && view->pile_count <= view->rules.draw));
}

#endif
