/* Before the first card: the reservation round, and a poverty's exchange. */
#ifndef GAMES_DOPPELKOPF_TABLE_RESERVE_H
#define GAMES_DOPPELKOPF_TABLE_RESERVE_H

#include "games/doppelkopf/table/table.h"

/* What `seat` may say with this hand, a bit each (1 << enum doko_reservation). */
unsigned doko_reservations(const struct doko_table *table, int seat, doko_set hand);

/* What anybody might say whose hand is not known. */
unsigned doko_possible_reservations(const struct doko_table *table, int seat);

/* The type that a solo's reservation names. */
static inline int doko_solo_type(int reservation)
{
	return reservation - DOKO_RESERVE_SOLO + DOKO_CLUBS_SOLO;
}

static inline bool doko_is_solo_reservation(int reservation)
{
	return reservation >= DOKO_RESERVE_SOLO && reservation < DOKO_RESERVE_SOME;
}

/* How many cards a poor hand gives away. */
int doko_cards_to_shift(const struct doko_rules *rules, doko_set hand);

/* Trumps of the normal game. */
doko_set doko_normal_trumps(const struct doko_rules *rules);

/*
 * The seat whose turn it is says its reservation. `cards`: how many a poverty gives away. After the
 * last one the game is decided; where somebody has only said that there is one, and no other one's
 * is played, it is that seat's turn again: it says its name.
 */
void doko_table_reserve(struct doko_table *table, int reservation, int cards);

/* Has the seat said that there is a reservation, and not yet which? */
bool doko_has_to_name(const struct doko_table *table, int seat);

/* A seat that has said so names it; whose turn it is stays. */
void doko_table_name(struct doko_table *table, int seat, int reservation, int cards);

/* Has anybody reserved a poverty? */
bool doko_has_poverty(const struct doko_table *table);

/* The cards of the hand of the seat to move that may be given away, or back. */
doko_set doko_passable(const struct doko_table *table, doko_set hand);

/* The poor player gives one card away; the taker gives one back. */
void doko_table_pass(struct doko_table *table);
void doko_table_return(struct doko_table *table, bool trump);

/* The seat whose turn it is takes the cards of a poverty, or does not. */
void doko_table_take(struct doko_table *table, bool takes);

#endif
