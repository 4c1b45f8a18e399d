/* From searched plans to ranked moves. */
#ifndef ENGINE_RANKING_H
#define ENGINE_RANKING_H

#include "engine/search.h"

/*
 * Brings the moves that begin a plan to the front of `advice` (which has all legal moves, ranked by
 * the instant judgement), in the order of the plans, with value, visits and line of the best plan
 * of each. `order` has the places of the arms, the best first. The first becomes the suggestion.
 */
void ranking_merge(
	const struct search *search, const size_t order[MK_MAX_MOVES], struct mk_advice *advice);

/* Brings `move` to the front and suggests it; false when it is not legal. */
bool ranking_suggest(struct mk_advice *advice, struct mk_move move);

/* The suggested move, which there must be. */
struct mk_ranked_move *ranking_suggestion(struct mk_advice *advice);

/* The value of the table is the value of the suggestion. */
void advice_set_value(struct mk_advice *advice);

#endif
