/* What is trump, and which card beats which: one table for each kind of game. */
#ifndef GAMES_DOPPELKOPF_TABLE_ORDER_H
#define GAMES_DOPPELKOPF_TABLE_ORDER_H

#include "games/doppelkopf/table/cards.h"

/* The kinds of games. A silent solo is told apart from a normal game by the hands alone. */
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

/* Colours: the four side suits as in cards.h, and trump. */
enum { DOKO_TRUMP = DOKO_SUITS, DOKO_SUIT_CLASSES };

/*
 * `colour` are both copies of all kinds of a colour. `power` is compared only where both cards are
 * trumps or both follow the led side suit; every trump has more than every other card.
 */
struct doko_order {
	doko_set colour[DOKO_SUIT_CLASSES];
	uint8_t colour_of[DOKO_KINDS];
	uint8_t power[DOKO_KINDS];
	uint8_t low; /* the lowest trump kind of the trump suit with nines: hyperswines */
	uint8_t ace; /* its ace: swines; DOKO_NO_KIND, both, where no suit is trump */
};

/* Swines and hyperswines lie above all else. */
enum { DOKO_SWINE_POWER = 70, DOKO_HYPERSWINE_POWER = 71 };

/* `dullen`: the rule of that name. The answer lives as long as the program. */
const struct doko_order *doko_order(int type, bool dullen);

#endif
