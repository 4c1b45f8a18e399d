/* Announcements: what may be said when, and what it binds to. */
#ifndef GAMES_DOPPELKOPF_TABLE_ANNOUNCE_H
#define GAMES_DOPPELKOPF_TABLE_ANNOUNCE_H

#include "games/doppelkopf/table/table.h"

/*
 * The levels that `seat`, of `party`, may announce now, a bit each (1 << DOKO_ANNOUNCED ...).
 * At any time from the first lead on, own turn or not.
 */
unsigned doko_allowed_levels(const struct doko_table *table, int seat, int party);

/* Would announcing level 1 now be a late reply to the other party? */
bool doko_is_reply(const struct doko_table *table, int seat, int party);

/*
 * Is it too late for `level` once `seat` has played another card? What lies between the party's
 * last level and this one can be said now, and keeps the way open.
 */
bool doko_is_last_chance(const struct doko_table *table, int seat, int party, int level);

/* `seat` announces an allowed level. */
void doko_table_announce(struct doko_table *table, int seat, int party, int level);

/* The level that `seat` has to announce before anything else, or DOKO_SILENT. */
int doko_obliged(const struct doko_table *table, int seat, int party);

/* May `seat`, holding `hand`, announce swines (hyperswines) now? */
bool doko_may_announce_swines(const struct doko_table *table, int seat, doko_set hand);
bool doko_may_announce_hyperswines(const struct doko_table *table, int seat, doko_set hand);

/* The kinds that these are in this game; DOKO_NO_KIND where there are none. */
int doko_swine_kind(const struct doko_table *table);
int doko_hyperswine_kind(const struct doko_table *table);

#endif
