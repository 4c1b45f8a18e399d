/* The legal moves. */
#include "games/klondike/table/sets.h"
#include "games/klondike/table/table.h"

struct list {
	struct mk_move *moves;
	size_t count;
	mk_card front[COLUMNS];
};

/* True if `card` may lie on `front` in a column. An unknown card fits nowhere. */
static bool fits(mk_card card, mk_card front)
{
	return card != MK_NO_CARD && mk_rank(front) == mk_rank(card) + 1 &&
	       mk_is_red(card) != mk_is_red(front);
}

static void add(struct list *list, enum klondike_kind kind, int from, int to, int cut, mk_card card)
{
	list->moves[list->count++] = (struct mk_move){.kind = (uint8_t)kind,
		.from = (uint8_t)from,
		.to = (uint8_t)to,
		.cut = (uint8_t)cut,
		.card = card};
}

static void add_to_foundation(
	const struct klondike_view *view, struct list *list, int from, mk_card card)
{
	if (card != MK_NO_CARD && view->foundation[mk_suit(card)] == mk_rank(card) - 1) {
		add(list, TO_FOUNDATION, from, FIRST_FOUNDATION + (int)mk_suit(card),
			from == DRAW_PILE ? 1 : view->up[from], card);
	}
}

/* Lists every empty column: they are equivalent, but the player may take any. */
static void add_king(const struct klondike_view *view, struct list *list, enum klondike_kind kind,
	int from, mk_card card)
{
	if (card == MK_NO_CARD || mk_rank(card) != MK_KING) {
		return;
	}
	for (int to = 0; to < COLUMNS; to++) {
		if (klondike_is_empty(view, to)) {
			add(list, kind, from, to, 1, card);
		}
	}
}

/*
 * A column's face-up cards are one run, so at most one of them fits the front of `to`: the one
 * whose rank is one lower.
 */
static void add_run(const struct klondike_view *view, struct list *list, int from, int to)
{
	int wanted = mk_rank(list->front[to]) - 1;
	int place = mk_rank(view->column[from][0]) - wanted;

	if (wanted < MK_ACE || place < 0 || place >= view->up[from]) {
		return;
	}
	if (fits(view->column[from][place], list->front[to])) {
		add(list, COLUMN_TO_COLUMN, from, to, place + 1, view->column[from][place]);
	}
}

static void add_single(struct list *list, enum klondike_kind kind, int from, mk_card card)
{
	for (int to = 0; to < COLUMNS; to++) {
		if (fits(card, list->front[to])) {
			add(list, kind, from, to, 1, card);
		}
	}
}

/* Most columns have no card that fits any front; one test skips them. */
static void add_columns(const struct klondike_view *view, struct list *list)
{
	mk_cards fronts = 0;
	mk_cards land;

	for (int to = 0; to < COLUMNS; to++) {
		fronts |= MK_CARD_BIT(list->front[to]);
	}
	land = cards_onto(fronts & MK_WHOLE_DECK);
	for (int from = 0; from < COLUMNS; from++) {
		mk_cards movable = klondike_column_cards(view, from) & land;

		for (int to = 0; movable && to < COLUMNS; to++) {
			if (from != to) {
				add_run(view, list, from, to);
			}
		}
	}
}

static void add_returns(const struct klondike_view *view, struct list *list)
{
	for (int suit = 0; suit < MK_SUITS; suit++) {
		mk_card card = MK_CARD(view->foundation[suit], suit);

		if (view->foundation[suit]) {
			add_king(view, list, FOUNDATION_TO_COLUMN, FIRST_FOUNDATION + suit, card);
			add_single(list, FOUNDATION_TO_COLUMN, FIRST_FOUNDATION + suit, card);
		}
	}
}

static void add_turning(const struct klondike_view *view, struct list *list)
{
	if (klondike_left(view)) {
		add(list, DRAW, DRAW_PILE, DRAW_PILE, 0, MK_NO_CARD);
	} else if (view->pile_count && view->shuffles) {
		add(list, SHUFFLE, DRAW_PILE, DRAW_PILE, 0, MK_NO_CARD);
	}
}

size_t klondike_moves(const struct klondike_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	struct list list = {.moves = moves};
	mk_card waste = klondike_front(view, DRAW_PILE);

	if (!view->started) {
		return 0;
	}
	for (int from = 0; from < COLUMNS; from++) {
		list.front[from] = klondike_front(view, from);
		add_to_foundation(view, &list, from, list.front[from]);
	}
	add_to_foundation(view, &list, DRAW_PILE, waste);
	for (int from = 0; from < COLUMNS; from++) {
		add_king(view, &list, KING_TO_EMPTY, from, view->column[from][0]);
	}
	add_king(view, &list, KING_TO_EMPTY, DRAW_PILE, waste);
	add_columns(view, &list);
	add_single(&list, DRAW_TO_COLUMN, DRAW_PILE, waste);
	if (view->rules.foundation_return) {
		add_returns(view, &list);
	}
	add_turning(view, &list);
	return list.count;
}

