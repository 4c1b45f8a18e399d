/* What a quick player says: reservations, poverty, what he has to announce. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_HABIT_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_HABIT_H

#include "games/doppelkopf/table/table.h"

/*
 * The move of the seat to move, with `hand` and of `party`, where it is not a matter of which card
 * to play; false where it is.
 */
bool doko_bid(const struct doko_table *table, doko_set hand, int party, struct mk_move *move);

/*
 * Who has only said that there is a reservation will name it when all have spoken. Where all hands
 * are known (in a guessed deal) that is done at once; healthy where the hand has no reservation.
 */
void doko_name_reservations(struct doko_table *table, const doko_set hand[DOKO_SEATS]);

/* The solo that suits a hand best. */
int doko_best_solo(const struct doko_table *table, doko_set hand, unsigned allowed);

#endif
