/* Pass horizon: how many more passes through the stock are useful. */
#include "games/klondike/advice/heuristic.h"

/* Value of moving `card` to its foundation, as if it were in front of the waste. */
static int worth_to_foundation(const struct look *look, mk_card card, int patience)
{
	struct mk_move move = {.kind = TO_FOUNDATION,
		.from = DRAW_PILE,
		.to = (uint8_t)(FIRST_FOUNDATION + (int)mk_suit(card)),
		.cut = 1,
		.card = card};

	return look_worth(look, move, patience);
}

static int worth_to_column(const struct look *look, mk_card card, int column, int patience)
{
	struct mk_move move = {.kind = mk_rank(card) == MK_KING ? KING_TO_EMPTY : DRAW_TO_COLUMN,
		.from = DRAW_PILE,
		.to = (uint8_t)column,
		.cut = 1,
		.card = card};

	return look_worth(look, move, patience);
}

/* True if `card` would be played if it were in front of the waste. */
static bool is_wanted(const struct look *look, mk_card card, int patience)
{
	const struct board *board = &look->board;
	mk_cards below = cards_below(MK_CARD_BIT(card)) & board->fronts;

	if (cards_have(board->next, card) && worth_to_foundation(look, card, patience) > 0) {
		return true;
	}
	if (mk_rank(card) == MK_KING && board->empty &&
		worth_to_column(look, card, board_empty_column(board), patience) > 0) {
		return true;
	}
	for (; below; below &= below - 1) {
		int column = board_front_column(board, cards_first(below));

		if (worth_to_column(look, card, column, patience) > 0) {
			return true;
		}
	}
	return false;
}

static bool is_any_wanted(const struct look *look, mk_cards cards, int patience)
{
	for (cards &= look->land | look->board.next; cards; cards &= cards - 1) {
		if (is_wanted(look, cards_first(cards), patience)) {
			return true;
		}
	}
	return false;
}

/* True if one of the cards, in front of the waste, made a plan possible that turns up a card. */
static bool may_plan_come(const struct look *look, mk_cards cards)
{
	struct board board = look->board;
	struct mk_move move;

	board.waste = MK_NO_CARD;
	for (cards &= plan_useful_cards(&board); cards; cards &= cards - 1) {
		board.waste = cards_first(cards);
		if (plan_first_move(&board, &move)) {
			return true;
		}
	}
	return false;
}

/*
 * With unlimited redeals, a pass is useful as long as it brings an unseen card or a known one that
 * will be played; therefore turning always leads to progress.
 */
static int endless_patience(const struct look *look)
{
	struct klondike_reachable_stock coming = klondike_reachable_stock(look->view);
	int patience = MAX_PASS_HORIZON;

	if (coming.unseen || is_any_wanted(look, coming.cards, patience) ||
		may_plan_come(look, coming.cards)) {
		return patience;
	}
	while (--patience > HORIZON_NONE && !is_any_wanted(look, coming.cards, patience)) {
	}
	return patience;
}

int find_pass_horizon(const struct look *look)
{
	int shuffles = look->view->shuffles;

	if (shuffles == MK_UNLIMITED) {
		return endless_patience(look);
	}
	return shuffles < MAX_PASS_HORIZON ? shuffles : MAX_PASS_HORIZON;
}
