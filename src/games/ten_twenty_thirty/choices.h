/*
 * Whether a table is won on which every card is known and triplets are mandatory.
 *
 * Then there is a choice only where a column offers two triplets at once, every dozen cards or so;
 * between choices the moves are forced. So only tables with a choice are remembered, and each is
 * visited once, depth first: a verdict costs a fraction of the search layer by layer, which in turn
 * finds the shortest win.
 */
#ifndef TENS_CHOICES_H
#define TENS_CHOICES_H

#include "games/ten_twenty_thirty/solver.h"

struct choices;

/* NULL without memory. */
struct choices *choices_create(void);
void choices_destroy(struct choices *choices);

/*
 * SOLVED_WIN and SOLVED_NONE are proven. SOLVED_UNKNOWN past `most` tables with a choice, and where
 * triplets may go from other columns than the one that was dealt to last (of a table that was taken
 * over as it lay).
 */
enum solved choices_run(struct choices *choices, const struct tens_view *view, unsigned most);

/* Tables with a choice that the last run looked at. */
unsigned choices_count(const struct choices *choices);

#endif
