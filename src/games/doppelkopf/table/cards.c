/* Conversion of kinds and cards, card points, and the orders of the game types. */
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

/*
 * The orders of all game types, computed by the compiler from one line each.
 *
 * A line names the trumps: kings, queens, jacks, one suit or none, the tens of hearts. Powers: 64
 * for a ten of hearts, up to 55 for kings, 47 for queens, 39 for jacks, 22 for the trump suit, 6
 * for a side suit.
 */

#define SUIT_OF(kind) ((kind) / DOKO_RANKS)
#define RANK_OF(kind) ((kind) % DOKO_RANKS)

#define IS_PICTURE(kind, kings, queens, jacks) \
	((RANK_OF(kind) == DOKO_KING && (kings)) || (RANK_OF(kind) == DOKO_QUEEN && (queens)) || \
		(RANK_OF(kind) == DOKO_JACK && (jacks)))
#define IS_DULLE(kind, dullen) ((kind) == DOKO_DULLE && (dullen))
#define IS_TRUMP(kind, kings, queens, jacks, suit, dullen) \
	(IS_DULLE(kind, dullen) || IS_PICTURE(kind, kings, queens, jacks) || \
		SUIT_OF(kind) == (suit))

#define COLOUR(kind, ...) (IS_TRUMP(kind, __VA_ARGS__) ? DOKO_TRUMP : SUIT_OF(kind))
#define SIDE_POWER(kind) (DOKO_RANKS - RANK_OF(kind))
#define PICTURE_POWER(kind) (56 - 8 * (RANK_OF(kind) - DOKO_KING) - 1 - SUIT_OF(kind))
#define POWER(kind, kings, queens, jacks, suit, dullen) \
	(IS_DULLE(kind, dullen)                          ? 64 \
		: IS_PICTURE(kind, kings, queens, jacks) ? PICTURE_POWER(kind) \
		: SUIT_OF(kind) == (suit)                ? 16 + SIDE_POWER(kind) \
							 : SIDE_POWER(kind))

#define MEMBER(kind, wanted, ...) \
	(COLOUR(kind, __VA_ARGS__) == (wanted) ? DOKO_BOTH(kind) : (doko_set)0)

#define EACH_KIND(do, between, ...) \
	do \
	(0, __VA_ARGS__) between do(1, __VA_ARGS__) between do(2, __VA_ARGS__) between do(3, \
		__VA_ARGS__) between do(4, __VA_ARGS__) between do(5, __VA_ARGS__) between do(6, \
		__VA_ARGS__) between do(7, __VA_ARGS__) between do(8, __VA_ARGS__) between do(9, \
		__VA_ARGS__) between do(10, __VA_ARGS__) between do(11, __VA_ARGS__) \
		between do(12, __VA_ARGS__) between do(13, __VA_ARGS__) between do( \
			14, __VA_ARGS__) between do(15, __VA_ARGS__) between do(16, __VA_ARGS__) \
			between do(17, __VA_ARGS__) between do(18, __VA_ARGS__) \
				between do(19, __VA_ARGS__) between do(20, __VA_ARGS__) \
					between do(21, __VA_ARGS__) between do(22, __VA_ARGS__) \
						between do(23, __VA_ARGS__)

#define SET(wanted, ...) EACH_KIND(MEMBER, |, wanted, __VA_ARGS__)
#define COLOUR_ENTRY(kind, ...) [kind] = COLOUR(kind, __VA_ARGS__),
#define POWER_ENTRY(kind, ...) [kind] = POWER(kind, __VA_ARGS__),

#define ORDER(kings, queens, jacks, suit, dullen) \
	{ \
		.colour = {SET(DOKO_CLUBS, kings, queens, jacks, suit, dullen), \
			SET(DOKO_SPADES, kings, queens, jacks, suit, dullen), \
			SET(DOKO_HEARTS, kings, queens, jacks, suit, dullen), \
			SET(DOKO_DIAMONDS, kings, queens, jacks, suit, dullen), \
			SET(DOKO_TRUMP, kings, queens, jacks, suit, dullen)}, \
		.colour_of = {EACH_KIND(COLOUR_ENTRY, , kings, queens, jacks, suit, dullen)}, \
		.power = {EACH_KIND(POWER_ENTRY, , kings, queens, jacks, suit, dullen)}, \
		.ace = (suit) == NO_SUIT ? DOKO_NO_KIND : DOKO_KIND(suit, DOKO_ACE), \
		.low = (suit) == NO_SUIT ? DOKO_NO_KIND : DOKO_KIND(suit, DOKO_NINE), \
	}

#define NO_SUIT 4

/* Without and with the tens of hearts as trumps. Without a trump suit they are never trumps. */
#define WITH_SUIT(suit) \
	{ \
		ORDER(0, 1, 1, suit, 0), ORDER(0, 1, 1, suit, 1) \
	}
#define PICTURES(kings, queens, jacks) \
	{ \
		ORDER(kings, queens, jacks, NO_SUIT, 0), ORDER(kings, queens, jacks, NO_SUIT, 0) \
	}

static const struct doko_order orders[DOKO_TYPES][2] = {
	[DOKO_NORMAL] = WITH_SUIT(DOKO_DIAMONDS),
	[DOKO_MARRIAGE] = WITH_SUIT(DOKO_DIAMONDS),
	[DOKO_POVERTY] = WITH_SUIT(DOKO_DIAMONDS),
	[DOKO_CLUBS_SOLO] = WITH_SUIT(DOKO_CLUBS),
	[DOKO_SPADES_SOLO] = WITH_SUIT(DOKO_SPADES),
	[DOKO_HEARTS_SOLO] = WITH_SUIT(DOKO_HEARTS),
	[DOKO_DIAMONDS_SOLO] = WITH_SUIT(DOKO_DIAMONDS),
	[DOKO_QUEENS_SOLO] = PICTURES(0, 1, 0),
	[DOKO_JACKS_SOLO] = PICTURES(0, 0, 1),
	[DOKO_TRUMPLESS_SOLO] = PICTURES(0, 0, 0),
	[DOKO_KINGS_SOLO] = PICTURES(1, 0, 0),
	[DOKO_QUEENS_JACKS_SOLO] = PICTURES(0, 1, 1),
	[DOKO_KINGS_JACKS_SOLO] = PICTURES(1, 0, 1),
	[DOKO_KINGS_QUEENS_SOLO] = PICTURES(1, 1, 0),
	[DOKO_KOEHLER_SOLO] = PICTURES(1, 1, 1),
};

const struct doko_order *doko_order(int type, bool dullen)
{
	return &orders[type < DOKO_TYPES ? type : DOKO_NORMAL][dullen];
}
