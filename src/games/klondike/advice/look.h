/* What the strategy `heuristic` sees of a table in one look, and what its quiet moves are worth. */
#ifndef KLONDIKE_ADVICE_LOOK_H
#define KLONDIKE_ADVICE_LOOK_H

#include "games/klondike/table/board.h"

/*
 * How patient to be: the passes through the pile that will follow this one, as far as they matter.
 * A card that is left in the pile keeps its choice, as long as it comes round again.
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
	mk_cards pile;         /* known to lie in the draw pile */
	mk_cards parents;      /* of the pile: a base could lie on them */
	mk_cards grandparents; /* parents could lie on them */
	int value;             /* of the columns' fronts as they are */
};

void look_at(struct look *look, const struct klondike_view *view);

void look_closer(struct look *look);

/*
 * How much better a move leaves the columns' fronts, in hundredths of nothing in particular. A move
 * from the draw pile may be one of a card that has still to come.
 */
int look_gain(const struct look *look, struct mk_move move);

/*
 * What a quiet move is worth to a player so patient: worth playing if more than 0. Moves that
 * turn up a card are not quiet, and those that can be taken back are not worth anything by
 * themselves.
 */
int look_worth(const struct look *look, struct mk_move move, int patience);

#endif
