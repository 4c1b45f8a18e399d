/*
 * The strategy `heuristic`: a static evaluation of the known cards, without a search among hidden
 * cards.
 *
 * Order of preference: turn up a card, in the column with the most unseen ones; put up a card that
 * no other needs; follow a plan that turns up a card; make a quiet move with a positive value; turn
 * the pile; when that has ended, any irreversible move; and if none is left, the shortest way to
 * progress (progress.h).
 *
 * It never returns to a table. Turned-up cards, cards taken from the pile and (see below) cards on
 * foundations stay; a quiet move is one of those, or empties a column that only a king can fill
 * again. A pile with limited redeals comes to its end; one with unlimited redeals is turned only
 * towards a card that is unknown or will be played (if redeals mix, the same order may come up
 * again by chance). The remaining moves are those of plans: moving a run aside, or a card back from
 * its foundation. Each is a move of a plan that is planned again from the next table, where it
 * needs one move less; and a card returns from its foundation only directly before the move that
 * turns one up, which is preferred then.
 */
#include "games/klondike/advice/heuristic.h"
#include "games/klondike/table/progress.h"

/*
 * Number of draws and redeals in a row without progress after which a pile is left even if it is
 * mixed by unlimited redeals.
 */
enum { MAX_IDLE = 500 };

enum { NONE = -100 * URGENT };

struct best {
	struct mk_move move;
	int worth;
};

static void consider(struct best *best, struct mk_move move, int worth)
{
	if (worth > best->worth) {
		best->worth = worth;
		best->move = move;
	}
}

static bool is_found(const struct best *best, struct mk_move *move)
{
	if (best->move.kind == 0) {
		return false;
	}
	*move = best->move;
	return true;
}

/* ---- Turning up a card ---------------------------------------------------------------------- */

/* Prefers the column with the most unseen cards, then the best remaining front cards. */
static int turning_worth(const struct look *look, struct mk_move move)
{
	return look->board.unseen[move.from] * URGENT + look_gain(look, move);
}

static void consider_turning(const struct look *look, int column, struct best *best)
{
	const struct board *board = &look->board;
	mk_card base = board->column[column][0];
	mk_cards below = cards_below(MK_CARD_BIT(base)) & board->fronts;

	if (board->count[column] == 1 && cards_have(board->next, base)) {
		struct mk_move move = move_up_from_column(board, column);

		consider(best, move, turning_worth(look, move));
	}
	if (mk_rank(base) == MK_KING && board->empty) {
		struct mk_move move = move_run(board, column, 0, board_empty_column(board));

		consider(best, move, turning_worth(look, move));
	}
	for (; below; below &= below - 1) {
		int to = board_front_column(board, cards_first(below));
		struct mk_move move = move_run(board, column, 0, to);

		consider(best, move, turning_worth(look, move));
	}
}

static bool turn_up_card(struct look *look, struct mk_move *move)
{
	mk_cards ready = look->bases & (look->land | look->board.next);
	struct best best = {.worth = NONE};

	if (!ready) {
		return false;
	}
	look_closer(look);
	for (int column = 0; column < COLUMNS; column++) {
		if (look->board.unseen[column] &&
			cards_have(ready, look->board.column[column][0])) {
			consider_turning(look, column, &best);
		}
	}
	return is_found(&best, move);
}

/* ---- cards that are no longer needed -------------------------------------------------------- */

/* All cards at most two ranks above `rank`. */
static mk_cards two_above(int rank)
{
	return rank + 3 > MK_KING ? MK_WHOLE_DECK : MK_CARD_BIT(MK_CARD(rank + 3, 0)) - 1;
}

static int lower_of(int a, int b)
{
	return a < b ? a : b;
}

/*
 * Cards at most two ranks above both foundations of the other colour: no card needs to lie on them.
 */
static mk_cards safe_cards(const uint8_t foundation[MK_SUITS])
{
	static const mk_cards reds = MK_WHOLE_DECK / 15 * 6;
	int black = lower_of(foundation[MK_CLUBS], foundation[MK_SPADES]);
	int red = lower_of(foundation[MK_DIAMONDS], foundation[MK_HEARTS]);

	return (two_above(black) & reds) | (two_above(red) & ~reds);
}

