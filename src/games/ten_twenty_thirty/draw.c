/*
 * Draws a table for a terminal: the columns, a mark under the next one to be dealt to, the deck.
 *
 *      1    2    3    4    5    6    7
 *     5♠   K♦    -    -    -    -    -
 *                *
 *    Deck 50
 */
#include "games/common/draw.h"

#include "games/ten_twenty_thirty/notation.h"

void tens_draw(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	struct mk_card_style style)
{
	const struct core *core = &view_of(view)->core;
	struct canvas canvas = {.out = out, .language = language, .style = style};
	struct mk_pile columns[COLUMNS] = {0};

	for (int column = 0; column < COLUMNS; column++) {
		tens_pile(view, column, &columns[column]);
	}
	canvas_put_columns(&canvas, columns, COLUMNS);
	if (core->left > 0 && !core_is_cleared(core)) {
		canvas_put(&canvas, DRAW_CELL * (core->next + 1), "*", 1, NULL);
		canvas_end_line(&canvas);
	}
	mk_text_format(out, "%s %d\n", mk_phrase_in(&tens_piles[1].title, language), core->left);
}
