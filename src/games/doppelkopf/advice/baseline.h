/* Plain strategies to measure others by. */
#ifndef GAMES_DOPPELKOPF_ADVICE_BASELINE_H
#define GAMES_DOPPELKOPF_ADVICE_BASELINE_H

#include <makker/game.h>

/*
 * random: any legal card. tricks: what a card wins or loses in this trick, over the ways in which
 * it may be completed. tree: the same some tricks deep. The last two say what habit says.
 */
void doko_random_rank(const struct mk_view *room, struct mk_advice *advice);
bool doko_random_pick(const struct mk_view *view, struct mk_move *move);
void doko_tricks_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_tricks_pick(const struct mk_view *view, struct mk_move *move);
void doko_tree_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_tree_pick(const struct mk_view *view, struct mk_move *move);

#endif
