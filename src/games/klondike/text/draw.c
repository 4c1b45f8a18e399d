/*
 * Draws a table: the draw pile, its waste and the foundations above, the columns below. Each card
 * has a cell of the same width; "##" is a face-down card.
 *
 *    ## x22   8♦   K♠        A♣    -    -    -
 *
 *     1    2    3    4    5    6    7
 *    5♠   ##   ##   ##   ##   ##   ##
 */
#include "games/klondike/text/draw.h"

enum { CELL = 5, WASTE_SHOWN = 3, FOUNDATIONS_AT = 27 };

struct canvas {
	struct mk_text *out;
	bool colour;
	int at; /* the letter in the line */
};

static const char red[] = "\033[31m";
static const char dim[] = "\033[2m";
static const char plain[] = "\033[0m";

/* Writes `text`, `width` letters wide, so that it ends at the letter `right` of the line. */
static void put(struct canvas *canvas, int right, const char *text, int width, const char *colour)
{
	for (; canvas->at < right - width; canvas->at++) {
		mk_text_char(canvas->out, ' ');
	}
	if (canvas->colour && colour) {
		mk_text_put(canvas->out, colour);
	}
	mk_text_put(canvas->out, text);
	if (canvas->colour && colour) {
		mk_text_put(canvas->out, plain);
	}
	canvas->at += width;
}

static void end_line(struct canvas *canvas)
{
	mk_text_char(canvas->out, '\n');
	canvas->at = 0;
}

/* Its rank and the sign of its suit; "?" for a card that is not known. */
static void put_card(struct canvas *canvas, int right, mk_card card)
{
	static const char *const ranks[] = {
		"?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
	static const char *const suits[MK_SUITS] = {"♣", "♦", "♥", "♠"};
	char room[8];
	struct mk_text text;

	if (card == MK_NO_CARD) {
		put(canvas, right, "?", 1, dim);
		return;
	}
	mk_text_fixed(&text, room, sizeof room);
	mk_text_put(&text, ranks[mk_rank(card)]);
	mk_text_put(&text, suits[mk_suit(card)]);
	put(canvas, right, room, mk_rank(card) == 10 ? 3 : 2, mk_is_red(card) ? red : NULL);
}

/* The face-down cards and how many they are. */
static void draw_stock(struct canvas *canvas, const struct klondike_view *view)
{
	char room[8];
	struct mk_text text;
	int left = klondike_left(view);

	mk_text_fixed(&text, room, sizeof room);
	mk_text_char(&text, 'x');
	mk_text_int(&text, left);
	put(canvas, CELL, left ? "##" : "-", left ? 2 : 1, dim);
	put(canvas, CELL + 1 + (int)text.length, room, (int)text.length, NULL);
}

static void draw_waste(struct canvas *canvas, const struct klondike_view *view)
{
	int shown = view->turned < WASTE_SHOWN ? view->turned : WASTE_SHOWN;

	for (int i = 0; i < shown; i++) {
		put_card(canvas, (i + 3) * CELL, view->pile[view->turned - shown + i]);
	}
}

static void draw_foundations(struct canvas *canvas, const struct klondike_view *view)
{
	for (int suit = 0; suit < MK_SUITS; suit++) {
		int right = FOUNDATIONS_AT + (suit + 1) * CELL;

		if (view->foundation[suit]) {
			put_card(canvas, right, MK_CARD(view->foundation[suit], suit));
		} else {
			put(canvas, right, "-", 1, dim);
		}
	}
}

static void draw_numbers(struct canvas *canvas)
{
	static const char *const numbers[COLUMNS] = {"1", "2", "3", "4", "5", "6", "7"};

	for (int column = 0; column < COLUMNS; column++) {
		put(canvas, (column + 1) * CELL, numbers[column], 1, dim);
	}
}

static void draw_place(struct canvas *canvas, const struct klondike_view *view, int column, int row)
{
	int right = (column + 1) * CELL;
	int place = row - view->unseen[column];

	if (place < 0) {
		put(canvas, right, "##", 2, dim);
	} else if (place < view->up[column]) {
		put_card(canvas, right, view->column[column][place]);
	} else if (row == 0) {
		put(canvas, right, "-", 1, dim);
	}
}

static int count_rows(const struct klondike_view *view)
{
	int rows = 1;

	for (int column = 0; column < COLUMNS; column++) {
		int height = view->unseen[column] + view->up[column];

		rows = height > rows ? height : rows;
	}
	return rows;
}

void klondike_draw(struct mk_text *out, const struct mk_view *view, bool colour)
{
	struct canvas canvas = {out, colour, 0};
	int rows = count_rows(view_of(view));

	draw_stock(&canvas, view_of(view));
	draw_waste(&canvas, view_of(view));
	draw_foundations(&canvas, view_of(view));
	end_line(&canvas);
	end_line(&canvas);
	draw_numbers(&canvas);
	end_line(&canvas);
	for (int row = 0; row < rows; row++) {
		for (int column = 0; column < COLUMNS; column++) {
			draw_place(&canvas, view_of(view), column, row);
		}
		end_line(&canvas);
	}
}
