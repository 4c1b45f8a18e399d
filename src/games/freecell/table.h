/*
 * FreeCell's table and rules. Every card is visible, so a world is a view.
 *
 * Sources: the rules of Microsoft FreeCell (build down in alternating colours, any card may fill an
 * empty column); Baker's game is the older form in which columns are built in suit.
 */
#ifndef FREECELL_TABLE_H
#define FREECELL_TABLE_H

#include <makker/game.h>

/*
 * The longest column has 19 cards: seven of the deal, the last of them a king, and a run from queen
 * to ace.
 */
enum { COLUMNS = 8, CELLS = 4, COLUMN_SIZE = 19 };

/* Positions: columns 0 to 7, free cells 8 to 11, foundations 12 to 15 in the order of mk_suit. */
enum { FIRST_CELL = COLUMNS, FIRST_FOUNDATION = FIRST_CELL + CELLS, POSITIONS = 16 };

/*
 * `kind` of moves. `from` and `to` are positions, `cut` is the number of cards (more than one only
 * between columns), `card` the one that comes to lie on the target.
 */
enum { TO_COLUMN = 1, TO_CELL, TO_FOUNDATION };

/* Unused bytes are 0. */
struct freecell_view {
	mk_card column[COLUMNS][COLUMN_SIZE]; /* the front card is the last one */
	uint8_t count[COLUMNS];
	mk_card cell[CELLS];
	uint8_t up[MK_SUITS]; /* rank of each foundation's front card, 0: empty */
	uint8_t cells;        /* number of cells by the rules, 1 to CELLS */
	uint8_t in_suit;      /* Baker's game: columns are built in suit */
	uint8_t known;        /* 0: no table has been seen yet */
	uint8_t idle; /* number of moves since a card last went to a foundation, at most 255 */
};

static inline const struct freecell_view *freecell_of(const struct mk_view *view)
{
	return (const struct freecell_view *)view;
}

/* The front card of a column or cell; MK_NO_CARD if it is empty. */
static inline mk_card freecell_front(const struct freecell_view *view, unsigned position)
{
	if (position >= FIRST_CELL) {
		return view->cell[position - FIRST_CELL];
	}
	return view->count[position] ? view->column[position][view->count[position] - 1]
				     : MK_NO_CARD;
}

/* True if `card` may lie on `below` in a column. */
static inline bool freecell_fits(const struct freecell_view *view, mk_card below, mk_card card)
{
	return mk_rank(below) == mk_rank(card) + 1 &&
	       (view->in_suit ? mk_suit(below) == mk_suit(card)
			      : mk_is_red(below) != mk_is_red(card));
}

/* True if the foundation of its suit takes `card` next. */
static inline bool freecell_goes_up(const struct freecell_view *view, mk_card card)
{
	return card != MK_NO_CARD && view->up[mk_suit(card)] + 1 == mk_rank(card);
}

/* The front card of a foundation. */
static inline mk_card freecell_foundation(const struct freecell_view *view, unsigned suit)
{
	return view->up[suit] ? (mk_card)(view->up[suit] * MK_SUITS + suit) : MK_NO_CARD;
}

static inline bool freecell_is_won(const struct freecell_view *view)
{
	return view->up[0] + view->up[1] + view->up[2] + view->up[3] == MK_DECK;
}

/* Lays out the deal of that number, 1 to INT32_MAX, on an empty table, as Microsoft FreeCell does.
 */
void freecell_lay_out(struct freecell_view *view, uint32_t number);

/* Builds the move of `count` cards from one position to another; the cards must be there. */
struct mk_move freecell_move(
	const struct freecell_view *view, unsigned from, unsigned to, unsigned count);

/* True if the rules allow the move, to any empty column or cell. */
bool freecell_allows(const struct freecell_view *view, struct mk_move move);

/*
 * Lists the allowed moves, those to foundations first, without those that change nothing (a whole
 * column to an empty one). Of equivalent targets, the first is listed: the first empty column, the
 * first empty cell.
 */
size_t freecell_moves(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES]);

/* Carries out an allowed move. */
void freecell_play(struct freecell_view *view, struct mk_move move);

/* Finds a card that can go to its foundation with a rank of at most the `limit` of its suit. */
bool freecell_next_up(
	const struct freecell_view *view, const uint8_t limit[MK_SUITS], struct mk_move *move);

enum mk_outcome freecell_outcome(const struct mk_view *view);

/*
 * The first card of the deck that the table does not have exactly once; MK_NO_CARD if it is
 * complete.
 */
mk_card freecell_wrong_card(const struct freecell_view *view);

#endif
