/* The party: score table, mandatory soli, Bock games, and when it is over. */
#ifndef GAMES_DOPPELKOPF_SCORING_SHEET_H
#define GAMES_DOPPELKOPF_SCORING_SHEET_H

#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/scoring/score.h"

/* An empty table; the first dealer sits right of `first`. */
void doko_sheet_begin(struct doko_sheet *sheet, const struct doko_rules *rules, int first);

/* What the next deal takes from the party so far: dealer, mandatory soli, multiplier. */
void doko_sheet_deal(const struct doko_sheet *sheet, struct doko_table *table);

/* A finished (or thrown) deal is entered; `re` are its seats of re, a bit each. */
void doko_sheet_add(struct doko_sheet *sheet, const struct doko_table *table, unsigned re);

/* All games are played, or the pot is empty and nobody owes a solo any more. */
bool doko_sheet_is_full(const struct doko_sheet *sheet, const struct doko_rules *rules);

/* How a full party ended for `seat`: more than all others have is won, as much is drawn. */
enum mk_outcome doko_sheet_outcome(const struct doko_sheet *sheet, int seat);

#endif
