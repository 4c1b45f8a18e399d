/*
 * Macro-moves: intentions of a player, without moves that only rearrange.
 *
 * A macro-move consists of one move or several: a covered card is cleared first, the stock is
 * turned to the wanted card. Solver, playouts and search use macro-moves; players receive moves.
 */
#ifndef KLONDIKE_TABLE_STEP_H
#define KLONDIKE_TABLE_STEP_H

#include "games/klondike/table/ladder.h"
#include "games/klondike/table/table.h"

enum step_kind {
	STEP_NONE,
	STEP_TURN_UP,    /* the first card of a column moves with its run and uncovers the next */
	STEP_UP,         /* column to foundation */
	STEP_STOCK_UP,   /* draw pile to foundation, after as many draws as it takes */
	STEP_STOCK_DOWN, /* draw pile to column, after as many draws as it takes */
	STEP_TURN,       /* turns the draw pile until an unknown card comes up */
	STEP_BACK,       /* foundation to column */
	STEP_KINDS
};

struct klondike_macro {
	uint8_t kind;
	uint8_t place; /* ladder place of the card; 0 for STEP_TURN */
};

/*
 * The next move of `step`, and whether it completes it (for STEP_TURN every move does). False if
 * there is none, which never happens for macro-moves that were listed for this table.
 */
bool klondike_macro_next_move(const struct klondike_view *view, struct klondike_macro step,
	struct mk_move *move, bool *completes);

#endif
