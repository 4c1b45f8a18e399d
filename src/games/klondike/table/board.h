/*
 * The known cards of a table as sets, cheap to copy and to play on, for search. Hidden cards are
 * not represented: a column that would turn up a card loses its last card.
 */
#ifndef KLONDIKE_TABLE_BOARD_H
#define KLONDIKE_TABLE_BOARD_H

#include "games/klondike/table/sets.h"

struct board {
	mk_cards fronts; /* of the columns */
	mk_cards up;     /* all face-up cards of the columns */
	mk_cards next;   /* the next card of each foundation */
	mk_card waste;   /* front card of the waste; MK_NO_CARD after it was played */
	bool returns;    /* cards may return from foundations */
	uint8_t empty;   /* empty columns */
	uint8_t count[COLUMNS];
	uint8_t unseen[COLUMNS];
	uint8_t foundation[MK_SUITS];
	mk_card column[COLUMNS][COLUMN_UP];
};

void board_read(struct board *board, const struct klondike_view *view);

/* Plays a move of cards; the members are those of struct mk_move. */
void board_play(struct board *board, struct mk_move move);

/* Finds a face-up card of the columns. */
bool board_find(const struct board *board, mk_card card, int *column, int *place);

/* The column with this front card, or -1. */
int board_front_column(const struct board *board, mk_card card);

int board_empty_column(const struct board *board);

static inline mk_card board_front(const struct board *board, int column)
{
	return board->column[column][board->count[column] - 1];
}

static inline bool board_is_empty(const struct board *board, int column)
{
	return board->count[column] == 0 && board->unseen[column] == 0;
}

/* Cards that can be put on columns now: cards that fit a front, and kings if a column is empty. */
static inline mk_cards board_land(const struct board *board)
{
	return cards_onto(board->fronts) | (board->empty ? KINGS : 0);
}

/*
 * The top cards of the foundations. It also contains kings that are not there yet, which is
 * harmless.
 */
static inline mk_cards board_tops(const struct board *board)
{
	return (board->next | KINGS << 4) >> 4 & MK_WHOLE_DECK;
}

/* ---- Moves of cards ------------------------------------------------------------------------- */

static inline struct mk_move move_up_from_column(const struct board *board, int column)
{
	mk_card card = board_front(board, column);

	return (struct mk_move){.kind = TO_FOUNDATION,
		.from = (uint8_t)column,
		.to = (uint8_t)(FIRST_FOUNDATION + (int)mk_suit(card)),
		.cut = board->count[column],
		.card = card};
}

static inline struct mk_move move_up_from_waste(const struct board *board)
{
	return (struct mk_move){.kind = TO_FOUNDATION,
		.from = DRAW_PILE,
		.to = (uint8_t)(FIRST_FOUNDATION + (int)mk_suit(board->waste)),
		.cut = 1,
		.card = board->waste};
}

/* Moves the run that begins at `place` (or the king there) to another column. */
static inline struct mk_move move_run(const struct board *board, int from, int place, int to)
{
	mk_card card = board->column[from][place];

	return (struct mk_move){.kind = mk_rank(card) == MK_KING ? KING_TO_EMPTY : COLUMN_TO_COLUMN,
		.from = (uint8_t)from,
		.to = (uint8_t)to,
		.cut = (uint8_t)(place + 1),
		.card = card};
}

static inline struct mk_move move_waste(const struct board *board, int to)
{
	bool king = mk_rank(board->waste) == MK_KING;

	return (struct mk_move){.kind = king ? KING_TO_EMPTY : DRAW_TO_COLUMN,
		.from = DRAW_PILE,
		.to = (uint8_t)to,
		.cut = 1,
		.card = board->waste};
}

static inline struct mk_move move_return(mk_card card, int to)
{
	return (struct mk_move){.kind = FOUNDATION_TO_COLUMN,
		.from = (uint8_t)(FIRST_FOUNDATION + (int)mk_suit(card)),
		.to = (uint8_t)to,
		.cut = 1,
		.card = card};
}

#endif
