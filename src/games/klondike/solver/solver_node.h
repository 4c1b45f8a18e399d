/* A solver's positions: a cache line each; how each kind of move changes one. */
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
	ladder_set reach; /* stock cards that can be had now or after draws and a redeal */
	uint32_t rest;
	struct klondike_macro step;
	uint8_t undone; /* a card that just went up or came back: doing the reverse leads nowhere */
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
	uint16_t weight[COLUMNS]; /* of a column in the key */
	int redeals;              /* MK_UNLIMITED */
	bool three;               /* draw 3 */
	bool returns;
	bool cleared;
	bool highest_first; /* of cards that could do the same, which to try first */
	bool stock_is_free; /* single cards without end: each stock card can be had at any time */
};

/* Sets up a search from `world`. Where shuffles mix, there are none. */
void solver_set_up(
	struct solver_deal *deal, struct solver_node *root, const struct klondike_world *world);

/*
 * The same position by the easiest rules, which turn single cards without end: what is lost by them
 * is lost by all others.
 */
void solver_ease(struct solver_deal *deal, struct solver_node *root);

/*
 * Is the position won, when all its cards are known? Of `node` only the table counts, not by which
 * step it was reached.
 */
enum mk_verdict klondike_solve_position(struct klondike_solver *solver,
	const struct solver_deal *deal, const struct solver_node *node, uint64_t node_limit);

/* Carries out a step on a copy, but for solver_note_reach(). */
void solver_take_step(const struct solver_deal *deal, const struct solver_node *node,
	struct klondike_macro step, struct solver_node *after);

/* The remaining work of a macro-move when its position is visited: finding node->reach. */
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

/* A solver's steps as moves that a player can make. */

/* A line that is being written, and the table as it is played on it. */
struct solver_line {
	struct klondike_world world;
	struct solver_moves *moves;
	bool is_broken; /* a step could not be played, or the line is too long */
};

void solver_line_begin(
	struct solver_line *line, const struct klondike_world *world, struct solver_moves *moves);

/* A step as real moves: with the draws that a stock card takes, and the moves that clear a card. */
void solver_line_add(struct solver_line *line, struct klondike_macro step);

/* The rest of the line to the goal. A broken line is empty. */
void solver_line_finish(struct solver_line *line);

/* The possible macro-moves of a solver's position, without those proven to be unnecessary. */

enum { MAX_STEPS = 64 };

/*
 * If the position is won at all, one of the steps leads to a position that is won in fewer moves,
 * or in as many with more cards on the foundations. Which dominances are used, and why they are
 * right, stands in solver_steps.c.
 * They come in the order in which they are to be tried; how many is returned.
 */
unsigned solver_find_steps(const struct solver_deal *deal, const struct solver_node *node,
	struct klondike_macro steps[MAX_STEPS]);

/*
 * Was the position only entered for what its last step makes possible? Then it is no position of
 * its own (the set of visited ones leaves it out): another way to it may lead on to more.
 */
static inline bool solver_is_passing(const struct solver_deal *deal, const struct solver_node *node)
{
	return deal->stock_is_free && node->step.kind == STEP_STOCK_DOWN;
}

#endif
