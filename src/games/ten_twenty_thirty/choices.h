/*
 * Decides whether a table with all cards known is won if triplets are mandatory.
 *
 * A choice exists only if a column offers two triplets at once, about every twelve cards; between
 * choices the moves are forced. So only tables with a choice are stored, and each is visited once,
 * depth-first. A verdict costs a fraction of the layered search (solver.h), which in turn finds the
 * shortest win.
 */
#ifndef TENS_CHOICES_H
#define TENS_CHOICES_H

#include "games/ten_twenty_thirty/solver.h"

struct choices;

/* NULL without memory. */
struct choices *choices_create(void);
void choices_destroy(struct choices *choices);

/*
 * SOLVED_WIN and SOLVED_NONE are proven. SOLVED_UNKNOWN after `most` tables with a choice, and if
 * triplets may be removed from other columns than the one that was dealt to last (in a table that
 * was entered).
 */
enum solved choices_run(struct choices *choices, const struct tens_view *view, unsigned most);

/* Number of tables with a choice in the last run. */
unsigned choices_count(const struct choices *choices);

#endif
