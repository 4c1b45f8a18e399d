/*
 * Plans by backward search: the goal is that the card over an unseen one (a base) leaves its
 * column. It goes onto one of the two cards that it fits, which may first have to be exposed or
 * brought from the draw pile; or to its foundation with all cards that lie on it; or it is a king
 * and needs an empty column. Each of these subgoals is searched in the same way. The search is
 * cheap, since most branches end at a hidden card.
 *
 * A plan never moves cards back and forth: it ends at the first card that is turned up, and each of
 * its moves is required by the next one. A card returns from a foundation only directly before the
 * card that goes onto it and turns one up, so that no other move can put it up again in between.
 */
#include "games/klondike/advice/heuristic.h"

enum { MAX_MOVES = 16, DEPTH = 10 };

struct plan {
	struct board board;
	struct mk_move first;
	int length;
	bool turned; /* a card was turned up, in whichever column: the goal */
};

static bool settle_waste(struct plan *plan, int depth);
static bool vacate(struct plan *plan, int column, int depth);
static bool send_up(struct plan *plan, mk_card card, int depth);

static bool play(struct plan *plan, struct mk_move move)
{
	if (plan->length == MAX_MOVES) {
		return false;
	}
	if (plan->length++ == 0) {
		plan->first = move;
	}
	if (move.from < COLUMNS && move.cut == 1 && plan->board.unseen[move.from]) {
		plan->turned = true;
	}
	board_play(&plan->board, move);
	return true;
}

/* The column of a front card onto which the run from `place` on can go; -1 if there is none. */
static int other_column(const struct board *board, int column, int place)
{
	mk_cards below = cards_below(MK_CARD_BIT(board->column[column][place])) & board->fronts;

	return below ? board_front_column(board, cards_first(below)) : -1;
}

static mk_cards in_sight(const struct board *board)
{
	return board->up | MK_CARD_BIT(board->waste);
}

/* True if all cards between `card` and its foundation are visible. */
static bool may_go_up(const struct board *board, mk_card card)
{
	mk_cards suit = MK_WHOLE_DECK / 15 << mk_suit(card);
	mk_cards lower = MK_CARD_BIT(card) - 1;
	mk_cards up = MK_CARD_BIT(MK_CARD(board->foundation[mk_suit(card)] + 1, 0)) - 1;

	return (suit & lower & ~up & ~in_sight(board)) == 0;
}

/*
 * If the front card cannot go up: moves a part of the run to another column, so that the card under
 * it can go up.
 */
static bool split_and_send_up(struct plan *plan, int column, int place, int depth)
{
	for (int cut = place + 1; cut < plan->board.count[column]; cut++) {
		mk_card card = plan->board.column[column][cut - 1];
		int to = other_column(&plan->board, column, cut);
		struct plan trial;

		if (to < 0 || !may_go_up(&plan->board, card)) {
			continue;
		}
		trial = *plan;
		if (play(&trial, move_run(&trial.board, column, cut, to)) &&
			send_up(&trial, card, depth - 1)) {
			*plan = trial;
			return true;
		}
	}
	return false;
}

static bool send_front_up(struct plan *plan, int column, int depth)
{
	mk_card card = board_front(&plan->board, column);
	struct plan trial;

	if (!may_go_up(&plan->board, card)) {
		return false;
	}
	trial = *plan;
	if (!send_up(&trial, card, depth - 1)) {
		return false;
	}
	*plan = trial;
	return true;
}

/* Moves all cards from `place` on out of the column. */
static bool clear(struct plan *plan, int column, int place, int depth)
{
	while (!plan->turned && plan->board.count[column] > place) {
		int to = place ? other_column(&plan->board, column, place) : -1;

		if (to >= 0) {
			return play(plan, move_run(&plan->board, column, place, to));
		}
		if (depth <= 0 || (!send_front_up(plan, column, depth) &&
					  !split_and_send_up(plan, column, place, depth))) {
			return false;
		}
	}
	return true;
}

