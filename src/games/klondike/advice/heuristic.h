/* The strategy `heuristic`: an evaluation of one table without search. */
#ifndef KLONDIKE_ADVICE_HEURISTIC_H
#define KLONDIKE_ADVICE_HEURISTIC_H

#include "games/klondike/table/board.h"

/*
 * Pass horizon: the passes through the stock that follow this one, as far as they matter. A card
 * left in the stock keeps its choice as long as another pass shows it again.
 */
enum { LAST_PASS, MAX_PASS_HORIZON = 3, PATIENCES };

/* Beyond all that quiet moves can differ by. */
enum { URGENT = 10000 };

struct weights;

struct look {
	const struct klondike_view *view;
	const struct weights *weights;
	struct board board;
	mk_cards land;  /* cards that may be laid on columns now */
	mk_cards bases; /* the deepest face-up cards, where unseen ones lie under them */
	/* From here on only after look_closer(). */
	mk_cards hidden;       /* cards that have not been seen */
	mk_cards pile;         /* known to lie in stock or waste */
	mk_cards parents;      /* of the pile: a base could lie on them */
	mk_cards grandparents; /* parents could lie on them */
	int value;             /* of the columns' fronts as they are */
};

/* The values needed for every move. */
void look_at(struct look *look, const struct klondike_view *view);

/* The values needed for quiet moves only. */
void look_closer(struct look *look);

/*
 * By how much a move improves the front cards of the columns, in points of the evaluation. The card
 * of a move from the stock may be one that has still to come up.
 */
int look_gain(const struct look *look, struct mk_move move);

/*
 * The value of a quiet move (one that turns up no card) for a pass horizon: worth playing if above
 * 0. A move that can be taken back has no value of its own.
 */
int look_worth(const struct look *look, struct mk_move move, int patience);

/* No further card of the stock is of use. */
enum { HORIZON_NONE = LAST_PASS - 1 };

/* The pass horizon of a table: HORIZON_NONE to MAX_PASS_HORIZON. */
int find_pass_horizon(const struct look *look);

/* The move of the strategy. False if the table has no legal move. */
bool klondike_heuristic_pick(const struct mk_view *view, struct mk_move *move);

/* Rates all legal moves, higher being better, to order those that are not picked. */
void klondike_heuristic_order(
	const struct klondike_view *view, const struct mk_move *moves, size_t count, int *worth);

/*
 * The first move of a plan: a sequence of moves with known cards that turns up a card, of the
 * column with the most face-down cards that has one. False if no column has a plan.
 */
bool plan_first_move(const struct board *board, struct mk_move *move);

/*
 * Cards that, at the waste's front, could make a plan possible where there is none without: as
 * a place for a column's base, or for a card that comes back from its foundation, or on the way of
 * another card to its foundation. More than those, never less.
 */
mk_cards plan_useful_cards(const struct board *board);

#endif
