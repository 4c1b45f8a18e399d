/* The parts of a recorded deal: its reservations, its kind, its result. */
#ifndef GAMES_DOPPELKOPF_RECORDS_RECORD_DEAL_H
#define GAMES_DOPPELKOPF_RECORDS_RECORD_DEAL_H

#include "games/doppelkopf/records/record.h"

/* Makes the recorded reservations, or those that follow from the kind of game. */
void record_follow_reservations(const struct record *record, struct doko_world *world);

/* Is this the recorded kind of game? False where no card is played, as recorded or not. */
bool record_check_type(const struct record *record, const struct doko_world *world);

/* Parties, Augen, winner, value, special points and points of the seats. */
void record_check_result(const struct record *record, const struct doko_world *world);

#endif
