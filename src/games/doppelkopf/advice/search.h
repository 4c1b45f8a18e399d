/*
 * The strategy that is advised: every choice is played out in many deals that fit what is known.
 */
#ifndef GAMES_DOPPELKOPF_ADVICE_SEARCH_H
#define GAMES_DOPPELKOPF_ADVICE_SEARCH_H

#include <makker/game.h>
#include <makker/search.h>

/* The judgement at once, from few deals. */
void doko_search_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_search_pick(const struct mk_view *view, struct mk_move *move);

/* The same from as many as the budget has time for; `nodes` are games played out. */
void doko_search_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice);

/* The same with all consistent deals alike, whatever was played: what weighing them is worth. */
void doko_uniform_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_uniform_pick(const struct mk_view *view, struct mk_move *move);
void doko_uniform_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice);

#endif
