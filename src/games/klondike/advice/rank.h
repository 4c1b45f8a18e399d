/* The strategies of Klondike: one row each. */
#ifndef KLONDIKE_ADVICE_RANK_H
#define KLONDIKE_ADVICE_RANK_H

#include <makker/game.h>

enum { SEARCH, HEURISTIC, CLASSIC, STRATEGIES };

extern const struct mk_strategy klondike_strategies[STRATEGIES];

#endif
