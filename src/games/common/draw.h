/* Drawing cards for a terminal: cells of equal width, optionally in colour. */
#ifndef GAMES_COMMON_DRAW_H
#define GAMES_COMMON_DRAW_H

#include <makker/phrase.h>
#include <makker/piles.h>
#include <makker/text.h>
#include <stdbool.h>

enum { DRAW_CELL = 5 };

extern const char draw_red[], draw_dim[], draw_plain[];

/* A line being drawn; `at` is the number of characters so far. */
struct canvas {
	struct mk_text *out;
	enum mk_language language;
	struct mk_card_style style;
	int at;
};

/*
 * Writes `text`, which is `width` characters wide, so that it ends at column `right`. `colour`
 * NULL: none.
 */
void canvas_put(struct canvas *canvas, int right, const char *text, int width, const char *colour);

/* The rank of a card in this style, in ASCII. */
const char *canvas_rank(const struct canvas *canvas, mk_card card);

/* The rank and the suit; "?" for an unknown card. */
void canvas_put_card(struct canvas *canvas, int right, mk_card card);

/* The front card of a pile, "-" for MK_NO_CARD. */
void canvas_put_front(struct canvas *canvas, int right, mk_card card);

/* Columns side by side, the deepest card first, under their numbers counted from 1. */
void canvas_put_columns(struct canvas *canvas, const struct mk_pile *piles, int count);

void canvas_end_line(struct canvas *canvas);

#endif
