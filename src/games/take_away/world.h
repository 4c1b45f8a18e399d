/* Playing the game: deals, moves, outcomes. A world is a view. */
#ifndef TAKE_AWAY_WORLD_H
#define TAKE_AWAY_WORLD_H

#include "games/take_away/table.h"

/*
 * MK_IMPOSSIBLE, with the pointer of the rule, if no groups fit the rules. What the rules leave
 * open is dealt at random.
 */
enum mk_status take_away_check_deal(const struct mk_rules *rules, struct mk_error *error);
void take_away_deal(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng);
int take_away_seat_to_move(const struct mk_world *world);
void take_away_apply(struct mk_world *world, struct mk_move move);
void take_away_payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS]);
const char *take_away_check_invariants(const struct mk_world *world);
void take_away_observe(const struct mk_world *world, int seat, struct mk_snapshot *seen);
enum mk_outcome take_away_outcome(const struct mk_view *view);

/* The groups; the number of a group that the table does not have is MK_PILE_UNSEEN. */
extern const struct mk_pile_kind take_away_piles[];
void take_away_pile(const struct mk_view *view, int position, struct mk_pile *pile);

/*
 * All legal moves, group by group. If there are more than fit: the winning ones (in a lost position
 * the hardest to answer), then one card of each group, then the maximum of each group.
 */
size_t take_away_view_moves(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES]);

#endif
