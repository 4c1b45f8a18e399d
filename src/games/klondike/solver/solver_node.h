/* A solver's positions: a cache line each; how each kind of move changes one. */
#ifndef KLONDIKE_SOLVER_SOLVER_NODE_H
#define KLONDIKE_SOLVER_SOLVER_NODE_H

#include "games/klondike/solver/visited.h"
#include "games/klondike/table/step.h"

enum { NO_PLACE = 63 };

/*
 * `key` tells the position exactly: 16 bits of foundations, 16 of columns (cards in their first
 * places, mixed radix), 24 of stock, 5 of how far it is turned (where that matters). `first` are
 * the face-up cards in their first places, `wanted` the next cards of the foundations.
 */
struct solver_node {
	uint64_t key;
	ladder_set shown, first, wanted;
	ladder_set reach; /* stock cards that can be had now or after draws and a redeal */
	uint32_t rest;
	struct klondike_macro step;
	uint8_t undone; /* a card that just went up or came back: doing the reverse leads nowhere */
	uint8_t turned; /* cards (draw 3) or places (draw 1) of the stock that are turned */
	uint8_t used;   /* redeals */
	uint8_t hidden; /* face-down cards in columns */
	uint8_t left[COLUMNS];
};

/* What all positions of one search share. */
struct solver_deal {
	uint8_t original[COLUMNS][COLUMN_UNDER + 1];
	uint8_t column_of[64];
	uint8_t stock[PILE];
	uint8_t stock_place[64];
	uint16_t weight[COLUMNS]; /* of a column in the key */
	int redeals;              /* MK_UNLIMITED */
	bool three;               /* draw 3 */
	bool returns;
	bool cleared;
	bool highest_first; /* of cards that could do the same, which to try first */
	bool stock_is_free; /* single cards without end: each stock card can be had at any time */
};

/* The easiest rules turn single cards without end: what is lost by them is lost by all others. */
enum solver_rules { SOLVER_OWN_RULES, SOLVER_EASIEST_RULES };

/* Sets up a search from `world`. Where shuffles mix, there are none by its own rules. */
void solver_set_up(struct solver_deal *deal, struct solver_node *root,
	const struct klondike_world *world, enum solver_rules rules);

/* Carries out a step on a copy, but for solver_note_reach(). */
void solver_take_step(const struct solver_deal *deal, const struct solver_node *node,
	struct klondike_macro step, struct solver_node *after);

/* What a step leaves to be done once its position is to be looked at: finding node->reach. */
void solver_note_reach(const struct solver_deal *deal, struct solver_node *node);

/* Which clock orders equal keys. */
static inline enum visited_clock solver_clock_kind(const struct solver_deal *deal)
{
	if (deal->redeals != MK_UNLIMITED) {
		return VISITED_LEAST;
	}
	return deal->three ? VISITED_THREES : VISITED_NO_CLOCK;
}

/*
 * By threes, whole numbers of threes meet the same cards in each round, so the earlier is the
 * better; another remainder is a position of its own (its number is in the key), ordered by rounds.
 */
static inline unsigned solver_clock(const struct solver_deal *deal, const struct solver_node *node)
{
	if (deal->redeals == MK_UNLIMITED) {
		return node->turned;
	}
	if (deal->three && node->turned % 3 != 0) {
		return node->used;
	}
	return node->used * 25u + node->turned;
}

/* How many cards lie on the foundation of `suit`. */
static inline int solver_height(const struct solver_node *node, int suit)
{
	return (node->key >> (4 * suit)) & 15;
}

#endif
