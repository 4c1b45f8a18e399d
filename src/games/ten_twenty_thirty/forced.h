/* The contest's form of the game: no choices; one verdict and one count for each deck. */
#ifndef TENS_FORCED_H
#define TENS_FORCED_H

#include "games/ten_twenty_thirty/core.h"

enum verdict { FORCED_WIN, FORCED_LOSS, FORCED_DRAW };

struct forced {
	enum verdict verdict;
	unsigned dealt; /* cards dealt until the game is won, lost, or a state repeats */
};

/* Deals one card and removes triplets in the order of `order`. */
void forced_step(struct core *core, const uint8_t order[COMBOS]);

/* Removes triplets from the column that was dealt to last. */
void forced_settle(struct core *core, int column, const uint8_t order[COMBOS]);

/* Plays `core`, a state after a complete step with all cards known, to its end. */
struct forced forced_play(struct core *core, const uint8_t order[COMBOS]);

#endif
