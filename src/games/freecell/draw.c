/* Draws a table for a terminal: cells and foundations above the columns. */
#include "games/freecell/game.h"

enum { WIDTH = 5 };

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

	if (card == MK_NO_CARD) {
		put_spaces(out, WIDTH - 2);
		mk_text_put(out, "--");
		return;
	}
	put_spaces(out, WIDTH - (mk_rank(card) == 10 ? 3 : 2));
	mk_text_put(out, colour && mk_is_red(card) ? "\033[31m" : "");
	mk_text_put(out, ranks[mk_rank(card)]);
	mk_text_put(out, suits[mk_suit(card)]);
	mk_text_put(out, colour && mk_is_red(card) ? "\033[0m" : "");
}

void freecell_draw(struct mk_text *out, const struct mk_view *view, bool colour)
{
	const struct freecell_view *table = freecell_of(view);
	unsigned rows = 0;

	for (unsigned cell = 0; cell < table->cells; cell++) {
		put_card(out, table->cell[cell], colour);
	}
	put_spaces(out, WIDTH * (CELLS - table->cells));
	for (unsigned suit = 0; suit < MK_SUITS; suit++) {
		put_card(out, freecell_foundation(table, suit), colour);
	}
	mk_text_put(out, "\n\n");
	for (unsigned column = 0; column < COLUMNS; column++) {
		mk_text_format(out, "%*u", WIDTH, column + 1);
		rows = table->count[column] > rows ? table->count[column] : rows;
	}
	for (unsigned row = 0; row < rows; row++) {
		mk_text_char(out, '\n');
		for (unsigned column = 0; column < COLUMNS; column++) {
			if (row < table->count[column]) {
				put_card(out, table->column[column][row], colour);
			} else {
				put_spaces(out, WIDTH);
			}
		}
	}
	mk_text_char(out, '\n');
}
