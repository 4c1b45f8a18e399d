/* Klondike's worlds: the members of struct mk_game that see every card. */
#ifndef KLONDIKE_TABLE_WORLD_H
#define KLONDIKE_TABLE_WORLD_H

#include "games/klondike/table/table.h"

void klondike_deal(struct mk_world *opaque, const struct mk_rules *rules, struct mk_rng *rng);
mk_cards klondike_deck_cards(const struct mk_rules *rules);
void klondike_deal_deck(struct mk_world *opaque, const struct mk_rules *rules, const mk_card *deck,
	struct mk_rng *rng);
int klondike_seat_to_move(const struct mk_world *world);
size_t klondike_world_moves(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES]);
void klondike_apply(struct mk_world *opaque, struct mk_move move);
mk_card klondike_card_turned_up(const struct mk_world *opaque, struct mk_move move);
void klondike_payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS]);
const char *klondike_check_invariants(const struct mk_world *opaque);
const struct mk_view *klondike_view_of_seat(
	const struct mk_world *world, int seat, struct mk_view *buffer);
void klondike_observe(const struct mk_world *opaque, int seat, struct mk_snapshot *snapshot);
bool klondike_guess(const struct mk_view *view, struct mk_rng *rng, struct mk_world *opaque);

#endif
