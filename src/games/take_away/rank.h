/* The strategies of take-away. */
#ifndef TAKE_AWAY_RANK_H
#define TAKE_AWAY_RANK_H

#include "games/take_away/table.h"

enum take_away_strategy { THEORY, MINIMAX, STRATEGIES };

/* Reasons of a move; numbered as in take_away_reasons. */
enum take_away_reason {
	REASON_LEAVES_ZERO,
	REASON_LEAVES_ODD_ONES,
	REASON_HARDEST,
	REASON_LOSES,
	REASON_ONLY_MOVE,
	REASONS
};

extern const struct mk_strategy take_away_strategies[STRATEGIES];

#endif
