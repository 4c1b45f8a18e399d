/* The strategy `heuristic`: an evaluation of one table without search. */
#ifndef KLONDIKE_ADVICE_HEURISTIC_H
#define KLONDIKE_ADVICE_HEURISTIC_H

#include "games/klondike/table/board.h"

/*
 * Pass horizon: number of passes through the stock after this one, as far as they matter. A card
 * left in the stock can still be played as long as another pass shows it again.
 */
enum { LAST_PASS, MAX_PASS_HORIZON = 3, PATIENCES };

/* More than the values of quiet moves can differ. */
enum { URGENT = 10000 };

struct weights;

struct look {
	const struct klondike_view *view;
	const struct weights *weights;
	struct board board;
	mk_cards land;  /* cards that may be laid on columns now */
	mk_cards bases; /* the deepest face-up card of each column with unseen cards */
	/* The following members are set by look_closer(). */
	mk_cards hidden;       /* cards that have not been seen */
	mk_cards pile;         /* cards known to be in the stock or waste */
	mk_cards parents;      /* cards of the pile on which a base could lie */
	mk_cards grandparents; /* cards on which a parent could lie */
	int value;             /* value of the present front cards */
};

/* Computes the values needed for every move. */
void look_at(struct look *look, const struct klondike_view *view);

/* Computes the values needed for quiet moves. */
void look_closer(struct look *look);

/*
 * Improvement of the columns' front cards by a move, in points of the evaluation. The card of a
 * move from the stock may be one that has not come up yet.
 */
int look_gain(const struct look *look, struct mk_move move);

/*
 * Value of a quiet move (one that turns up no card) for a pass horizon; a move above 0 is worth
 * playing. A reversible move has the value 0.
 */
int look_worth(const struct look *look, struct mk_move move, int patience);

/* No other card of the stock is useful. */
enum { HORIZON_NONE = LAST_PASS - 1 };

/* The pass horizon of a table: HORIZON_NONE to MAX_PASS_HORIZON. */
int find_pass_horizon(const struct look *look);

/* The move of the strategy. False if the table has no legal move. */
bool klondike_heuristic_pick(const struct mk_view *view, struct mk_move *move);

/* Rates all legal moves, higher being better, to order those that are not chosen. */
void klondike_heuristic_order(
	const struct klondike_view *view, const struct mk_move *moves, size_t count, int *worth);

/*
 * Returns the first move of a plan: a sequence of moves with known cards that turns up a card.
 * Columns with more face-down cards are planned first. False if there is no plan.
 */
bool plan_first_move(const struct board *board, struct mk_move *move);

/*
 * Returns a superset of the cards that, in front of the waste, could make a plan possible: as a
 * place for a column's base or for a card that returns from its foundation, or as a card that
 * another one needs below it on the foundation.
 */
mk_cards plan_useful_cards(const struct board *board);

#endif
