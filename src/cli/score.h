/* What many games gave: one strategy's, and two strategies' on the same deals. */
#ifndef CLI_SCORE_H
#define CLI_SCORE_H

#include "cli/calibration.h"
#include "cli/tally.h"

struct score {
	struct tally tally;
	struct calibration calibration;
	double cpu_seconds;
};

/* `alone[0]` games only the first strategy won, `alone[1]` only the second. */
struct scores {
	struct score of[2];
	uint64_t alone[2];
};

void scores_finish(struct scores *scores);

/* False when there is not enough memory. */
bool scores_merge(struct scores *scores, const struct scores *more);

/* How much more the first won than the second: the mean of the paired differences. */
struct mk_share scores_difference(const struct scores *scores);

#endif
