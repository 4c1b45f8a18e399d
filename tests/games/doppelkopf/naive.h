/* Doppelkopf's trick rules once more, slowly and from lists of words: to compare with. */
#ifndef TESTS_GAMES_DOPPELKOPF_NAIVE_H
#define TESTS_GAMES_DOPPELKOPF_NAIVE_H

#include "games/doppelkopf/knowledge/world.h"

/* Trumps of a kind of game from the highest down, as words ("HT CQ ..."), "" for none. */
const char *naive_trumps(int type, bool dullen);

/* May `kind` be played from `hand` into the trick of `count` cards that begins with `led`? */
bool naive_is_legal(const struct doko_table *table, doko_set hand, int count, int led, int kind);

/* The place of the winner among four cards. */
int naive_winner(const struct doko_table *table, const uint8_t card[4], bool last);

#endif
