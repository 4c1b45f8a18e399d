/* Positions of the solver, one cache line each, and the effect of macro-moves. */
#ifndef KLONDIKE_SOLVER_SOLVER_NODE_H
#define KLONDIKE_SOLVER_SOLVER_NODE_H

#include "games/klondike/solver/solver.h"
#include "games/klondike/solver/visited.h"
#include "games/klondike/table/step.h"

enum { NO_PLACE = 63 };

/*
 * `key` identifies the position exactly: 16 bits of foundations, 16 of columns (cards in their
 * first places, mixed radix), 24 of stock, 5 of how far it is turned (where that matters). `first`
 * are the face-up cards in their first places, `wanted` the next cards of the foundations.
 */
struct solver_node {
	uint64_t key;
	ladder_set shown, first, wanted;
	ladder_set reach; /* stock cards that are accessible now or after draws and a redeal */
	uint32_t rest;
	struct klondike_macro step;
	uint8_t undone; /* a card that has just gone up or returned; the reverse move is pruned */
	uint8_t turned; /* cards (draw 3) or places (draw 1) of the stock that are turned */
	uint8_t used;   /* redeals */
	uint8_t hidden; /* face-down cards in columns */
	uint8_t left[COLUMNS];
};

/* Shared by all positions of one search. */
struct solver_deal {
	uint8_t original[COLUMNS][COLUMN_UNDER + 1];
	uint8_t column_of[64];
	uint8_t stock[PILE];
	uint8_t stock_place[64];
	uint16_t weight[COLUMNS]; /* weight of each column in the key */
	int redeals;              /* MK_UNLIMITED */
	bool three;               /* draw 3 */
	bool returns;
	bool cleared;
	bool highest_first; /* move order among equivalent cards */
	bool stock_is_free; /* draw 1 with unlimited redeals: each stock card is always accessible
			     */
};

/* Sets up a search from `world`. If redeals mix, they are not used. */
void solver_set_up(
	struct solver_deal *deal, struct solver_node *root, const struct klondike_world *world);

/*
 * Relaxes the rules: draw 1 with unlimited redeals. A position that is lost then is lost under all
 * rules.
 */
void solver_ease(struct solver_deal *deal, struct solver_node *root);

/*
 * Solves a position whose cards are all known. Only the table of `node` counts, not the macro-move
 * that led to it.
 */
enum mk_verdict klondike_solve_position(struct klondike_solver *solver,
	const struct solver_deal *deal, const struct solver_node *node, uint64_t node_limit);

/* Carries out a macro-move on a copy, except for solver_note_reach(). */
void solver_take_step(const struct solver_deal *deal, const struct solver_node *node,
	struct klondike_macro step, struct solver_node *after);

/* Completes a macro-move when its position is visited: computes node->reach. */
void solver_note_reach(const struct solver_deal *deal, struct solver_node *node);

/* The clock that orders equal keys. */
static inline enum visited_clock solver_clock_kind(const struct solver_deal *deal)
{
	if (deal->redeals != MK_UNLIMITED) {
		return VISITED_LEAST;
	}
	return deal->three ? VISITED_THREES : VISITED_NO_CLOCK;
}

/*
 * With draws of three: at whole numbers of threes every pass shows the same cards, so the smaller
 * clock dominates. Another remainder is a position of its own (its number is part of the key),
 * ordered by passes.
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

/* Number of cards on the foundation of `suit`. */
static inline int solver_height(const struct solver_node *node, int suit)
{
	return (node->key >> (4 * suit)) & 15;
}

/* Converts macro-moves of the solver to moves of a player. */

/* A line being written, and the table after its moves. */
struct solver_line {
	struct klondike_world world;
	struct solver_moves *moves;
	bool is_broken; /* a macro-move could not be played, or the line is too long */
};

void solver_line_begin(
	struct solver_line *line, const struct klondike_world *world, struct solver_moves *moves);

/* Adds the moves of a macro-move, including draws and moves that clear a card. */
void solver_line_add(struct solver_line *line, struct klondike_macro step);

/* Completes the line to the goal. An invalid line becomes empty. */
void solver_line_finish(struct solver_line *line);

/* Lists the macro-moves of a position, without those that are proven to be unnecessary. */

enum { MAX_STEPS = 64 };

/*
 * If the position can be won, one of the macro-moves leads to a position that is won in fewer
 * moves, or in as many with more cards on the foundations. The dominances and their proofs are in
 * solver_node.c. The macro-moves are in the order in which they are tried; returns their number.
 */
unsigned solver_find_steps(const struct solver_deal *deal, const struct solver_node *node,
	struct klondike_macro steps[MAX_STEPS]);

/*
 * True if the position was entered only for the moves that its last macro-move makes possible. It
 * is then not stored in the set of visited positions, since another path to it may allow more.
 */
static inline bool solver_is_passing(const struct solver_deal *deal, const struct solver_node *node)
{
	return deal->stock_is_free && node->step.kind == STEP_STOCK_DOWN;
}

#endif
