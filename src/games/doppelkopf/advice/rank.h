/* The strategies: how the moves of a view are ranked. */
#ifndef GAMES_DOPPELKOPF_ADVICE_RANK_H
#define GAMES_DOPPELKOPF_ADVICE_RANK_H

#include "games/doppelkopf/knowledge/view.h"

enum { DOKO_STRATEGIES = 5 };

extern const struct mk_strategy doko_strategies[DOKO_STRATEGIES];

/* All legal moves without a value, in the order of the rules; none is suggested. */
void doko_rank_nothing(const struct doko_view *view, struct mk_advice *advice);

/* Sorts by value, best first; moves without one come last. A suggestion stays, and stays first. */
void doko_rank_sort(struct mk_advice *advice);

/* Suggests a move that is in the list, which is then its first: what can wait is no better. */
void doko_rank_suggest(struct mk_advice *advice, struct mk_move move);

/* Is it the seat's own turn, with more than one move? */
bool doko_has_choice(const struct doko_view *view, const struct mk_advice *advice);

/* Equal for the same knowledge of a deal: the start of all chance. */
uint64_t doko_digest(const struct doko_view *view);

/* Bits of enum doko_reason for a move of the own seat. */
uint32_t doko_reasons_for(const struct doko_view *view, struct mk_move move);

#endif
