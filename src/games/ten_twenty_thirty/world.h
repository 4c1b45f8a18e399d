/* Complete tables: dealing, moves, observation, sampling. */
#ifndef TENS_WORLD_H
#define TENS_WORLD_H

#include "games/ten_twenty_thirty/table.h"

void tens_deal(struct mk_world *opaque, const struct mk_rules *rules, struct mk_rng *rng);
mk_cards tens_deck_cards(const struct mk_rules *rules);
void tens_deal_deck(struct mk_world *opaque, const struct mk_rules *rules, const mk_card *deck,
	struct mk_rng *rng);
int tens_seat_to_move(const struct mk_world *world);
size_t tens_world_moves(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES]);
mk_card tens_card_turned_up(const struct mk_world *opaque, struct mk_move move);
void tens_apply(struct mk_world *world, struct mk_move move);
uint32_t tens_play_forced(struct mk_world *opaque);
void tens_reveal_all(struct mk_world *opaque);
void tens_payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS]);
uint32_t tens_length(const struct mk_world *world);
const char *tens_check_invariants(const struct mk_world *opaque);
const struct mk_view *tens_view_of_seat(
	const struct mk_world *world, int seat, struct mk_view *buffer);
bool tens_sample_world(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world);

/* Writes the unknown cards in a random order, all orders equally likely; returns their number. */
int tens_shuffle_unseen(const struct tens_view *view, struct mk_rng *rng, uint8_t cards[MK_DECK]);

#endif
