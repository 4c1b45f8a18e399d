/*
 * Draws the piles of any game: fronts in a line, listed piles as columns, numbers at the end, and a
 * single front of its kind after its title.
 *
 *     5♠    -    -    -        A♣    -    -    -
 *
 *      1    2    3
 *     K♠   7♦    -
 *     Q♥
 *
 *     Waste 5♠
 *     Deck 24
 */
#include "games/common/draw.h"

#include <makker/game.h>
#include <stdio.h>
#include <string.h>

const char draw_red[] = "\033[31m", draw_dim[] = "\033[2m", draw_plain[] = "\033[0m";

void canvas_put(struct canvas *canvas, int right, const char *text, int width, const char *colour)
{
	for (; canvas->at < right - width; canvas->at++) {
		mk_text_char(canvas->out, ' ');
	}
	mk_text_put(canvas->out, canvas->style.colour && colour ? colour : "");
	mk_text_put(canvas->out, text);
	mk_text_put(canvas->out, canvas->style.colour && colour ? draw_plain : "");
	canvas->at += width;
}

void canvas_end_line(struct canvas *canvas)
{
	mk_text_char(canvas->out, '\n');
	canvas->at = 0;
}

const char *canvas_rank(const struct canvas *canvas, mk_card card)
{
	return mk_rank_sign(canvas->style.codes ? MK_ENGLISH : canvas->language, mk_rank(card));
}

void canvas_put_card(struct canvas *canvas, int right, mk_card card)
{
	static const char *const signs[MK_SUITS] = {"♣", "♦", "♥", "♠"};
	static const char *const letters[MK_SUITS] = {"C", "D", "H", "S"};
	const char *const *suits = canvas->style.codes ? letters : signs;
	const char *rank;
	char name[8];

	if (!mk_is_card(card)) {
		canvas_put(canvas, right, card == MK_CARD_FACE_DOWN ? "##" : "?",
			card == MK_CARD_FACE_DOWN ? 2 : 1, draw_dim);
		return;
	}
	rank = canvas_rank(canvas, card);
	snprintf(name, sizeof name, "%s%s", rank, suits[mk_suit(card)]);
	canvas_put(canvas, right, name, (int)strlen(rank) + 1, mk_is_red(card) ? draw_red : NULL);
}

void canvas_put_front(struct canvas *canvas, int right, mk_card card)
{
	if (card == MK_NO_CARD) {
		canvas_put(canvas, right, "-", 1, draw_dim);
	} else {
		canvas_put_card(canvas, right, card);
	}
}

static void draw_pile_row(
	struct canvas *canvas, const struct mk_pile *pile, uint32_t row, int right)
{
	if (row < pile->count && pile->count != MK_PILE_UNSEEN) {
		canvas_put_card(canvas, right, pile->card[row]);
	} else if (row == 0) {
		canvas_put_front(canvas, right, MK_NO_CARD);
	}
}

/*
 * Draws the kinds with several fronts one after the other, a cell apart. Returns the number of
 * kinds. A single front of its kind needs its title, see draw_titled_front().
 */
static int draw_fronts(
	struct canvas *canvas, const struct mk_pile_kind *kinds, const struct mk_piles *piles)
{
	int right = 0, drawn = 0;

	for (const struct mk_pile_kind *kind = kinds; kind->name; kind++) {
		if (kind->content != MK_PILE_FRONT || kind->count == 1) {
			continue;
		}
		right += drawn++ ? DRAW_CELL - 1 : 0;
		for (int i = 0; i < kind->count; i++) {
			right += DRAW_CELL;
			draw_pile_row(canvas, &piles->pile[kind->first + i], 0, right);
		}
	}
	return drawn;
}

void canvas_put_columns(struct canvas *canvas, const struct mk_pile *piles, int count)
{
	uint32_t rows = 1;
	char number[16];

	for (int i = 0; i < count; i++) {
		uint32_t cards = piles[i].count;

		rows = cards > rows && cards != MK_PILE_UNSEEN ? cards : rows;
		snprintf(number, sizeof number, "%d", i + 1);
		canvas_put(canvas, (i + 1) * DRAW_CELL, number, i < 9 ? 1 : 2, draw_dim);
	}
	canvas_end_line(canvas);
	for (uint32_t row = 0; row < rows; row++) {
		for (int i = 0; i < count; i++) {
			draw_pile_row(canvas, &piles[i], row, (i + 1) * DRAW_CELL);
		}
		canvas_end_line(canvas);
	}
}

static void draw_titled_front(
	struct canvas *canvas, const struct mk_pile_kind *kind, const struct mk_piles *piles)
{
	mk_text_put(canvas->out, mk_phrase_in(&kind->title, canvas->language));
	mk_text_char(canvas->out, ' ');
	draw_pile_row(canvas, &piles->pile[kind->first], 0, 0);
	canvas_end_line(canvas);
}

static void draw_numbers_of(
	struct canvas *canvas, const struct mk_pile_kind *kind, const struct mk_piles *piles)
{
	mk_text_put(canvas->out, mk_phrase_in(&kind->title, canvas->language));
	for (int i = 0; i < kind->count; i++) {
		mk_text_format(canvas->out, " %u", (unsigned)piles->pile[kind->first + i].count);
	}
	canvas_end_line(canvas);
}

void mk_piles_draw(struct mk_text *out, enum mk_language language, const struct mk_pile_kind *kinds,
	const struct mk_piles *piles, struct mk_card_style style)
{
	struct canvas canvas = {.out = out, .language = language, .style = style};

	if (draw_fronts(&canvas, kinds, piles) > 0) {
		canvas_end_line(&canvas);
		canvas_end_line(&canvas);
	}
	for (const struct mk_pile_kind *kind = kinds; kind->name; kind++) {
		if (kind->content == MK_PILE_CARDS) {
			canvas_put_columns(&canvas, &piles->pile[kind->first], kind->count);
		} else if (kind->content == MK_PILE_FRONT && kind->count == 1) {
			draw_titled_front(&canvas, kind, piles);
		} else if (kind->content == MK_PILE_NUMBER) {
			draw_numbers_of(&canvas, kind, piles);
		}
	}
}
