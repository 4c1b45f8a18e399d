/* Special points of single tricks. */
#ifndef GAMES_DOPPELKOPF_SCORING_SPECIAL_H
#define GAMES_DOPPELKOPF_SCORING_SPECIAL_H

#include "games/doppelkopf/scoring/score.h"

/* Adds one point to the list. */
void doko_score_add(struct doko_score *score, int what, int party);

/* Adds what the first `tricks` of a finished deal count; `re` are the seats of re, a bit each. */
void doko_score_tricks(
	const struct doko_table *table, unsigned re, int tricks, struct doko_score *score);

/* How many heart tricks all followed. */
int doko_heart_tricks(const struct doko_table *table);

#endif
