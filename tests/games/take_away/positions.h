/* Tables of take-away, written by hand. */
#ifndef TESTS_TAKE_AWAY_POSITIONS_H
#define TESTS_TAKE_AWAY_POSITIONS_H

#include "games/take_away/table.h"

/* "5:3 4 7:2 misere": groups with their limits (all cards where none is said), the user to move. */
struct take_away_view table_of(const char *words);

/* The most distinct positions that a test looks at, and their walk. */
typedef void look_at(const struct take_away_view *view);

/* Calls `look` with every table of `most` cards or fewer, groups with limits in any order once. */
void on_every_position(unsigned most, bool misere, look_at *look);

#endif
