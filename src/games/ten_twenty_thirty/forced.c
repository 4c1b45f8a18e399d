/*
 * Plays the contest's form of the game.
 *
 * One game in 150 never ends. Cycle detection costs time in every game, so it uses Brent's method
 * (1980): one earlier state is kept, and replaced at twice the distance. Only when a state repeats,
 * the game is played again from the start to find the first state that repeated.
 */
#include "games/ten_twenty_thirty/forced.h"

enum { FIRST_KEPT = 64 };

static int first_combo(const struct core *core, int column, const uint8_t order[COMBOS])
{
	unsigned combos = core_combos(core, column);

	for (int i = 0; combos && i < COMBOS; i++) {
		if (combos >> order[i] & 1) {
			return order[i];
		}
	}
	return -1;
}

void forced_settle(struct core *core, int column, const uint8_t order[COMBOS])
{
	int combo;

	while (core->count[column] >= 3 && (combo = first_combo(core, column, order)) >= 0) {
		core_remove(core, column, (enum combo)combo);
	}
}

void forced_step(struct core *core, const uint8_t order[COMBOS])
{
	int column = core->next;

	core_deal(core, core_upcoming(core, 0));
	forced_settle(core, column, order);
}

/*
 * Finds the first step after which the table is as it was before, starting from `core`; the cycle
 * has `length` steps. Returns the number of steps.
 */
static unsigned first_repeat(struct core *core, unsigned length, const uint8_t order[COMBOS])
{
	struct core behind = *core;
	unsigned steps = length;

	for (unsigned i = 0; i < length; i++) {
		forced_step(core, order);
	}
	while (!core_is_same(&behind, core)) {
		forced_step(&behind, order);
		forced_step(core, order);
		steps++;
	}
	return steps;
}

struct forced forced_play(struct core *core, const uint8_t order[COMBOS])
{
	struct core begin = *core, kept = *core;
	unsigned steps = 0, kept_at = 0, keep_next = FIRST_KEPT;

	while (core->left > 0) {
		forced_step(core, order);
		steps++;
		if (core_is_cleared(core)) {
			return (struct forced){FORCED_WIN, steps};
		}
		if (core_is_same(core, &kept)) {
			*core = begin;
			return (struct forced){
				FORCED_DRAW, first_repeat(core, steps - kept_at, order)};
		}
		if (steps == keep_next) {
			kept = *core;
			kept_at = steps;
			keep_next *= 2;
		}
	}
	return (struct forced){FORCED_LOSS, steps};
}