static bool put_up_safely(const struct look *look, struct mk_move *move)
{
	const struct board *board = &look->board;
	mk_cards ready = board->next & safe_cards(board->foundation);

	if (ready & board->fronts) {
		*move = move_up_from_column(
			board, board_front_column(board, cards_first(ready & board->fronts)));
		return true;
	}
	if (board->waste != MK_NO_CARD && cards_have(ready, board->waste)) {
		*move = move_up_from_waste(board);
		return true;
	}
	return false;
}

/* ---- Quiet moves ---------------------------------------------------------------------------- */

static void consider_quiet(
	const struct look *look, struct mk_move move, int patience, struct best *best)
{
	consider(best, move, look_worth(look, move, patience));
}

static void consider_waste(const struct look *look, int patience, struct best *best)
{
	const struct board *board = &look->board;
	mk_cards below = cards_below(MK_CARD_BIT(board->waste)) & board->fronts;

	if (cards_have(board->next, board->waste)) {
		consider_quiet(look, move_up_from_waste(board), patience, best);
	}
	if (mk_rank(board->waste) == MK_KING && board->empty) {
		consider_quiet(look, move_waste(board, board_empty_column(board)), patience, best);
	}
	for (; below; below &= below - 1) {
		int to = board_front_column(board, cards_first(below));

		consider_quiet(look, move_waste(board, to), patience, best);
	}
}

static void consider_column(const struct look *look, int column, int patience, struct best *best)
{
	const struct board *board = &look->board;
	mk_cards below = cards_below(MK_CARD_BIT(board->column[column][0])) & board->fronts;

	if (cards_have(board->next, board_front(board, column))) {
		consider_quiet(look, move_up_from_column(board, column), patience, best);
	}
	for (; below; below &= below - 1) {
		int to = board_front_column(board, cards_first(below));

		consider_quiet(look, move_run(board, column, 0, to), patience, best);
	}
}

/* Without a reason to wait, the evaluation is that of the last pass. */
static int quiet_patience(int patience)
{
	return patience == HORIZON_NONE ? LAST_PASS : patience;
}

static bool move_quietly(struct look *look, int patience, struct mk_move *move)
{
	struct best best = {.worth = 0};

	consider_waste(look, patience, &best);
	for (int column = 0; column < COLUMNS; column++) {
		if (look->board.count[column]) {
			consider_column(look, column, patience, &best);
		}
	}
	return is_found(&best, move);
}

/* ---- The pile, and the end ------------------------------------------------------------------ */

static bool turn_anyway(const struct look *look, struct mk_move *move)
{
	const struct klondike_view *view = look->view;

	if (klondike_turns_to_the_same(view) || (klondike_left(view) == 0 && view->shuffles == 0)) {
		return false;
	}
	*move = (struct mk_move){
		.kind = klondike_left(view) ? DRAW : SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE};
	return true;
}

static bool turn_pile(const struct look *look, int patience, struct mk_move *move)
{
	bool waits = look->view->shuffles != MK_UNLIMITED || look->view->idle < MAX_IDLE;

	return patience != HORIZON_NONE && waits && turn_anyway(look, move);
}

/* With limited redeals, turning ends, and with it the game. */
static bool turn_to_the_end(const struct look *look, struct mk_move *move)
{
	return look->view->shuffles != MK_UNLIMITED && turn_anyway(look, move);
}

/*
 * Called when no more cards come from the pile. Putting up a card may free another one, and so may
 * playing the last card of the pile.
 */
static bool try_anything(struct look *look, struct mk_move *move)
{
	const struct board *board = &look->board;
	mk_cards ready = board->next & board->fronts;
	struct best best = {.worth = NONE};

	if (ready) {
		*move = move_up_from_column(board, board_front_column(board, cards_first(ready)));
		return true;
	}
	consider_waste(look, LAST_PASS, &best);
	return is_found(&best, move);
}

/* True if any card can move. Usually none can, and the pile is turned. */
static bool is_anything_movable(const struct look *look)
{
	const struct board *board = &look->board;
	mk_cards waste = MK_CARD_BIT(board->waste) & MK_WHOLE_DECK;

	return (board->next & (board->fronts | waste)) || (look->land & (board->up | waste)) ||
	       (board->returns && (look->land & board_tops(board)));
}

