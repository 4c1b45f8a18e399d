/* Depth-first search over the choices of a table. */
#include "games/ten_twenty_thirty/choices.h"

#include "games/ten_twenty_thirty/seen.h"

#include <stdlib.h>

enum { FIRST_KEPT = 64, FIRST_SEEN = 1 << 9 };

/*
 * A table from which the moves are forced until the next choice, and the column that changed last.
 */
struct start {
	struct core core;
	uint8_t column;
};

struct choices {
	struct start *open; /* stack of tables that are not searched yet */
	size_t open_count, open_capacity;
	struct seen seen;
	unsigned count;
};

struct choices *choices_create(void)
{
	struct choices *choices = calloc(1, sizeof *choices);

	if (choices && !seen_init(&choices->seen, FIRST_SEEN)) {
		choices_destroy(choices);
		return NULL;
	}
	return choices;
}

void choices_destroy(struct choices *choices)
{
	if (choices) {
		free(choices->open);
		seen_finish(&choices->seen);
		free(choices);
	}
}

unsigned choices_count(const struct choices *choices)
{
	return choices->count;
}

/* ---- Between choices ------------------------------------------------------------------------ */

enum halt { HALT_WON, HALT_OVER, HALT_CHOICE };

/*
 * Plays the forced moves until there is a choice, in `start->column`, or until the game is over:
 * won, lost, or in a cycle without a choice.
 */
static enum halt go_on(struct start *start, unsigned *combos)
{
	struct core *core = &start->core;
	struct core kept = *core;
	unsigned steps = 0, keep_next = FIRST_KEPT;

	for (;;) {
		while (start->column < NO_COLUMN &&
			(*combos = core_combos(core, start->column)) != 0) {
			if (*combos & (*combos - 1)) {
				return HALT_CHOICE;
			}
			core_remove(core, start->column, (enum combo)__builtin_ctz(*combos));
		}
		if (core_is_cleared(core)) {
			return HALT_WON;
		}
		if (core->left == 0 || (steps > 0 && core_is_same(core, &kept))) {
			return HALT_OVER;
		}
		if (++steps == keep_next) {
			kept = *core;
			keep_next *= 2;
		}
		start->column = core->next;
		core_deal(core, core_upcoming(core, 0));
	}
}

/* ---- The walk ------------------------------------------------------------------------------- */

static bool push(struct choices *choices, const struct start *start)
{
	if (choices->open_count == choices->open_capacity) {
		size_t capacity = choices->open_capacity ? 2 * choices->open_capacity : 64;
		struct start *grown = realloc(choices->open, capacity * sizeof *grown);

		if (!grown) {
			return false;
		}
		choices->open = grown;
		choices->open_capacity = capacity;
	}
	choices->open[choices->open_count++] = *start;
	return true;
}

/* Pushes the table after each of the triplets. */
static bool push_all(struct choices *choices, const struct start *start, unsigned combos)
{
	for (int combo = B3; combo >= T2B1; combo--) {
		struct start after = *start;

		if (combos >> combo & 1) {
			core_remove(&after.core, after.column, (enum combo)combo);
			if (!push(choices, &after)) {
				return false;
			}
		}
	}
	return true;
}

/* Stores a new choice and pushes its successors; false without memory. */
static bool choose(struct choices *choices, const struct start *start, unsigned combos)
{
	switch (seen_meet(&choices->seen, core_hash(&start->core))) {
	case MET_NEW:
		choices->count++;
		return push_all(choices, start, combos);
	case MET_BEFORE:
		return true;
	case MET_NO_MEMORY:
		break;
	}
	return false;
}

static bool has_older_triplets(const struct tens_view *view)
{
	for (int column = 0; column < COLUMNS; column++) {
		if (column != view->last && tens_combos(view, column) != 0) {
			return true;
		}
	}
	return false;
}

enum solved choices_run(struct choices *choices, const struct tens_view *view, unsigned most)
{
	struct start start = {view->core, view->last};

	seen_clear(&choices->seen);
	choices->count = 0;
	choices->open_count = 0;
	if (has_older_triplets(view) || !push(choices, &start)) {
		return SOLVED_UNKNOWN;
	}
	while (choices->open_count > 0) {
		unsigned combos = 0;

		start = choices->open[--choices->open_count];
		switch (go_on(&start, &combos)) {
		case HALT_WON:
			return SOLVED_WIN;
		case HALT_OVER:
			break;
		case HALT_CHOICE:
			if (choices->count == most || !choose(choices, &start, combos)) {
				return SOLVED_UNKNOWN;
			}
			break;
		}
	}
	return SOLVED_NONE;
}
