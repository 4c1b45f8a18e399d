/* Converts macro-moves to moves. */
#include "games/klondike/table/step.h"

/* Finds the column of a face-up card, and its place there from 1. False if it is in none. */
static bool find(const struct klondike_view *view, mk_card card, int *column, int *cut)
{
	for (*column = 0; *column < COLUMNS; ++*column) {
		for (*cut = 1; *cut <= view->up[*column]; ++*cut) {
			if (view->column[*column][*cut - 1] == card) {
				return true;
			}
		}
	}
	return false;
}

static bool accepts(const struct klondike_view *view, int column, mk_card card)
{
	mk_card front = klondike_front(view, column);

	if (front == MK_NO_CARD) {
		return mk_rank(card) == MK_KING && klondike_is_empty(view, column);
	}
	return mk_rank(front) == mk_rank(card) + 1 && mk_is_red(front) != mk_is_red(card);
}

static bool landing(const struct klondike_view *view, mk_card card, uint8_t *to)
{
	for (int column = 0; column < COLUMNS; column++) {
		if (accepts(view, column, card)) {
			*to = (uint8_t)column;
			return true;
		}
	}
	return false;
}

static bool run_move(const struct klondike_view *view, int from, int cut, struct mk_move *move)
{
	mk_card card = view->column[from][cut - 1];

	*move = (struct mk_move){
		.kind = mk_rank(card) == MK_KING ? KING_TO_EMPTY : COLUMN_TO_COLUMN,
		.from = (uint8_t)from,
		.cut = (uint8_t)cut,
		.card = card,
	};
	return landing(view, card, &move->to);
}

static struct mk_move up_move(int from, int cut, mk_card card)
{
	return (struct mk_move){
		.kind = TO_FOUNDATION,
		.from = (uint8_t)from,
		.to = (uint8_t)(FIRST_FOUNDATION + (int)mk_suit(card)),
		.cut = (uint8_t)cut,
		.card = card,
	};
}

static struct mk_move turning(const struct klondike_view *view)
{
	return (struct mk_move){
		.kind = klondike_left(view) > 0 ? DRAW : SHUFFLE,
		.from = DRAW_PILE,
		.to = DRAW_PILE,
	};
}

/* Moves the cards that lie on the card to its twin first. */
static bool column_up(
	const struct klondike_view *view, mk_card card, struct mk_move *move, bool *completes)
{
	int column, cut;

	if (!find(view, card, &column, &cut)) {
		return false;
	}
	*completes = cut == view->up[column];
	if (!*completes) {
		return run_move(view, column, cut + 1, move);
	}
	*move = up_move(column, cut, card);
	return true;
}

static bool stock_down(const struct klondike_view *view, mk_card card, struct mk_move *move)
{
	*move = (struct mk_move){
		.kind = mk_rank(card) == MK_KING ? KING_TO_EMPTY : DRAW_TO_COLUMN,
		.from = DRAW_PILE,
		.cut = 1,
		.card = card,
	};
	return landing(view, card, &move->to);
}

static bool bring_back(const struct klondike_view *view, mk_card card, struct mk_move *move)
{
	*move = (struct mk_move){
		.kind = FOUNDATION_TO_COLUMN,
		.from = (uint8_t)(FIRST_FOUNDATION + (int)mk_suit(card)),
		.cut = 1,
		.card = card,
	};
	return landing(view, card, &move->to);
}

bool klondike_macro_next_move(const struct klondike_view *view, struct klondike_macro step,
	struct mk_move *move, bool *completes)
{
	mk_card card = ladder_card(step.place);
	int column, cut;

	*completes = true;
	switch ((enum step_kind)step.kind) {
	case STEP_TURN_UP:
		return find(view, card, &column, &cut) && run_move(view, column, cut, move);
	case STEP_UP:
		return column_up(view, card, move, completes);
	case STEP_STOCK_UP:
	case STEP_STOCK_DOWN:
		if (klondike_front(view, DRAW_PILE) != card) {
			*completes = false;
			*move = turning(view);
			return true;
		}
		if (step.kind == STEP_STOCK_DOWN) {
			return stock_down(view, card, move);
		}
		*move = up_move(DRAW_PILE, 1, card);
		return true;
	case STEP_TURN:
		*move = turning(view);
		return true;
	case STEP_BACK:
		return bring_back(view, card, move);
	case STEP_NONE:
	case STEP_KINDS:
		break;
	}
	return false;
}