/*
 * True if the player may not have turned up the next card of the pile yet; the move is legal
 * nevertheless.
 */
static bool may_be_not_turned(const struct klondike_view *view, struct mk_move move)
{
	if (move.kind == SHUFFLE) {
		return true;
	}
	return move.kind != DRAW && move.from == DRAW_PILE && view->turned == 1 &&
	       klondike_left(view) > 0;
}

/* True for a move that no snapshot showed, see EARLIER. */
static bool may_be_earlier(const struct klondike_view *view, struct mk_move move)
{
	static const struct mk_move draw = {
		.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE, .more = {EARLIER}};
	static const struct mk_move shuffle = {
		.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE, .more = {EARLIER}};

	if (memcmp(&move, &draw, sizeof move) == 0) {
		return view->turned && klondike_has_gap(view, view->turned - 1);
	}
	return memcmp(&move, &shuffle, sizeof move) == 0 && view->gaps && view->shuffles &&
	       klondike_left(view) > 0;
}

bool klondike_is_legal(const struct klondike_view *view, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(view, moves);

	if (move.more[0] == EARLIER) {
		return view->started && may_be_earlier(view, move);
	}
	if (move.more[0] == NOT_TURNED && may_be_not_turned(view, move)) {
		move.more[0] = 0;
	}
	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], &move, sizeof(move)) == 0) {
			return true;
		}
	}
	return false;
}

/* ---- Which cards may come up ---------------------------------------------------------------- */

static int unknown_places(const struct klondike_view *view)
{
	int unknown = 0;

	for (int i = 0; i < view->pile_count; i++) {
		unknown += view->pile[i] == MK_NO_CARD;
	}
	return unknown;
}

int klondike_unseen_in_pile(const struct klondike_view *view)
{
	return unknown_places(view) - __builtin_popcountll(view->pile_loose);
}

/* After mixing, every card that is known to lie in the pile may come first. */
static mk_cards loose_after(const struct klondike_view *view, struct mk_move move)
{
	mk_cards loose = view->pile_loose;

	if (move.kind == SHUFFLE && !view->rules.kept) {
		for (int i = 0; i < view->pile_count; i++) {
			loose |= MK_CARD_BIT(view->pile[i]);
		}
	}
	return loose & MK_WHOLE_DECK;
}

mk_cards klondike_may_turn_up(const struct klondike_view *view, struct mk_move move, int position)
{
	mk_cards unseen = MK_WHOLE_DECK & ~klondike_seen_cards(view);

	/* Without loose cards, an unknown next card is an unseen one. */
	if (position != DRAW_PILE ||
		(move.kind == DRAW && view->pile_loose == 0 && klondike_left(view) &&
			view->pile[view->turned] == MK_NO_CARD)) {
		return unseen;
	}
	return klondike_unseen_in_pile(view) > 0 ? unseen | loose_after(view, move)
						 : loose_after(view, move);
}

float klondike_chance_to_turn_up(
	const struct klondike_view *view, struct mk_move move, int position, mk_card card)
{
	mk_cards possible = klondike_may_turn_up(view, move, position);
	mk_cards loose = position == DRAW_PILE ? loose_after(view, move) & possible : 0;
	float places, unseen;

	if (!(possible & MK_CARD_BIT(card))) {
		return 0;
	}
	if (loose == 0 || loose == possible) {
		return 1 / (float)__builtin_popcountll(possible);
	}
	unseen = (float)klondike_unseen_in_pile(view);
	places = (float)__builtin_popcountll(loose) + unseen;
	return loose & MK_CARD_BIT(card)
		       ? 1 / places
		       : unseen / places / (float)__builtin_popcountll(possible & ~loose);
}

mk_card klondike_sure_to_turn_up(const struct klondike_view *view, struct mk_move move)
{
	bool turning = move.kind == DRAW || move.kind == SHUFFLE;
	mk_card known;

	(void)klondike_turns_up(view, move, &known);
	return move.from == DRAW_PILE && !turning && view->turned > 1 ? MK_NO_CARD : known;
}

bool klondike_can_reveal(const struct klondike_view *view, struct mk_move move, mk_card revealed)
{
	mk_card known;
	int position = klondike_turns_up(view, move, &known);

	if (position == MK_NO_SEAT) {
		return revealed == MK_NO_CARD || revealed == known;
	}
	if (revealed == MK_NO_CARD) {
		return position == DRAW_PILE;
	}
	return mk_is_card(revealed) &&
	       (klondike_may_turn_up(view, move, position) & MK_CARD_BIT(revealed)) != 0;
}
