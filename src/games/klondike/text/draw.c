/*
 * Draws a table: the draw pile, its waste and the foundations above, the columns below.
 *
 *    ## x22   8♦   K♠        A♣    -    -    -
 *    redeals left: 3
 *
 *     1    2    3    4    5    6    7
 *    5♠   ##   ##   ##   ##   ##   ##
 */
#include "games/common/draw.h"

#include "games/klondike/text/notation.h"

#include <makker/phrase.h>

enum { WASTE_SHOWN = 3, FOUNDATIONS_AT = 27 };

/* Draws a back and the number of face-down cards. */
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

static const struct mk_phrase shuffles_left = MK_PHRASE("shuffles left: {0}",
	"omblandinger tilbage: {0}", "noch {0}-mal mischen", "ανακατέματα: {0}");
static const struct mk_phrase redeals_left = MK_PHRASE(
	"redeals left: {0}", "vendinger tilbage: {0}", "noch {0}-mal umdrehen", "γυρίσματα: {0}");
static const struct mk_phrase no_shuffles_left = MK_PHRASE("no shuffles left",
	"kan ikke blandes flere gange", "kein Mischen mehr", "δεν ανακατεύεται άλλο");
static const struct mk_phrase no_redeals_left = MK_PHRASE(
	"no redeals left", "kan ikke vendes flere gange", "kein Umdrehen mehr", "δεν γυρίζει άλλο");

/* Draws a line below the stock, unless redeals are unlimited. */
static void draw_redeals(struct canvas *canvas, const struct klondike_view *view)
{
	const struct mk_phrase_arg left = {.kind = MK_ARG_NUMBER, .number = view->shuffles};
	bool kept = view->rules.kept;

	if (view->shuffles == MK_UNLIMITED) {
		return;
	}
	canvas_put(canvas, DRAW_CELL - 2, "", 0, NULL);
	if (view->shuffles > 0) {
		mk_phrase_write(canvas->out, canvas->language,
			kept ? &redeals_left : &shuffles_left, &left, 1);
	} else {
		mk_text_put(canvas->out, mk_phrase_in(kept ? &no_redeals_left : &no_shuffles_left,
						 canvas->language));
	}
	canvas_end_line(canvas);
}

void klondike_draw(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	struct mk_card_style style)
{
	struct canvas canvas = {.out = out, .language = language, .style = style};
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
	draw_redeals(&canvas, view_of(view));
	canvas_end_line(&canvas);
	canvas_put_columns(&canvas, piles, COLUMNS);
}
