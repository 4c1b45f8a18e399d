/*
 * A table of Klondike as a player with perfect memory knows it, for the bound (bound.c): the exact
 * solver's position, and which cards of the stock have been seen.
 *
 * Its macro-moves define a game in which a player who does not see the hidden cards can win as
 * often as in the real one. Only macro-moves that such a player never needs are left out (see
 * bound_position.c).
 */
#ifndef LAB_BOUND_POSITION_H
#define LAB_BOUND_POSITION_H

#include "games/klondike/solver/solver_node.h"

/* Maximum numbers of macro-moves (the solver's, and a turn) and of hidden places. */
enum { BOUND_STEPS = 65, BOUND_HIDDEN_PLACES = PILE + COLUMNS * COLUMN_UNDER };

struct bound_position {
	struct solver_node node;
	uint32_t known; /* places of the stock whose card the player knows */
};

/* Initializes a deal: `deal` has all cards, `position` what is seen of them. */
void bound_position_begin(struct solver_deal *deal, struct bound_position *position,
	const struct klondike_world *world);

/* Number of cards that the player has not seen. */
static inline int bound_position_hidden(const struct bound_position *position)
{
	return position->node.hidden + __builtin_popcount(position->node.rest & ~position->known);
}

/* True if no hidden card matters any more, or the game is won. */
bool bound_position_is_known(const struct solver_deal *deal, const struct bound_position *position);

/* Lists the player's macro-moves; of the cards in `deal` only the seen ones are read. */
size_t bound_position_steps(const struct solver_deal *deal, const struct bound_position *position,
	struct klondike_macro steps[BOUND_STEPS]);

/* Carries out a listed macro-move; the cards that it turns up are taken from `deal`. */
void bound_position_take(const struct solver_deal *deal, const struct bound_position *position,
	struct klondike_macro step, struct bound_position *after);

/* True if the macro-move is proven to spoil nothing in any world. */
bool bound_position_is_safe(const struct solver_deal *deal, const struct bound_position *position,
	struct klondike_macro step);

/* Samples a deal that looks the same to the player, all of them equally likely. */
void bound_position_guess(const struct solver_deal *deal, const struct bound_position *position,
	struct mk_rng *rng, struct solver_deal *guess);

/* Lists the hidden cards by their places; returns their number. */
size_t bound_position_hidden_cards(const struct solver_deal *deal,
	const struct bound_position *position, uint8_t cards[BOUND_HIDDEN_PLACES]);

/* Writes the deal with these cards at the hidden places. */
void bound_position_arrange(const struct solver_deal *deal, const struct bound_position *position,
	const uint8_t *cards, struct solver_deal *arranged);

/* Hash of the player's knowledge of the hidden cards: which they are, and at which places. */
uint64_t bound_position_knowledge(
	const struct solver_deal *deal, const struct bound_position *position);

uint64_t bound_hash(const void *parts, size_t size);

/* Positions with equal keys are the same. */
struct bound_key {
	uint64_t table;
	uint32_t known;
	uint8_t turned, used;
	uint8_t passing; /* 1 + the stock card that was just played for its successor moves; 0: none
			  */
	uint8_t unused;
};
struct bound_key bound_position_key(
	const struct solver_deal *deal, const struct bound_position *position);

#endif
