/* The bidding of the policy: reservations, poverty, mandatory announcements. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_BIDDING_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_BIDDING_H

#include "games/doppelkopf/table/table.h"

/*
 * The move of the seat to move, with `hand` and of `party`, where it is not a matter of which card
 * to play; false where it is.
 */
bool doko_bid(const struct doko_table *table, doko_set hand, int party, struct mk_move *move);

/*
 * A seat that has only reserved names its reservation when all have spoken. If all hands are known
 * (in a sampled deal) that happens at once; healthy if the hand has no reservation.
 */
void doko_name_reservations(struct doko_table *table, const doko_set hand[DOKO_SEATS]);

/* How often a player with this hand, as it was dealt, wants to play a solo of this type. */
double doko_solo_chance(const struct doko_table *table, doko_set hand, int type);

/* Any of the allowed ones (doko_reservations()), and the reservation of the likeliest of them. */
double doko_any_solo_chance(
	const struct doko_table *table, doko_set hand, unsigned allowed, int *likeliest);

/* The solo that suits a hand best. */
int doko_best_solo(const struct doko_table *table, doko_set hand, unsigned allowed);

#endif
