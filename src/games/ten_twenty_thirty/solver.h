/*
 * Looks for a win of a table of which every card is known.
 *
 * Layer by layer: after each dealt card, all ways to remove triplets from the column that got it.
 * A state that was met before is not looked at again. Where a layer has more states than the width,
 * the most promising go on (a beam): a win that is found is a win, but that none is found proves
 * something only if no state was dropped.
 */
#ifndef TENS_SOLVER_H
#define TENS_SOLVER_H

#include "games/ten_twenty_thirty/table.h"

#include <stdatomic.h>

enum { MAX_TRIPLETS = 15 };

/* The triplets to remove before the next card, in order. */
struct turn {
	uint8_t count;
	uint8_t triplet[MAX_TRIPLETS]; /* column * 4 + combo */
};

struct solver;

enum solved { SOLVED_WIN, SOLVED_NONE, SOLVED_UNKNOWN };

struct solver_effort {
	uint32_t width;  /* so many states of a layer go on; 0: all */
	uint64_t states; /* SOLVED_UNKNOWN past so many */
	/*
	 * Cards in the deck, and 6 for each column that is gone, with which a table is taken for
	 * won, so that SOLVED_WIN is a guess; 0: only a win is one.
	 */
	uint8_t enough;
};

/* NULL without memory. */
struct solver *solver_create(void);
void solver_destroy(struct solver *solver);

/* Gives up (SOLVED_UNKNOWN) when `cancel` (may be NULL) says so, too. SOLVED_NONE is proven. */
enum solved solver_run(struct solver *solver, const struct tens_view *view,
	const struct solver_effort *effort, const atomic_bool *cancel);

/* States that the last run looked at. */
uint64_t solver_states(const struct solver *solver);

/* Of the win that was found: cards that are still dealt, and all moves; returns how many there are,
 * `most` of them in `moves`. */
unsigned solver_dealt(const struct solver *solver);
size_t solver_line(const struct solver *solver, struct mk_move *moves, size_t most);

#endif
