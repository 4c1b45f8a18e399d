/*
 * Whether a deal could have been won: by the game's exact solver, or by the strategy's search with
 * all cards shown, in a few slices with a growing number of positions.
 */
#ifndef SESSION_VERDICT_H
#define SESSION_VERDICT_H

#include "session/deal.h"

#include <makker/solve.h>
#include <stdatomic.h>

/* Zero-initialized. It needs no cleanup: a solver lives only during its slice. */
struct verdict {
	enum mk_verdict verdict;
	uint64_t nodes; /* of the last slice */
};

/* True for a game of one person that is won or lost and can be solved with all cards known. */
bool verdict_is_possible(const struct mk_game *game);

/*
 * Runs one slice; true if it was the last: the verdict is final, or remains MK_UNDECIDED, also
 * without memory.
 */
bool verdict_continue(struct verdict *verdict, const struct deal *deal, const struct mk_game *game,
	const struct mk_rules *rules, const atomic_bool *cancel);

#endif
