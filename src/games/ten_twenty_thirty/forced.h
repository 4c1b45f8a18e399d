/* The contest's form of the game: no choices, one verdict and one count for a deck. */
#ifndef TENS_FORCED_H
#define TENS_FORCED_H

#include "games/ten_twenty_thirty/core.h"

enum verdict { FORCED_WIN, FORCED_LOSS, FORCED_DRAW };

struct forced {
	enum verdict verdict;
	unsigned dealt; /* until won, lost, or until a state repeats */
};

/* Deals one card and removes what must be removed, in the order of `order`. */
void forced_step(struct core *core, const uint8_t order[COMBOS]);

/* Removes what must be removed from the column that was dealt to last. */
void forced_settle(struct core *core, int column, const uint8_t order[COMBOS]);

/* Plays `core`, which is as after a whole step, to its end; every card of it is known. */
struct forced forced_play(struct core *core, const uint8_t order[COMBOS]);

#endif