/* Chooses the move if no card can be turned up at once. */
static bool choose(struct look *look, struct mk_move *move)
{
	bool movable;
	int patience;

	if (put_up_safely(look, move)) {
		return true;
	}
	movable = is_anything_movable(look);
	if (movable && plan_first_move(&look->board, move)) {
		return true;
	}
	if (movable || look->view->shuffles == MK_UNLIMITED) {
		look_closer(look);
	}
	patience = find_pass_horizon(look);
	if (movable && move_quietly(look, quiet_patience(patience), move)) {
		return true;
	}
	return turn_pile(look, patience, move) || (movable && try_anything(look, move));
}

bool klondike_heuristic_pick(const struct mk_view *view, struct mk_move *move)
{
	const struct klondike_view *known = view_of(view);
	struct look look;

	look_at(&look, known);
	if (turn_up_card(&look, move) ||
		(klondike_must_progress(known) && klondike_progress_move(known, move))) {
		return true;
	}
	if (choose(&look, move) && !klondike_puts_up_in_vain(known, *move)) {
		return true;
	}
	return klondike_progress_move(known, move) || turn_to_the_end(&look, move);
}

/* ---- Ordering the rest ---------------------------------------------------------------------- */

static bool is_turning(const struct look *look, struct mk_move move)
{
	return move.from < COLUMNS && move.cut == 1 && look->board.unseen[move.from];
}

/* Rates reversible moves last, and returns from foundations below them. */
static int order_worth(const struct look *look, struct mk_move move, int patience)
{
	const struct board *board = &look->board;

	if (is_turning(look, move)) {
		return URGENT * 10 + turning_worth(look, move);
	}
	switch ((enum klondike_kind)move.kind) {
	case TO_FOUNDATION:
		if (cards_have(safe_cards(board->foundation), move.card)) {
			return URGENT * 5;
		}
		return look_worth(look, move, patience);
	case DRAW_TO_COLUMN:
		return look_worth(look, move, patience);
	case KING_TO_EMPTY:
		return move.from == DRAW_PILE ? look_worth(look, move, patience) : -4 * URGENT;
	case COLUMN_TO_COLUMN:
		return look_worth(look, move, patience) + (move.cut == 1 ? -URGENT : -2 * URGENT);
	case FOUNDATION_TO_COLUMN:
		return -3 * URGENT + look_gain(look, move);
	case DRAW:
	case SHUFFLE:
		return 0;
	}
	return 0;
}

void klondike_heuristic_order(
	const struct klondike_view *view, const struct mk_move *moves, size_t count, int *worth)
{
	struct look look;
	int patience;

	look_at(&look, view);
	look_closer(&look);
	patience = quiet_patience(find_pass_horizon(&look));
	for (size_t i = 0; i < count; i++) {
		worth[i] = order_worth(&look, moves[i], patience);
	}
}

/*
 * The value of quiet moves.
 *
 * The value of a front card depends on the cards that can be laid on it. These may be hidden or in
 * the stock. The most valuable is a parent: a card of the stock onto which a base (the deepest
 * face-up card over unseen ones) could go; then a grandparent, onto which a parent could go. The
 * weights were tuned by self-play, separately for draws of three. Only their ratios matter.
 */

enum quiet { WASTE_TO_COLUMN, WASTE_TO_FOUNDATION, COLUMN_TO_FOUNDATION, VACATE, NOT_QUIET };

struct weights {
	int hidden, pile, parent, grandparent; /* for each card that a front card can take */
	int empty;                             /* an empty column */
	int rank; /* for each rank above seven of a card that goes from the pile to a column */
	int for_waste_king; /* emptying a column while the waste shows a king */
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

	/*
	 * Places after the end hold no card; a loop of fixed length is faster than a shorter one.
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

/* The front cards after a move from a column, with the card that it uncovers if it is known. */
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
		/* Makes room for a king, if there is one that could use it. */
		return !from_pile && move.cut == 1 && !look->board.unseen[move.from] &&
				       !look->board.empty && (KINGS & (look->pile | look->hidden))
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
