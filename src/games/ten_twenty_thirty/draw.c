/*
 * Draws a table for a terminal: the columns from their top cards down, a mark under the one that is
 * dealt to next, and the deck.
 *
 *      1    2    3    4    5    6    7
 *     5♠   K♦
 *      *
 *    deck 45
 */
#include "games/ten_twenty_thirty/notation.h"

enum { CELL = 5 };

static const char red[] = "\033[31m";
static const char plain[] = "\033[0m";

static void put_spaces(struct mk_text *out, int count)
{
	while (count-- > 0) {
		mk_text_char(out, ' ');
	}
}

static void put_card(struct mk_text *out, mk_card card, bool colour)
{
	static const char *const ranks[] = {
		"?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
	static const char *const suits[MK_SUITS] = {"♣", "♦", "♥", "♠"};

	put_spaces(out, CELL - (mk_rank(card) == 10 ? 3 : 2));
	mk_text_put(out, colour && mk_is_red(card) ? red : "");
	mk_text_put(out, ranks[mk_rank(card)]);
	mk_text_put(out, suits[mk_suit(card)]);
	mk_text_put(out, colour && mk_is_red(card) ? plain : "");
}

static void draw_row(struct mk_text *out, const struct core *core, int row, bool colour)
{
	for (int column = 0; column < COLUMNS; column++) {
		if (row < core->count[column]) {
			put_card(out, core_card(core, column, row), colour);
		} else {
			put_spaces(out, CELL);
		}
	}
	mk_text_char(out, '\n');
}

void tens_draw(struct mk_text *out, const struct mk_view *view, bool colour)
{
	const struct core *core = &view_of(view)->core;
	int rows = 0;

	for (int column = 0; column < COLUMNS; column++) {
		mk_text_format(out, "%*d", CELL, column + 1);
		rows = core->count[column] > rows ? core->count[column] : rows;
	}
	mk_text_char(out, '\n');
	for (int row = 0; row < rows; row++) {
		draw_row(out, core, row, colour);
	}
	if (core->left > 0 && !core_is_cleared(core)) {
		put_spaces(out, CELL * (core->next + 1) - 1);
		mk_text_put(out, "*\n");
	}
	mk_text_format(out, "deck %d\n", core->left);
}
