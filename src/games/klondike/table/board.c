/* The known cards as sets: reading them from a view, and playing moves. */
#include "games/klondike/table/board.h"

void board_read(struct board *board, const struct klondike_view *view)
{
	board->fronts = 0;
	board->up = view->face_up;
	board->empty = 0;
	for (int column = 0; column < COLUMNS; column++) {
		int count = view->up[column];

		if (count == 0) {
			board->empty++;
			continue;
		}
		board->fronts |= MK_CARD_BIT(view->column[column][count - 1]);
	}
	board->next = cards_next(view->foundation);
	board->waste = klondike_front(view, DRAW_PILE);
	board->returns = view->rules.foundation_return;
	memcpy(board->count, view->up, sizeof(board->count));
	memcpy(board->unseen, view->unseen, sizeof(board->unseen));
	memcpy(board->foundation, view->foundation, sizeof(board->foundation));
	memcpy(board->column, view->column, sizeof(board->column));
}

static void wait_for(struct board *board, int suit)
{
	static const mk_cards clubs = MK_WHOLE_DECK / 15;
	mk_cards waits = MK_CARD_BIT(MK_CARD(board->foundation[suit] + 1, suit)) & MK_WHOLE_DECK;

	board->next = (board->next & ~(clubs << suit)) | waits;
}

static void take(struct board *board, int column, int keep)
{
	board->fronts &= ~MK_CARD_BIT(board_front(board, column));
	board->count[column] = (uint8_t)keep;
	if (keep) {
		board->fronts |= MK_CARD_BIT(board_front(board, column));
	} else if (board->unseen[column] == 0) {
		board->empty++;
	}
}

static void put(struct board *board, int column, const mk_card *card, int count)
{
	if (board->count[column]) {
		board->fronts &= ~MK_CARD_BIT(board_front(board, column));
	} else {
		board->empty--;
	}
	memcpy(board->column[column] + board->count[column], card, (size_t)count);
	board->count[column] = (uint8_t)(board->count[column] + count);
	board->fronts |= MK_CARD_BIT(card[count - 1]);
}

void board_play(struct board *board, struct mk_move move)
{
	const mk_card *card = &move.card;
	int count = 1;

	if (move.from < COLUMNS) {
		card = &board->column[move.from][move.cut - 1];
		count = board->count[move.from] - move.cut + 1;
		take(board, move.from, move.cut - 1);
	} else if (move.from == DRAW_PILE) {
		board->waste = MK_NO_CARD;
		board->up |= MK_CARD_BIT(move.card);
	} else {
		board->foundation[mk_suit(move.card)]--;
		board->up |= MK_CARD_BIT(move.card);
		wait_for(board, (int)mk_suit(move.card));
	}
	if (move.to < COLUMNS) {
		put(board, move.to, card, count);
	} else {
		board->foundation[mk_suit(move.card)]++;
		board->up &= ~MK_CARD_BIT(move.card);
		wait_for(board, (int)mk_suit(move.card));
	}
}

bool board_find(const struct board *board, mk_card card, int *column, int *place)
{
	if (!cards_have(board->up, card)) {
		return false;
	}
	for (int c = 0; c < COLUMNS; c++) {
		int p = mk_rank(board->column[c][0]) - mk_rank(card);

		if (p >= 0 && p < board->count[c] && board->column[c][p] == card) {
			*column = c;
			*place = p;
			return true;
		}
	}
	return false;
}

int board_front_column(const struct board *board, mk_card card)
{
	if (cards_have(board->fronts, card)) {
		for (int column = 0; column < COLUMNS; column++) {
			if (board->count[column] && board_front(board, column) == card) {
				return column;
			}
		}
	}
	return -1;
}

int board_empty_column(const struct board *board)
{
	for (int column = 0; column < COLUMNS; column++) {
		if (board_is_empty(board, column)) {
			return column;
		}
	}
	return -1;
}
