/*
 * What quiet moves are worth.
 *
 * A column's front is worth the cards that it can take. Such a card may be hidden still, or lie in
 * the draw pile; best is a parent: one of the pile that could in turn take a base, the deepest
 * face-up card over unseen ones; then a grandparent, that could take a parent. The numbers were
 * found by self-play, those of three cards at a time apart. Only their proportions matter.
 */
#include "games/klondike/advice/look.h"

enum quiet { WASTE_TO_COLUMN, WASTE_TO_FOUNDATION, COLUMN_TO_FOUNDATION, VACATE, NOT_QUIET };

struct weights {
	int hidden, pile, parent, grandparent; /* each card that a front can take */
	int empty;                             /* an empty column */
	int rank;           /* each rank above seven of a card that leaves the pile for a column */
	int for_waste_king; /* making room while the waste shows a king */
	int bias[NOT_QUIET][PATIENCES];
};

static const struct weights one_card = {
	.hidden = 70,
	.pile = 43,
	.parent = 178,
	.grandparent = 50,
	.empty = -74,
	.rank = 10,
	.for_waste_king = 160,
	.bias =
		{
			[WASTE_TO_COLUMN] = {196, 64, 4, -80},
			[WASTE_TO_FOUNDATION] = {43, 3, -15, -40},
			[COLUMN_TO_FOUNDATION] = {27, -65, -107, -166},
			[VACATE] = {52, -80, -100, -284},
		},
};

static const struct weights three_cards = {
	.hidden = 41,
	.pile = 102,
	.parent = 246,
	.grandparent = 40,
	.empty = -88,
	.rank = 11,
	.for_waste_king = 220,
	.bias =
		{
			[WASTE_TO_COLUMN] = {352, 84, 20, -20},
			[WASTE_TO_FOUNDATION] = {123, 26, -52, -76},
			[COLUMN_TO_FOUNDATION] = {60, -59, -104, -132},
			[VACATE] = {112, -116, -220, -220},
		},
};

void look_at(struct look *look, const struct klondike_view *view)
{
	look->view = view;
	look->weights = view->rules.draw == 1 ? &one_card : &three_cards;
	board_read(&look->board, view);
	look->land = board_land(&look->board);
	look->bases = 0;
	for (int column = 0; column < COLUMNS; column++) {
		look->bases |= (mk_cards)(view->unseen[column] != 0) << view->column[column][0];
	}
}

static mk_cards pile_cards(const struct klondike_view *view)
{
	mk_cards cards = view->pile_loose;

	/* Places behind the end hold no card: a loop of fixed length costs less than a shorter one.
	 */
	for (int i = 0; i < PILE; i++) {
		cards |= MK_CARD_BIT(view->pile[i]);
	}
	return cards & MK_WHOLE_DECK;
}

static int value(const struct look *look, mk_cards fronts, mk_cards pile, bool empty)
{
	const struct weights *weights = look->weights;
	mk_cards land = cards_onto(fronts) | (empty ? KINGS : 0);

	return weights->hidden * cards_count(land & look->hidden) +
	       weights->pile * cards_count(land & pile) +
	       weights->parent * cards_count(land & pile & look->parents) +
	       weights->grandparent * cards_count(land & pile & look->grandparents) +
	       (empty ? weights->empty : 0);
}

void look_closer(struct look *look)
{
	look->pile = pile_cards(look->view);
	look->hidden = MK_WHOLE_DECK &
		       ~(look->board.up | look->pile | klondike_foundation_cards(look->view));
	look->parents = cards_below(look->bases) & look->pile;
	look->grandparents = cards_below(look->parents);
	look->value = value(look, look->board.fronts, look->pile, look->board.empty > 0);
}

/* The fronts after a move from a column: it uncovers the card beneath, where there is a known one.
 */
static mk_cards fronts_without(const struct board *board, struct mk_move move)
{
	mk_cards fronts = board->fronts & ~MK_CARD_BIT(board_front(board, move.from));

	return move.cut == 1 ? fronts
			     : fronts | MK_CARD_BIT(board->column[move.from][move.cut - 2]);
}

int look_gain(const struct look *look, struct mk_move move)
{
	const struct board *board = &look->board;
	mk_cards fronts = board->fronts;
	mk_cards pile = look->pile;
	mk_card front = move.card;
	int empty = board->empty;

	if (move.from < COLUMNS) {
		front = board_front(board, move.from);
		fronts = fronts_without(board, move);
		empty += move.cut == 1 && board->unseen[move.from] == 0;
	} else if (move.from == DRAW_PILE) {
		pile &= ~MK_CARD_BIT(move.card);
	}
	if (move.to < COLUMNS) {
		if (board->count[move.to]) {
			fronts &= ~MK_CARD_BIT(board_front(board, move.to));
		} else {
			empty--;
		}
		fronts |= MK_CARD_BIT(front);
	}
	return value(look, fronts, pile, empty > 0) - look->value;
}

static enum quiet quiet_kind(const struct look *look, struct mk_move move)
{
	bool from_pile = move.from == DRAW_PILE;

	switch ((enum klondike_kind)move.kind) {
	case TO_FOUNDATION:
		return from_pile ? WASTE_TO_FOUNDATION : COLUMN_TO_FOUNDATION;
	case KING_TO_EMPTY:
		return from_pile ? WASTE_TO_COLUMN : NOT_QUIET;
	case DRAW_TO_COLUMN:
		return WASTE_TO_COLUMN;
	case COLUMN_TO_COLUMN:
		/* Room for a king, if there is one that could use it. */
		return move.cut == 1 && !look->board.unseen[move.from] && !look->board.empty &&
				       (KINGS & (look->pile | look->hidden))
			       ? VACATE
			       : NOT_QUIET;
	case DRAW:
	case SHUFFLE:
	case FOUNDATION_TO_COLUMN:
		return NOT_QUIET;
	}
	return NOT_QUIET;
}

static int extra(const struct look *look, struct mk_move move, enum quiet kind)
{
	const struct weights *weights = look->weights;

	if (kind == WASTE_TO_COLUMN) {
		return weights->rank * (mk_rank(move.card) - 7);
	}
	if (kind == VACATE && mk_rank(look->board.waste) == MK_KING) {
		return weights->for_waste_king;
	}
	return 0;
}

int look_worth(const struct look *look, struct mk_move move, int patience)
{
	enum quiet kind = quiet_kind(look, move);

	if (kind == NOT_QUIET) {
		return 0;
	}
	return look_gain(look, move) + extra(look, move, kind) +
	       look->weights->bias[kind][patience];
}
