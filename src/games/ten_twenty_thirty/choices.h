/*
 * Whether a table is won on which every card is known and triplets must go.
 *
 * Then there is a choice only where a column offers two triplets at once, every dozen cards or so;
 * between choices the game goes by itself. So only tables with a choice are remembered, and each is
 * looked at once, depth first: a verdict costs a fraction of what the search layer by layer does,
 * which in turn tells the shortest way to win.
 */
#ifndef TENS_CHOICES_H
#define TENS_CHOICES_H

#include "games/ten_twenty_thirty/solver.h"

struct choices;

/* NULL without memory. */
struct choices *choices_create(void);
void choices_destroy(struct choices *choices);

/*
 * Goes on from `core`, whose column `last` (NO_COLUMN: none) was dealt to last; in all others
 * nothing is left to remove. SOLVED_WIN and SOLVED_NONE are proven; SOLVED_UNKNOWN past `most`
 * tables with a choice.
 */
enum solved choices_run(struct choices *choices, const struct core *core, int last, unsigned most);

/* Tables with a choice that the last run looked at. */
unsigned choices_count(const struct choices *choices);

#endif
