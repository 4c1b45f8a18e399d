/* The rules of FreeCell. */
#include "games/freecell/table.h"

/* Microsoft's C library: state = state * 214013 + 2531011 (mod 2^31), the number is state / 2^16.
 */
void freecell_lay_out(struct freecell_view *view, uint32_t number)
{
	mk_card deck[MK_DECK];

	for (unsigned i = 0; i < MK_DECK; i++) {
		deck[i] = (mk_card)(MK_FIRST_CARD + i);
	}
	for (unsigned left = MK_DECK; left > 0; left--) {
		unsigned column = (MK_DECK - left) % COLUMNS, drawn;

		number = (number * 214013U + 2531011U) & INT32_MAX;
		drawn = (number >> 16) % left;
		view->column[column][view->count[column]++] = deck[drawn];
		deck[drawn] = deck[left - 1];
	}
	view->known = 1;
}

/* ---- Legal moves ---------------------------------------------------------------------------- */

/* True if the last `count` cards of the column form a run. */
static bool is_run(const struct freecell_view *view, unsigned column, unsigned count)
{
	const mk_card *end = view->column[column] + view->count[column];

	if (count > view->count[column]) {
		return false;
	}
	for (const mk_card *card = end - count; card + 1 < end; card++) {
		if (!freecell_fits(view, card[0], card[1])) {
			return false;
		}
	}
	return true;
}

/*
 * Maximum length of a run that single cards can carry over: each empty cell holds one card, and
 * each empty column other than the target doubles the number.
 */
static unsigned run_capacity(const struct freecell_view *view, unsigned to)
{
	unsigned capacity = 1;

	for (unsigned cell = 0; cell < view->cells; cell++) {
		capacity += view->cell[cell] == MK_NO_CARD;
	}
	for (unsigned column = 0; column < COLUMNS; column++) {
		capacity <<= column != to && view->count[column] == 0;
	}
	return capacity;
}

/* Play never leads to a column longer than COLUMN_SIZE; an entered table may have one. */
static bool allows_to_column(const struct freecell_view *view, struct mk_move move)
{
	bool is_movable = move.from >= FIRST_CELL ? move.cut == 1
						  : is_run(view, move.from, move.cut) &&
							    move.cut <= run_capacity(view, move.to);

	return is_movable && view->count[move.to] + move.cut <= COLUMN_SIZE &&
	       (view->count[move.to] == 0 ||
		       freecell_fits(view, freecell_front(view, move.to),
			       freecell_move(view, move.from, move.to, move.cut).card));
}

bool freecell_allows(const struct freecell_view *view, struct mk_move move)
{
	mk_card front;

	if (!view->known || move.from >= FIRST_FOUNDATION || move.to >= POSITIONS ||
		move.from == move.to || move.cut == 0) {
		return false;
	}
	front = freecell_front(view, move.from);
	if (front == MK_NO_CARD) {
		return false;
	}
	if (move.to < FIRST_CELL) {
		return allows_to_column(view, move);
	}
	if (move.to < FIRST_FOUNDATION) {
		return move.cut == 1 && move.from < FIRST_CELL &&
		       move.to < FIRST_CELL + view->cells && !freecell_front(view, move.to);
	}
	return move.cut == 1 && move.to == FIRST_FOUNDATION + mk_suit(front) &&
	       freecell_goes_up(view, front);
}

/* ---- Moves ---------------------------------------------------------------------------------- */

struct mk_move freecell_move(
	const struct freecell_view *view, unsigned from, unsigned to, unsigned count)
{
	return (struct mk_move){
		.kind = to < FIRST_CELL         ? TO_COLUMN
			: to < FIRST_FOUNDATION ? TO_CELL
						: TO_FOUNDATION,
		.from = (uint8_t)from,
		.to = (uint8_t)to,
		.cut = (uint8_t)count,
		.card = from < FIRST_CELL ? view->column[from][view->count[from] - count]
					  : view->cell[from - FIRST_CELL],
	};
}

void freecell_play(struct freecell_view *view, struct mk_move move)
{
	mk_card *from;

	if (move.from < FIRST_CELL) {
		view->count[move.from] = (uint8_t)(view->count[move.from] - move.cut);
		from = &view->column[move.from][view->count[move.from]];
	} else {
		from = &view->cell[move.from - FIRST_CELL];
	}
	if (move.to < FIRST_CELL) {
		memcpy(&view->column[move.to][view->count[move.to]], from, move.cut);
		view->count[move.to] = (uint8_t)(view->count[move.to] + move.cut);
	} else if (move.to < FIRST_FOUNDATION) {
		view->cell[move.to - FIRST_CELL] = *from;
	} else {
		view->up[move.to - FIRST_FOUNDATION]++;
	}
	view->idle =
		move.to >= FIRST_FOUNDATION ? 0 : (uint8_t)(view->idle + (view->idle < UINT8_MAX));
	memset(from, MK_NO_CARD, move.cut);
}