/* Puts `card` on its foundation, after the lower ones of its suit. */
static bool send_up(struct plan *plan, mk_card card, int depth)
{
	uint8_t *foundation = &plan->board.foundation[mk_suit(card)];
	int column, place;

	if (depth < 0) {
		return false;
	}
	if (*foundation < mk_rank(card) - 1 && !send_up(plan, (mk_card)(card - 4), depth - 1)) {
		return false;
	}
	if (plan->turned || *foundation >= mk_rank(card)) {
		return true;
	}
	if (plan->board.waste == card) {
		return play(plan, move_up_from_waste(&plan->board));
	}
	if (!board_find(&plan->board, card, &column, &place) ||
		!clear(plan, column, place + 1, depth)) {
		return false;
	}
	if (plan->turned || *foundation >= mk_rank(card)) {
		return true;
	}
	/* Clearing may have moved the card, or changed what it waits for. */
	column = board_front_column(&plan->board, card);
	return column >= 0 && cards_have(plan->board.next, card) &&
	       play(plan, move_up_from_column(&plan->board, column));
}

/* Makes `card` the front card of a column. */
static bool expose(struct plan *plan, mk_card card, int depth)
{
	int column, place;

	if (depth < 0) {
		return false;
	}
	if (plan->board.waste == card) {
		return settle_waste(plan, depth);
	}
	return board_find(&plan->board, card, &column, &place) &&
	       clear(plan, column, place + 1, depth);
}

/* Empties a column without unseen cards. */
static bool make_room(struct plan *plan, int depth)
{
	if (plan->board.empty) {
		return true;
	}
	for (int column = 0; column < COLUMNS && depth > 0; column++) {
		struct plan trial = *plan;

		if (!plan->board.unseen[column] &&
			mk_rank(plan->board.column[column][0]) != MK_KING &&
			vacate(&trial, column, depth - 1)) {
			*plan = trial;
			return true;
		}
	}
	return false;
}

static bool waste_to_column(struct plan *plan, int column)
{
	return column >= 0 && plan->board.waste != MK_NO_CARD &&
	       play(plan, move_waste(&plan->board, column));
}

/* Moves the front card of the waste to a column. */
static bool settle_waste(struct plan *plan, int depth)
{
	mk_card card = plan->board.waste;
	mk_cards below = cards_below(MK_CARD_BIT(card));

	if (mk_rank(card) == MK_KING) {
		return make_room(plan, depth - 1) &&
		       (plan->turned ||
			       (plan->board.waste == card &&
				       waste_to_column(plan, board_empty_column(&plan->board))));
	}
	if (below & plan->board.fronts) {
		return waste_to_column(plan,
			board_front_column(&plan->board, cards_first(below & plan->board.fronts)));
	}
	for (; below; below &= below - 1) {
		struct plan trial = *plan;

		if (expose(&trial, cards_first(below), depth - 1) &&
			(trial.turned ||
				(trial.board.waste == card &&
					waste_to_column(&trial, board_front_column(&trial.board,
									cards_first(below)))))) {
			*plan = trial;
			return true;
		}
	}
	return false;
}

/* Moves the base of `column` onto `card`, which may have to be exposed first. */
static bool vacate_onto(struct plan *plan, int column, mk_card card, int depth)
{
	mk_card base = plan->board.column[column][0];
	int to;

	if (!expose(plan, card, depth)) {
		return false;
	}
	to = board_front_column(&plan->board, card);
	return plan->turned ||
	       (to >= 0 && plan->board.count[column] && plan->board.column[column][0] == base &&
		       play(plan, move_run(&plan->board, column, 0, to)));
}

static bool vacate_king(struct plan *plan, int column, int depth)
{
	mk_card king = plan->board.column[column][0];

	if (!make_room(plan, depth)) {
		return false;
	}
	return plan->turned || (plan->board.empty && plan->board.count[column] &&
				       plan->board.column[column][0] == king &&
				       play(plan, move_run(&plan->board, column, 0,
							  board_empty_column(&plan->board))));
}

/* Moves all face-up cards out of `column`. */
static bool vacate(struct plan *plan, int column, int depth)
{
	mk_card base = plan->board.column[column][0];
	mk_cards onto = cards_below(MK_CARD_BIT(base)) & in_sight(&plan->board);
	struct plan trial;

	if (depth < 0) {
		return false;
	}
	if (mk_rank(base) == MK_KING) {
		trial = *plan;
		if (vacate_king(&trial, column, depth - 1)) {
			*plan = trial;
			return true;
		}
	}
	for (; onto; onto &= onto - 1) {
		trial = *plan;
		if (vacate_onto(&trial, column, cards_first(onto), depth - 1)) {
			*plan = trial;
			return true;
		}
	}
	if (!may_go_up(&plan->board, base)) {
		return false;
	}
	trial = *plan;
	if (!clear(&trial, column, 0, depth)) {
		return false;
	}
	*plan = trial;
	return true;
}

