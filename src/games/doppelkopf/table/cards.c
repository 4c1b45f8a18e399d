/* Kinds as cards and back, and what they count. */
#include "games/doppelkopf/table/cards.h"

static const uint8_t rank_of[DOKO_RANKS] = {
	MK_ACE,
	10,
	MK_KING,
	MK_QUEEN,
	MK_JACK,
	9,
};
static const uint8_t suit_of[DOKO_SUITS] = {MK_CLUBS, MK_SPADES, MK_HEARTS, MK_DIAMONDS};

/* clang-format off: a row a suit. */
const uint8_t doko_card_points[DOKO_KINDS] = {
	11,
	10,
	4,
	3,
	2,
	0,
	11,
	10,
	4,
	3,
	2,
	0,
	11,
	10,
	4,
	3,
	2,
	0,
	11,
	10,
	4,
	3,
	2,
	0,
};
/* clang-format on */

doko_set doko_join(doko_set set, doko_set more)
{
	for (; more; more &= more - 1) {
		set = doko_add(set, doko_first(more));
	}
	return set;
}

doko_set doko_without(doko_set set, doko_set less)
{
	for (; less; less &= less - 1) {
		set = doko_remove(set, doko_first(less));
	}
	return set;
}

int doko_set_augen(doko_set set)
{
	int augen = 0;

	for (; set; set &= set - 1) {
		augen += doko_card_points[doko_first(set)];
	}
	return augen;
}

mk_card doko_card(int kind)
{
	return MK_CARD(rank_of[kind % DOKO_RANKS], suit_of[kind / DOKO_RANKS]);
}

int doko_kind(mk_card card)
{
	static const uint8_t rank_at[MK_RANKS + 1] = {
		[0] = DOKO_NO_KIND,
		[MK_ACE] = DOKO_ACE,
		[2] = DOKO_NO_KIND,
		[3] = DOKO_NO_KIND,
		[4] = DOKO_NO_KIND,
		[5] = DOKO_NO_KIND,
		[6] = DOKO_NO_KIND,
		[7] = DOKO_NO_KIND,
		[8] = DOKO_NO_KIND,
		[9] = DOKO_NINE,
		[10] = DOKO_TEN,
		[MK_JACK] = DOKO_JACK,
		[MK_QUEEN] = DOKO_QUEEN,
		[MK_KING] = DOKO_KING,
	};
	static const uint8_t suit_at[MK_SUITS] = {
		[MK_CLUBS] = DOKO_CLUBS,
		[MK_SPADES] = DOKO_SPADES,
		[MK_HEARTS] = DOKO_HEARTS,
		[MK_DIAMONDS] = DOKO_DIAMONDS,
	};
	int rank;

	if (!mk_is_card(card)) {
		return DOKO_NO_KIND;
	}
	rank = rank_at[mk_rank(card)];
	return rank == DOKO_NO_KIND ? DOKO_NO_KIND : DOKO_KIND(suit_at[mk_suit(card)], rank);
}
