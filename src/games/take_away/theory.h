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

/* True if the mover wins. */
bool take_away_is_won(const struct take_away_view *view);

/*
 * All winning moves, at most one for each group, in the order of the groups; returns their number.
 */
size_t take_away_wins(const struct take_away_view *view, struct mk_move moves[GROUPS]);

bool take_away_is_winning(const struct take_away_view *view, struct mk_move move);

/* The number of winning replies to this move. */
size_t take_away_replies(const struct take_away_view *view, struct mk_move move);

/*
 * The move of a lost position with the fewest winning replies, then with the most cards left; the
 * first of these. For groups from which very many cards may be taken, only small and large numbers
 * are compared. Its kind is 0 if no card is left.
 */
struct mk_move take_away_hardest(const struct take_away_view *view);

#endif
