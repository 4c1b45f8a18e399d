/* The cards of Doppelkopf: 24 kinds with two copies each, and sets of them. */
#ifndef GAMES_DOPPELKOPF_TABLE_CARDS_H
#define GAMES_DOPPELKOPF_TABLE_CARDS_H

#include <makker/card.h>

/*
 * A kind is suit * 6 + rank, suits and ranks from the highest down: that of the ace of clubs is 0,
 * that of the nine of diamonds 23.
 */
enum { DOKO_CLUBS, DOKO_SPADES, DOKO_HEARTS, DOKO_DIAMONDS, DOKO_SUITS };
enum { DOKO_ACE, DOKO_TEN, DOKO_KING, DOKO_QUEEN, DOKO_JACK, DOKO_NINE, DOKO_RANKS };
enum { DOKO_KINDS = 24, DOKO_NO_KIND = 255, DOKO_SEATS = 4, DOKO_CARDS = 48, DOKO_TRICKS = 12 };

#define DOKO_KIND(suit, rank) ((suit)*DOKO_RANKS + (rank))

enum {
	DOKO_CLUB_QUEEN = DOKO_KIND(DOKO_CLUBS, DOKO_QUEEN),
	DOKO_CLUB_JACK = DOKO_KIND(DOKO_CLUBS, DOKO_JACK),
	DOKO_DULLE = DOKO_KIND(DOKO_HEARTS, DOKO_TEN),
	DOKO_FOX = DOKO_KIND(DOKO_DIAMONDS, DOKO_ACE),
	DOKO_DIAMOND_QUEEN = DOKO_KIND(DOKO_DIAMONDS, DOKO_QUEEN),
};

/*
 * A set of cards with two bits per kind: 00 none, 01 one copy, 11 both. The population count is the
 * number of cards, and the low bits (DOKO_ONE_EACH) show which kinds are in the set.
 */
typedef uint64_t doko_set;

#define DOKO_BOTH(kind) ((doko_set)3 << 2 * (kind))
#define DOKO_ONE(kind) ((doko_set)1 << 2 * (kind))
#define DOKO_ONE_EACH ((doko_set)0x555555555555)
#define DOKO_ALL ((doko_set)0xffffffffffff)

static inline int doko_count(doko_set set)
{
	return __builtin_popcountll(set);
}

/* The number of copies of a kind, 0 to 2. */
static inline int doko_copies(doko_set set, int kind)
{
	return doko_count(set & DOKO_BOTH(kind));
}

/* Adds one copy; the set has at most one. */
static inline doko_set doko_add(doko_set set, int kind)
{
	return set | (set & DOKO_ONE(kind) ? DOKO_BOTH(kind) : DOKO_ONE(kind));
}

/* Removes one copy; the set has at least one. */
static inline doko_set doko_remove(doko_set set, int kind)
{
	doko_set both = set & DOKO_BOTH(kind);

	return (set & ~DOKO_BOTH(kind)) | (both >> 1 & DOKO_ONE(kind));
}

/* The first kind of a non-empty set. */
static inline int doko_first(doko_set set)
{
	return __builtin_ctzll(set) >> 1;
}

/* Adds all cards of `more`; both sets together have no kind more than twice. */
static inline doko_set doko_join(doko_set set, doko_set more)
{
	return set | more | (set & more & DOKO_ONE_EACH) << 1;
}

/* Removes the cards of `less`, which are all in `set`. */
static inline doko_set doko_without(doko_set set, doko_set less)
{
	doko_set left = set & ~less;

	return ((left | left >> 1) & DOKO_ONE_EACH) |
	       (set & ~((less & DOKO_ONE_EACH) << 1) & ~DOKO_ONE_EACH);
}

/* Both copies of all kinds of a deck. */
static inline doko_set doko_deck(bool nines)
{
	return nines ? DOKO_ALL : DOKO_ALL & ~((doko_set)0xc00c00c00c00);
}

/* Card points of a kind, and of a set. */
extern const uint8_t doko_card_points[DOKO_KINDS];
int doko_set_augen(doko_set set);

mk_card doko_card(int kind);

/* The kind of a card; DOKO_NO_KIND if Doppelkopf does not use it. */
int doko_kind(mk_card card);

/* Trumps, and which card beats which: one table per game type. */

/* Game types. A silent solo and a normal game differ only in the hands. */
enum doko_type {
	DOKO_NORMAL,
	DOKO_MARRIAGE,
	DOKO_POVERTY,
	DOKO_CLUBS_SOLO,
	DOKO_SPADES_SOLO,
	DOKO_HEARTS_SOLO,
	DOKO_DIAMONDS_SOLO,
	DOKO_QUEENS_SOLO,
	DOKO_JACKS_SOLO,
	DOKO_TRUMPLESS_SOLO,
	DOKO_KINGS_SOLO,
	DOKO_QUEENS_JACKS_SOLO,
	DOKO_KINGS_JACKS_SOLO,
	DOKO_KINGS_QUEENS_SOLO,
	DOKO_KOEHLER_SOLO,
	DOKO_THROWN,
	DOKO_TYPES = DOKO_THROWN /* those that are played */
};

static inline bool doko_is_solo(int type)
{
	return type >= DOKO_CLUBS_SOLO && type <= DOKO_KOEHLER_SOLO;
}

/* Suit classes: the four side suits as above, and trump. */
enum { DOKO_TRUMP = DOKO_SUITS, DOKO_SUIT_CLASSES };

/*
 * `colour` has both copies of all kinds of a suit class. Powers are compared only if both cards are
 * trumps or follow the led side suit. Each trump has a higher power than any other card.
 */
struct doko_order {
	doko_set colour[DOKO_SUIT_CLASSES];
	uint8_t colour_of[DOKO_KINDS];
	uint8_t power[DOKO_KINDS];
	uint8_t low; /* lowest kind of the trump suit, with nines: hyperswines */
	uint8_t ace; /* its ace: swines; both are DOKO_NO_KIND without a trump suit */
};

/* Swines and hyperswines beat all other cards. */
enum { DOKO_SWINE_POWER = 70, DOKO_HYPERSWINE_POWER = 71 };

/* `dullen`: the rule of that name. The result is static. */
const struct doko_order *doko_order(int type, bool dullen);

#endif
