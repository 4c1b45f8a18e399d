/*
 * The winner by theory (Bouton 1901; Sprague 1935; Grundy 1939), without search.
 *
 * A group of n cards of which 1 to B may be taken has the value g = n mod (B + 1), and the whole
 * table the xor of these. In normal play the mover wins if it is not 0; if the last card loses, the
 * same while some g is 2 or more, else if it is 0.
 */
#ifndef TAKE_AWAY_THEORY_H
#define TAKE_AWAY_THEORY_H

#include "games/take_away/table.h"

/* The value of one group. */
static inline uint32_t take_away_worth(const struct take_away_view *view, unsigned group)
{
	return view->left[group] % (view->limit[group] + 1);
}

/* The value of the table. */
uint32_t take_away_grundy(const struct take_away_view *view);

/* Does the mover win? */
bool take_away_is_won(const struct take_away_view *view);

/* All winning moves, at most one a group, in the order of the groups; returns how many. */
size_t take_away_wins(const struct take_away_view *view, struct mk_move moves[GROUPS]);

bool take_away_is_winning(const struct take_away_view *view, struct mk_move move);

/* How many moves win after this one. */
size_t take_away_replies(const struct take_away_view *view, struct mk_move move);

/*
 * The move of a lost position after which the fewest replies win, then the most cards are left; the
 * first such. Of groups from which very many cards may be taken, small and large numbers are
 * compared. Of kind 0 where no card is left.
 */
struct mk_move take_away_hardest(const struct take_away_view *view);

#endif
