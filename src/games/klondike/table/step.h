/*
 * Macro-moves: intentions of a player, apart from moves that only rearrange.
 *
 * A macro-move takes one real move or several: a covered card is cleared first, a card of the stock
 * is turned to. Solver, playouts and search use macro-moves; people receive moves.
 */
#ifndef KLONDIKE_SEARCH_STEP_H
#define KLONDIKE_SEARCH_STEP_H

#include "games/klondike/table/ladder.h"
#include "games/klondike/table/table.h"

enum step_kind {
	STEP_NONE,
	STEP_TURN_UP,    /* the first card of a column moves with its run and uncovers the next */
	STEP_UP,         /* column to foundation */
	STEP_STOCK_UP,   /* draw pile to foundation, after as many draws as it takes */
	STEP_STOCK_DOWN, /* draw pile to column, likewise */
	STEP_TURN,       /* turns the draw pile until a card shows that is not known */
	STEP_BACK,       /* foundation to column */
	STEP_KINDS
};

struct klondike_macro {
	uint8_t kind;
	uint8_t place; /* of the card, on the ladder; 0 for STEP_TURN */
};

/*
 * The next real move towards `step`, and whether it completes it (STEP_TURN: each move is said to).
 * False when there is none, which for steps that were offered for this table never happens.
 */
bool klondike_macro_next_move(const struct klondike_view *view, struct klondike_macro step,
	struct mk_move *move, bool *completes);

#endif
