/*
 * A table of Klondike as a player knows it who forgets nothing, for the bound (bound.c): the exact
 * solver's position, and which cards of the stock have been seen.
 *
 * The steps are those of a game in which a player who does not see the hidden cards can win as
 * often as in the real one. Left out is only what such a player never needs (bound_position.c has
 * why).
 */
#ifndef LAB_BOUND_POSITION_H
#define LAB_BOUND_POSITION_H

#include "games/klondike/solver/solver_node.h"

/* Steps: the solver's, and a turn. */
enum { BOUND_STEPS = 65, BOUND_HIDDEN_PLACES = PILE + COLUMNS * COLUMN_UNDER };

struct bound_position {
	struct solver_node node;
	uint32_t known; /* places of the stock whose card the player knows */
};

/* Deals are read by this: `deal` has all cards, `position` what is seen of them. */
void bound_position_begin(struct solver_deal *deal, struct bound_position *position,
	const struct klondike_world *world);

/* Cards that the player has not seen. */
static inline int bound_position_hidden(const struct bound_position *position)
{
	return position->node.hidden + __builtin_popcount(position->node.rest & ~position->known);
}

/* Nothing that matters is hidden any more, or the game is won. */
bool bound_position_is_known(const struct solver_deal *deal, const struct bound_position *position);

/* What a player can do; of the cards in `deal` only those that are seen are looked at. */
size_t bound_position_steps(const struct solver_deal *deal, const struct bound_position *position,
	struct klondike_macro steps[BOUND_STEPS]);

/* Carries out a step that was listed; what it turns up is taken from `deal`. */
void bound_position_take(const struct solver_deal *deal, const struct bound_position *position,
	struct klondike_macro step, struct bound_position *after);

/* Proven to spoil nothing in any world. */
bool bound_position_is_safe(const struct solver_deal *deal, const struct bound_position *position,
	struct klondike_macro step);

/* Another deal that looks the same to the player, all of them equally likely. */
void bound_position_guess(const struct solver_deal *deal, const struct bound_position *position,
	struct mk_rng *rng, struct solver_deal *guess);

/* The hidden cards by their places; how many. */
size_t bound_position_hidden_cards(const struct solver_deal *deal,
	const struct bound_position *position, uint8_t cards[BOUND_HIDDEN_PLACES]);

/* The deal with these cards at the hidden places instead. */
void bound_position_arrange(const struct solver_deal *deal, const struct bound_position *position,
	const uint8_t *cards, struct solver_deal *arranged);

/* A number for what the player knows of the hidden cards: which they are, and at which places. */
uint64_t bound_position_knowledge(
	const struct solver_deal *deal, const struct bound_position *position);

uint64_t bound_hash(const void *parts, size_t size);

/* Positions are the same where this is. */
struct bound_key {
	uint64_t table;
	uint32_t known;
	uint8_t turned, used;
	uint8_t passing; /* 1 + the card of the stock that was just played for what follows; or 0 */
	uint8_t unused;
};
struct bound_key bound_position_key(
	const struct solver_deal *deal, const struct bound_position *position);

#endif
