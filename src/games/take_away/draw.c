/*
 * Draws the groups for a terminal: a row each, with its limit and a sign for each card as far as
 * they fit.
 *
 *      1     5  (1-2)  #####
 */
#include "games/take_away/notation.h"

enum { MOST_SIGNS = 40 };

static void draw_signs(struct mk_text *out, uint32_t cards)
{
	for (uint32_t i = 0; i < cards && i < MOST_SIGNS; i++) {
		mk_text_char(out, '#');
	}
	if (cards > MOST_SIGNS) {
		mk_text_put(out, "...");
	}
}

static void draw_limit(struct mk_text *out, uint32_t most)
{
	char room[32];
	struct mk_text text;

	mk_text_fixed(&text, room, sizeof room);
	if (most > 0) {
		mk_text_format(&text, most > 1 ? "(1-%u)" : "(%u)", (unsigned)most);
	}
	mk_text_format(out, "%-14s", room);
}

void take_away_draw(
	struct mk_text *out, enum mk_language language, const struct mk_view *view, bool colour)
{
	const struct take_away_view *table = view_of(view);

	(void)language; /* figures */
	for (unsigned group = 0; group < table->count; group++) {
		mk_text_format(out, "%s%4u%s %10u  ", colour ? "\033[2m" : "", group + 1,
			colour ? "\033[0m" : "", (unsigned)table->left[group]);
		draw_limit(out, most_of(table, group));
		draw_signs(out, table->left[group]);
		mk_text_char(out, '\n');
	}
}
