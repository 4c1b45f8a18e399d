/*
 * Sets of cards laid out so that Klondike's rules become a few shifts.
 *
 * A card has the place 4 * rank + s in a 64-bit set (rank 0 for the ace; s a number for the suit
 * whose colour bit is flipped on odd ranks). Red and black alternate along the two "ladders" (bit 1
 * of the place), so the two cards that may carry a card are exactly four places higher, in the same
 * pair of neighbours: place and place ^ 1 are twins, of equal rank and colour.
 *
 * Twins make face-up arrangements unimportant: a run on one twin may move to the other whenever
 * that one is free, at no cost and both ways. So a table is described by which cards are face up
 * and which of them are still in their first place (on the cards that were dealt under them); the
 * twin that carries a run is never needed. The idea is lonelybot's (vuonghy2442, MIT), the code is
 * not.
 */
#ifndef KLONDIKE_TABLE_LADDER_H
#define KLONDIKE_TABLE_LADDER_H

#include <makker/card.h>
#include <stdbool.h>
#include <stdint.h>

typedef uint64_t ladder_set;

enum { LADDER_PLACES = 52, FIRST_KING = 48 };

#define LADDER_EVEN ((ladder_set)0x5555555555555555)
#define LADDER_KINGS ((ladder_set)0xf << FIRST_KING)
#define LADDER_DECK (((ladder_set)1 << LADDER_PLACES) - 1)
#define LADDER_BIT(place) ((ladder_set)1 << (place))

/* Suits in ladder order: hearts, diamonds, clubs, spades (the red ones first; suit ^ 1 has the same
 * colour). */
static inline int ladder_suit_of(enum mk_suit suit)
{
	static const uint8_t order[MK_SUITS] = {
		[MK_CLUBS] = 2, [MK_DIAMONDS] = 1, [MK_HEARTS] = 0, [MK_SPADES] = 3};

	return order[suit];
}

/* `rank` counts from 0 here. */
static inline int ladder_place(int rank, int suit)
{
	return 4 * rank + (suit ^ ((rank & 1) << 1));
}

static inline int ladder_of_card(mk_card card)
{
	return ladder_place(mk_rank(card) - 1, ladder_suit_of(mk_suit(card)));
}

static inline int ladder_rank(int place)
{
	return place >> 2;
}

static inline int ladder_suit(int place)
{
	return (place & 3) ^ (((place >> 2) & 1) << 1);
}

static inline mk_card ladder_card(int place)
{
	static const uint8_t suits[MK_SUITS] = {MK_HEARTS, MK_DIAMONDS, MK_CLUBS, MK_SPADES};

	return MK_CARD(ladder_rank(place) + 1, suits[ladder_suit(place)]);
}

/* The next card of the same suit; for a king a place without a card. */
static inline int ladder_next(int place)
{
	return (place ^ 2) + 4;
}

static inline int ladder_low(ladder_set set)
{
	return __builtin_ctzll(set);
}

static inline int ladder_high(ladder_set set)
{
	return 63 - __builtin_clzll(set);
}

static inline int ladder_count(ladder_set set)
{
	return __builtin_popcountll(set);
}

/* The two cards that may lie on `place`. */
static inline ladder_set ladder_children(int place)
{
	return place >= 4 ? (ladder_set)3 << ((place & ~1) - 4) : 0;
}

/* The two cards that may carry `place`; none for kings. */
static inline ladder_set ladder_parents(int place)
{
	return place < FIRST_KING ? (ladder_set)3 << ((place & ~1) + 4) : 0;
}

/*
 * Cards that are open, as both places of each pair. An open card can be taken from the front of its
 * column, perhaps after moving the cards on it to the twin. A pair is open if it has more face-up
 * cards than there are free cards of the next lower rank (cards not in their first place, so lying
 * on one of the pair).
 */
static inline ladder_set ladder_open(ladder_set shown, ladder_set first)
{
	ladder_set upper = shown;
	ladder_set lower = (shown & ~first) << 4;
	ladder_set upper_0 = upper & LADDER_EVEN, upper_1 = (upper >> 1) & LADDER_EVEN;
	ladder_set lower_0 = lower & LADDER_EVEN, lower_1 = (lower >> 1) & LADDER_EVEN;
	ladder_set pairs = (upper_0 & upper_1 & ~(lower_0 & lower_1)) |
			   ((upper_0 ^ upper_1) & ~(lower_0 | lower_1));

	return pairs | pairs << 1;
}

/* Cards that can be moved to a column: onto an open pair, kings into an empty column. */
static inline ladder_set ladder_landing(ladder_set open, ladder_set shown, ladder_set first)
{
	ladder_set landing = open >> 4;

	if (ladder_count(shown & (first | LADDER_KINGS)) < 7) {
		landing |= LADDER_KINGS;
	}
	return landing;
}

/* The cards below each of `next` in their suits; none below aces. */
static inline ladder_set ladder_below(ladder_set next)
{
	const ladder_set low = 0x3333333333333333;

	return ((next & low) << 2 | (next >> 2 & low)) >> 4;
}

/*
 * True if it is proven right to put the next card of `suit` on its foundation. Without return: both
 * foundations of the other colour are at most one rank behind it, so no card can need it as a
 * place. With return: two ranks behind, and the other suit of its colour three (Blake and Gent,
 * arXiv 1906.12314, theorem 1 and corollary 3). `height` are the foundations' ranks in ladder
 * order.
 */
static inline bool ladder_is_safe(const uint8_t height[MK_SUITS], int suit, bool foundation_return)
{
	int rank = height[suit] + 1;
	int other = (suit & 2) ^ 2;
	int lowest = height[other] < height[other + 1] ? height[other] : height[other + 1];

	if (foundation_return) {
		return rank <= lowest + 2 && rank <= height[suit ^ 1] + 3;
	}
	return rank <= lowest + 1;
}

#endif
