/* Playing cards: one byte each, and their text forms. */
#ifndef MAKKER_CARD_H
#define MAKKER_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A card is rank * 4 + suit: rank 1 (ace) to 13 (king), suits in the order of the original
 * program's foundations. 0 is no card. Every card therefore fits a bit of a 64-bit set
 * (MK_CARD_BIT), and the card one rank higher in the same suit is card + 4.
 */
typedef uint8_t mk_card;

enum {
	MK_NO_CARD = 0,
	MK_FIRST_CARD = 4,
	MK_LAST_CARD = 55,
	MK_DECK = 52,
	MK_RANKS = 13,
	MK_SUITS = 4
};
enum mk_suit { MK_CLUBS, MK_DIAMONDS, MK_HEARTS, MK_SPADES };
enum mk_rank { MK_ACE = 1, MK_JACK = 11, MK_QUEEN = 12, MK_KING = 13 };

/* A set of different cards, one bit for each. */
typedef uint64_t mk_cards;

#define MK_CARD(rank, suit) ((mk_card)((rank)*4 + (suit)))
#define MK_CARD_BIT(card) ((mk_cards)1 << (card))
#define MK_WHOLE_DECK ((((mk_cards)1 << MK_DECK) - 1) << MK_FIRST_CARD)

static inline int mk_rank(mk_card card)
{
	return card >> 2;
}

static inline enum mk_suit mk_suit(mk_card card)
{
	return (enum mk_suit)(card & 3);
}

/* Diamonds and hearts. */
static inline bool mk_is_red(mk_card card)
{
	return (((card & 3) + 1) & 2) != 0;
}

static inline bool mk_is_card(int card)
{
	return card >= MK_FIRST_CARD && card <= MK_LAST_CARD;
}

/*
 * Reads one card: rank A 2-9 0|10|T J Q K and suit C D H S or one of the four suit signs, in either
 * order, any case. Returns MK_NO_CARD when `text` (`length` bytes) is anything else.
 */
mk_card mk_card_read(const char *text, size_t length);

/* Notation of the cards in a terminal drawing. */
struct mk_card_style {
	bool colour; /* ANSI */
	bool codes; /* true: "QD" in every language, as mk_card_read() reads; false: "Q♦" with its
		       letters */
};

/* The two-character code, rank then suit, ten as "0": "8D", "0H". "XX" for no card. Static text. */
const char *mk_card_code(mk_card card);

#endif
