/*
 * The reasons that are told with a move. Each is a plain fact about the table before and after it;
 * none depends on the strategy that ranked it.
 */
#include "games/klondike/advice/reasons.h"

#include "games/klondike/table/board.h"

/* What can be done on a table, as far as reasons speak of it. */
struct chances {
	uint8_t columns; /* those that could turn up a card, a bit each */
	mk_cards land;   /* cards that could be laid on columns */
	mk_cards up;     /* cards that could go up from columns */
};

static struct chances chances_of(const struct board *board)
{
	struct chances chances = {.land = board_land(board), .up = board->next & board->fronts};

	for (int column = 0; column < COLUMNS; column++) {
		mk_card base = board->column[column][0];
		bool can = cards_have(chances.land, base) ||
			   (board->count[column] == 1 && cards_have(chances.up, base));

		if (board->count[column] && board->unseen[column] && can) {
			chances.columns |= (uint8_t)(1 << column);
		}
	}
	return chances;
}

static bool turns_up_card(const struct board *board, struct mk_move move)
{
	return move.from < COLUMNS && move.cut == 1 && board->unseen[move.from];
}

static bool frees_column(const struct board *board, struct mk_move move)
{
	return move.from < COLUMNS && move.cut == 1 && !board->unseen[move.from] &&
	       move.kind != KING_TO_EMPTY;
}

static bool puts_king(struct mk_move move)
{
	return mk_rank(move.card) == MK_KING && move.to < COLUMNS;
}

/* The draw pile will show again what it shows now. */
static bool comes_round_again(const struct klondike_view *view)
{
	return view->shuffles != 0;
}

static uint32_t turning_reasons(const struct klondike_view *view, const struct board *board)
{
	struct klondike_reachable_stock coming = klondike_reachable_stock(view);
	mk_cards useful = board_land(board) | board->next;
	uint32_t reasons = 1u << REASON_DRAWS;

	if (board->waste != MK_NO_CARD && cards_have(useful, board->waste) &&
		comes_round_again(view)) {
		reasons |= 1u << REASON_KEEPS_OPTION;
	}
	if (!coming.unseen && !(coming.cards & useful)) {
		reasons |= 1u << REASON_NO_PROGRESS;
	}
	return reasons;
}

static uint32_t card_reasons(
	const struct board *board, const struct chances *now, struct mk_move move)
{
	struct board after = *board;
	struct chances then;
	bool forward = turns_up_card(board, move) || frees_column(board, move) ||
		       move.from == DRAW_PILE || move.kind == TO_FOUNDATION;
	bool unblocks;

	board_play(&after, move);
	then = chances_of(&after);
	unblocks = (then.columns & ~now->columns) || (then.up & ~now->up & ~MK_CARD_BIT(move.card));
	return (uint32_t)turns_up_card(board, move) << REASON_TURNS_UP_CARD |
	       (uint32_t)(move.kind == TO_FOUNDATION) << REASON_TO_FOUNDATION |
	       (uint32_t)frees_column(board, move) << REASON_FREES_COLUMN |
	       (uint32_t)puts_king(move) << REASON_KING_TO_EMPTY |
	       (uint32_t)unblocks << REASON_UNBLOCKS |
	       (uint32_t) !(now->land & ~then.land & ~MK_CARD_BIT(move.card))
		       << REASON_KEEPS_OPTION |
	       (uint32_t)(!forward && !unblocks) << REASON_NO_PROGRESS;
}

void klondike_reasons_of(const struct klondike_view *view, const struct mk_move *moves,
	size_t count, uint32_t *reasons)
{
	struct board board;
	struct chances now;

	board_read(&board, view);
	now = chances_of(&board);
	for (size_t i = 0; i < count; i++) {
		bool turns = moves[i].kind == DRAW || moves[i].kind == SHUFFLE;

		reasons[i] = turns ? turning_reasons(view, &board)
				   : card_reasons(&board, &now, moves[i]);
	}
	if (count == 1) {
		reasons[0] |= 1u << REASON_ONLY_MOVE;
	}
}