bool freecell_next_up(
	const struct freecell_view *view, const uint8_t limit[MK_SUITS], struct mk_move *move)
{
	for (unsigned from = 0; from < FIRST_FOUNDATION; from++) {
		mk_card card = freecell_front(view, from);

		if (freecell_goes_up(view, card) && mk_rank(card) <= limit[mk_suit(card)]) {
			*move = freecell_move(view, from, FIRST_FOUNDATION + mk_suit(card), 1);
			return true;
		}
	}
	return false;
}

/* ---- All moves ------------------------------------------------------------------------------ */

struct move_list {
	const struct freecell_view *view;
	struct mk_move *moves;
	size_t count;
};

static void add_if_allowed(struct move_list *list, unsigned from, unsigned to, unsigned count)
{
	struct mk_move move = {.from = (uint8_t)from, .to = (uint8_t)to, .cut = (uint8_t)count};

	if (freecell_allows(list->view, move)) {
		list->moves[list->count++] = freecell_move(list->view, from, to, count);
	}
}

/* A run fits on a card in one way only: the ranks determine the number of cards. */
static void add_to_columns(struct move_list *list, unsigned from)
{
	const struct freecell_view *view = list->view;
	unsigned whole = from < FIRST_CELL ? view->count[from] : 2;
	bool is_first_empty = true;

	for (unsigned to = 0; to < COLUMNS; to++) {
		int ranks = mk_rank(freecell_front(view, to)) - mk_rank(freecell_front(view, from));

		if (view->count[to] > 0 && ranks > 0) {
			add_if_allowed(list, from, to, (unsigned)ranks);
		}
		if (view->count[to] > 0 || !is_first_empty) {
			continue;
		}
		is_first_empty = false;
		for (unsigned count = 1; count < whole && count <= MK_RANKS; count++) {
			add_if_allowed(list, from, to, count);
		}
	}
}

/* The position of the first empty cell; FIRST_FOUNDATION if there is none. */
static unsigned empty_cell(const struct freecell_view *view)
{
	for (unsigned cell = 0; cell < view->cells; cell++) {
		if (view->cell[cell] == MK_NO_CARD) {
			return FIRST_CELL + cell;
		}
	}
	return FIRST_FOUNDATION;
}

size_t freecell_moves(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	struct move_list list = {freecell_of(view), moves, 0};
	unsigned cell = empty_cell(list.view);

	for (unsigned from = 0; from < FIRST_FOUNDATION; from++) {
		mk_card card = freecell_front(list.view, from);

		add_if_allowed(&list, from, FIRST_FOUNDATION + mk_suit(card), 1);
	}
	for (unsigned from = 0; from < FIRST_FOUNDATION; from++) {
		add_to_columns(&list, from);
	}
	for (unsigned from = 0; cell < FIRST_FOUNDATION && from < COLUMNS; from++) {
		add_if_allowed(&list, from, cell, 1);
	}
	return list.count;
}

/* ---- The table ------------------------------------------------------------------------------ */

enum mk_outcome freecell_outcome(const struct mk_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];

	if (!freecell_of(view)->known) {
		return MK_WAITING;
	}
	if (freecell_is_won(freecell_of(view))) {
		return MK_WON;
	}
	return freecell_moves(view, moves) > 0 ? MK_PLAYING : MK_LOST;
}

mk_card freecell_wrong_card(const struct freecell_view *view)
{
	uint8_t times[MK_LAST_CARD + 1] = {0};
	mk_card card = MK_FIRST_CARD;

	for (unsigned column = 0; column < COLUMNS; column++) {
		for (unsigned i = 0; i < view->count[column]; i++) {
			times[view->column[column][i]]++;
		}
	}
	for (unsigned cell = 0; cell < CELLS; cell++) {
		times[view->cell[cell]]++;
	}
	while (card <= MK_LAST_CARD &&
		times[card] + (mk_rank(card) <= view->up[mk_suit(card)]) == 1) {
		card++;
	}
	return card <= MK_LAST_CARD ? card : MK_NO_CARD;
}
