/*
 * Could a deal have been won? By the game's exact solver, or by its own search with all cards
 * shown, in a few slices: each looks at more positions than the one before.
 */
#ifndef SESSION_VERDICT_H
#define SESSION_VERDICT_H

#include "session/deal.h"

#include <makker/solve.h>
#include <stdatomic.h>

/* All zero at first. Nothing of it is to be freed: a solver lives as long as its slice. */
struct verdict {
	enum mk_verdict verdict;
	uint64_t nodes; /* of the last slice */
};

/* A game of one person that is won or lost, and that can be worked out with all cards known. */
bool verdict_is_possible(const struct mk_game *game);

/*
 * One slice more; true if it was the last: the verdict is there, or MK_UNDECIDED stays. Without
 * memory it stays, too.
 */
bool verdict_continue(struct verdict *verdict, const struct deal *deal, const struct mk_game *game,
	const struct mk_rules *rules, const atomic_bool *cancel);

#endif
