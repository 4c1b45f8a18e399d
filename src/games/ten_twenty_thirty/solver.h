/*
 * Searches for a win of a table with all cards known.
 *
 * The search is layered: after each dealt card it tries all ways to remove triplets from the column
 * that got it. A state that was visited before is skipped. If a layer has more states than the
 * width, only the most promising ones are kept (beam search): a win that is found is proven, but a
 * failure proves something only if no state was dropped.
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
	uint32_t width;  /* beam width; 0: unlimited */
	uint64_t states; /* budget of states; after that SOLVED_UNKNOWN */
	/*
	 * Score (cards in the deck, plus 6 for each removed column) from which a table counts as
	 * won, so that SOLVED_WIN is an estimate; 0: only a real win counts.
	 */
	uint8_t enough;
};

/* NULL without memory. */
struct solver *solver_create(void);
void solver_destroy(struct solver *solver);

/* Stops with SOLVED_UNKNOWN if `cancel` (may be NULL) is set. SOLVED_NONE is proven. */
enum solved solver_run(struct solver *solver, const struct tens_view *view,
	const struct solver_effort *effort, const atomic_bool *cancel);

/* Number of states in the last run. */
uint64_t solver_states(const struct solver *solver);

/*
 * Of the win that was found: the number of cards that are still dealt, and the moves. Returns the
 * number of moves; at most `most` of them are written.
 */
unsigned solver_dealt(const struct solver *solver);
size_t solver_line(const struct solver *solver, struct mk_move *moves, size_t most);

#endif
