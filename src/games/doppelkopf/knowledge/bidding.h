/* Bids of the policy: reservations, poverty, mandatory announcements. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_BIDDING_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_BIDDING_H

#include "games/doppelkopf/table/table.h"

/*
 * The bid of the seat to move, with `hand` and of team `party`. False if the seat has no bid to
 * make, only a card to play.
 */
bool doko_bid(const struct doko_table *table, doko_set hand, int party, struct mk_move *move);

/*
 * Names each reservation that was announced without its name. In play, a seat names it after all
 * seats have spoken; in a sampled deal all hands are known, so all are named at once. A hand
 * without any allowed reservation becomes healthy.
 */
void doko_name_reservations(struct doko_table *table, const doko_set hand[DOKO_SEATS]);

/* Estimated probability that a player with this hand, as dealt, reserves a solo of this type. */
double doko_solo_chance(const struct doko_table *table, doko_set hand, int type);

/*
 * Estimated probability of any of the solos in `allowed` (doko_reservations()). `likeliest`
 * receives the reservation of the most probable one, DOKO_HEALTHY if no solo is allowed.
 */
double doko_any_solo_chance(
	const struct doko_table *table, doko_set hand, unsigned allowed, int *likeliest);

/*
 * The reservation of the allowed solo with the highest estimated strength; DOKO_HEALTHY if none is.
 */
int doko_best_solo(const struct doko_table *table, doko_set hand, unsigned allowed);

#endif
