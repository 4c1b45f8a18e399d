#include "games/klondike/naive.h"

#include <string.h>

static const char ranks[] = "A234567890JQK";

static int rank_of(const char *code)
{
	return (int)(strchr(ranks, code[0]) - ranks) + 1;
}

static bool is_red(const char *code)
{
	return code[1] == 'D' || code[1] == 'H';
}

static bool may_lie_on(const char *upper, const char *lower)
{
	return rank_of(upper) == rank_of(lower) - 1 && is_red(upper) != is_red(lower);
}

struct found {
	struct mk_move *moves;
	size_t count;
};

static void add(struct found *found, int kind, int from, int to, int cut, mk_card card)
{
	struct mk_move move;

	memset(&move, 0, sizeof move);
	move.kind = (uint8_t)kind;
	move.from = (uint8_t)from;
	move.to = (uint8_t)to;
	move.cut = (uint8_t)cut;
	move.card = card;
	found->moves[found->count++] = move;
}

/* One card (or the deepest of several) from anywhere to a column. */
static void try_column(const struct klondike_view *view, struct found *found, int kind, int from,
	int to, int cut, mk_card card)
{
	const char *code = mk_card_code(card);
	int up = view->up[to];

	if (up == 0) {
		if (view->unseen[to] == 0 && code[0] == 'K') {
			add(found, kind == FOUNDATION_TO_COLUMN ? kind : KING_TO_EMPTY, from, to,
				cut, card);
		}
		return;
	}
	if (may_lie_on(code, mk_card_code(view->column[to][up - 1]))) {
		add(found, kind, from, to, cut, card);
	}
}

static void try_foundation(
	const struct klondike_view *view, struct found *found, int from, int cut, mk_card card)
{
	const char *code = mk_card_code(card);
	int suit = (int)(strchr("CDHS", code[1]) - "CDHS");

	if (rank_of(code) == view->foundation[suit] + 1) {
		add(found, TO_FOUNDATION, from, 7 + suit, cut, card);
	}
}

static void try_from_column(const struct klondike_view *view, struct found *found, int from)
{
	int up = view->up[from];

	if (up) {
		try_foundation(view, found, from, up, view->column[from][up - 1]);
	}
	for (int cut = 1; cut <= up; cut++) {
		for (int to = 0; to < 7; to++) {
			if (to != from) {
				try_column(view, found, COLUMN_TO_COLUMN, from, to, cut,
					view->column[from][cut - 1]);
			}
		}
	}
}

static void try_from_pile(const struct klondike_view *view, struct found *found)
{
	mk_card card = view->pile[view->turned - 1];

	try_foundation(view, found, 11, 1, card);
	for (int to = 0; to < 7; to++) {
		try_column(view, found, DRAW_TO_COLUMN, 11, to, 1, card);
	}
}

static void try_from_foundation(const struct klondike_view *view, struct found *found, int suit)
{
	mk_card card = MK_CARD(view->foundation[suit], suit);

	for (int to = 0; to < 7; to++) {
		try_column(view, found, FOUNDATION_TO_COLUMN, 7 + suit, to, 1, card);
	}
}

size_t naive_moves(const struct klondike_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	struct found found = {moves, 0};

	for (int from = 0; from < 7; from++) {
		try_from_column(view, &found, from);
	}
	if (view->turned > 0) {
		try_from_pile(view, &found);
	}
	for (int suit = 0; suit < 4; suit++) {
		if (view->rules.foundation_return && view->foundation[suit] > 0) {
			try_from_foundation(view, &found, suit);
		}
	}
	if (view->turned < view->pile_count) {
		add(&found, DRAW, 11, 11, 0, MK_NO_CARD);
	} else if (view->pile_count > 0 && view->shuffles != 0) {
		add(&found, SHUFFLE, 11, 11, 0, MK_NO_CARD);
	}
	return found.count;
}
