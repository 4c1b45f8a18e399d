/* The strategies of 10-20-30. */
#ifndef TENS_RANK_H
#define TENS_RANK_H

#include "games/ten_twenty_thirty/table.h"

enum tens_strategy { SEARCH, ORDERED, STRATEGIES };

/* Reasons of a move; numbered as in tens_reasons. */
enum tens_reason {
	REASON_WINS,
	REASON_EMPTIES,
	REASON_REMOVES,
	REASON_DECLINES,
	REASON_DRAWS,
	REASON_ONLY_MOVE,
	REASONS
};

extern const struct mk_strategy tens_strategies[STRATEGIES];

/* Whether the game is won or lost for certain, as far as a quick check shows. */
enum mk_certainty tens_prove(const struct tens_view *view);

#endif
