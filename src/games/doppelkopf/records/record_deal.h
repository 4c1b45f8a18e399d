/* The parts of a recorded deal: its reservations, game type, and result. */
#ifndef GAMES_DOPPELKOPF_RECORDS_RECORD_DEAL_H
#define GAMES_DOPPELKOPF_RECORDS_RECORD_DEAL_H

#include "games/doppelkopf/records/record.h"

/* Applies the recorded reservations, or those that follow from the game type. */
void record_follow_reservations(const struct record *record, struct doko_world *world);

/*
 * Compares the game type with the recorded one. False if they differ, if the deal is thrown, or if
 * play cannot begin; all but a recorded throw are reported.
 */
bool record_check_type(const struct record *record, const struct doko_world *world);

/* Compares teams, card points, winner, value, special points, and the points of the seats. */
void record_check_result(const struct record *record, const struct doko_world *world);

#endif
