/*
 * Draws a table: the draw pile, its waste and the foundations above, the columns below.
 *
 *    ## x22   8♦   K♠        A♣    -    -    -
 *
 *     1    2    3    4    5    6    7
 *    5♠   ##   ##   ##   ##   ##   ##
 */
#include "games/common/draw.h"

#include "games/klondike/text/notation.h"

enum { WASTE_SHOWN = 3, FOUNDATIONS_AT = 27 };

/* A back and the number of the face-down cards. */
static void draw_stock(struct canvas *canvas, int left)
{
	char number[8];
	struct mk_text text;

	mk_text_fixed(&text, number, sizeof number);
	mk_text_format(&text, "x%d", left);
	canvas_put_front(canvas, DRAW_CELL, left ? MK_CARD_FACE_DOWN : MK_NO_CARD);
	canvas_put(canvas, DRAW_CELL + 1 + (int)text.length, number, (int)text.length, NULL);
}

static void draw_waste(struct canvas *canvas, const struct klondike_view *view)
{
	int shown = view->turned < WASTE_SHOWN ? view->turned : WASTE_SHOWN;

	for (int i = 0; i < shown; i++) {
		canvas_put_card(canvas, (i + 3) * DRAW_CELL, view->pile[view->turned - shown + i]);
	}
}

void klondike_draw(
	struct mk_text *out, enum mk_language language, const struct mk_view *view, bool colour)
{
	struct canvas canvas = {.out = out, .language = language, .colour = colour};
	struct mk_pile piles[DRAW_PILE] = {0};

	for (int i = 0; i < DRAW_PILE; i++) {
		klondike_pile(view, i, &piles[i]);
	}
	draw_stock(&canvas, klondike_left(view_of(view)));
	draw_waste(&canvas, view_of(view));
	for (int suit = 0; suit < MK_SUITS; suit++) {
		canvas_put_front(&canvas, FOUNDATIONS_AT + (suit + 1) * DRAW_CELL,
			mk_pile_front(&piles[FIRST_FOUNDATION + suit]));
	}
	canvas_end_line(&canvas);
	canvas_end_line(&canvas);
	canvas_put_columns(&canvas, piles, COLUMNS);
}