/* Returns `card`, on top of its foundation, to a column; a king only to an empty one. */
static bool bring_back(struct plan *plan, mk_card card, int depth)
{
	int to = board_empty_column(&plan->board);

	if (mk_rank(card) == MK_KING) {
		return to >= 0 && play(plan, move_return(card, to));
	}
	for (mk_cards below = cards_below(MK_CARD_BIT(card)); below; below &= below - 1) {
		struct plan trial = *plan;

		if (!expose(&trial, cards_first(below), depth)) {
			continue;
		}
		to = board_front_column(&trial.board, cards_first(below));
		if (trial.turned ||
			(to >= 0 && !cards_have(trial.board.up, card) &&
				trial.board.foundation[mk_suit(card)] == mk_rank(card) &&
				play(&trial, move_return(card, to)))) {
			*plan = trial;
			return true;
		}
	}
	return false;
}

static bool vacate_onto_returned(struct plan *plan, int column)
{
	mk_cards below = cards_below(MK_CARD_BIT(plan->board.column[column][0]));

	for (; below; below &= below - 1) {
		mk_card card = cards_first(below);
		struct plan trial = *plan;

		if (trial.board.foundation[mk_suit(card)] == mk_rank(card) &&
			bring_back(&trial, card, DEPTH) &&
			(trial.turned || vacate_onto(&trial, column, card, 0))) {
			*plan = trial;
			return true;
		}
	}
	return false;
}

/* ---- Which columns are worth planning for --------------------------------------------------- */

/* All cards for which may_go_up() is true, computed at once. */
static mk_cards all_that_may_go_up(const struct board *board)
{
	mk_cards sight = in_sight(board);
	mk_cards up = board->next;
	mk_cards before;

	do {
		before = up;
		up |= (up & sight) << 4;
	} while (up != before);
	return up & MK_WHOLE_DECK;
}

/*
 * A superset of the bases that can leave their columns; usually it is empty, and no plan needs to
 * be searched. A card in a column is exposed only if the card on it goes up: if that one could move
 * to another column, so could the base that waits for the exposed card.
 */
static mk_cards bases_that_may_leave(const struct board *board)
{
	mk_cards up = all_that_may_go_up(board);
	mk_cards places = in_sight(board) &
			  (board->fronts | MK_CARD_BIT(board->waste) | cards_below(up & board->up));

	if (board->returns) {
		places |= board_tops(board);
	}
	return cards_onto(places) | up;
}

/* True if a column is empty or may become empty. */
static bool may_have_room(const struct board *board, mk_cards leaving)
{
	mk_cards bases = 0;

	for (int column = 0; column < COLUMNS; column++) {
		bases |= (mk_cards)(board->unseen[column] == 0) << board->column[column][0];
	}
	return board->empty || (bases & leaving & ~KINGS);
}

static mk_cards bases_worth_a_plan(const struct board *board)
{
	mk_cards leaving = bases_that_may_leave(board);

	return may_have_room(board, leaving) ? leaving | KINGS : leaving;
}

mk_cards plan_useful_cards(const struct board *board)
{
	mk_cards places = board->returns ? board_tops(board) : 0;
	mk_cards settling = bases_that_may_leave(board) | KINGS;

	for (int column = 0; column < COLUMNS; column++) {
		places |= (mk_cards)(board->count[column] != 0) << board->column[column][0];
	}
	return (cards_below(places) | board->up >> 4) & settling;
}

static bool turn_up(struct plan *plan, int column)
{
	return (vacate(plan, column, DEPTH) ||
		       (plan->board.returns && vacate_onto_returned(plan, column))) &&
	       plan->turned;
}

bool plan_first_move(const struct board *board, struct mk_move *move)
{
	mk_cards bases = bases_worth_a_plan(board);
	uint8_t with[COLUMN_UNDER + 1] = {0}; /* bit masks of columns, by unseen cards */
	struct plan plan;
	int any = 0;

	for (int column = 0; column < COLUMNS; column++) {
		int worth = board->unseen[column] && cards_have(bases, board->column[column][0]);

		with[board->unseen[column]] |= (uint8_t)(worth << column);
		any |= worth;
	}
	if (!any) {
		return false;
	}
	plan = (struct plan){.board = *board};
	for (int unseen = COLUMN_UNDER; unseen > 0; unseen--) {
		for (int columns = with[unseen]; columns; columns &= columns - 1) {
			if (turn_up(&plan, __builtin_ctz((unsigned)columns))) {
				*move = plan.first;
				return true;
			}
		}
	}
	return false;
}
