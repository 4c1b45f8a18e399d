/*
 * Draws the groups for a terminal: one row each, with the number of its cards, how many may be
 * taken at once, and one sign for each card as far as they fit.
 *
 *    Group      Cards  Take
 *        1          5  1-2           #####
 *        2          0
 */
#include "games/take_away/notation.h"

#include "base/unicode.h"

#include <string.h>

enum { MAX_SIGNS = 40, GROUP_WIDTH = 6, CARDS_WIDTH = 10, LIMIT_WIDTH = 14 };

static const struct mk_phrase group_title = MK_PHRASE("Group", "Gruppe", "Gruppe", "Ομάδα");
static const struct mk_phrase cards_title = MK_PHRASE("Cards", "Kort", "Karten", "Φύλλα");
static const struct mk_phrase limit_title = MK_PHRASE("Take", "Tag", "Nimm", "Πάρε");

static void draw_title(struct mk_text *out, const char *title, int width)
{
	for (int at = (int)unicode_count(title, strlen(title)); at < width; at++) {
		mk_text_char(out, ' ');
	}
	mk_text_put(out, title);
}

static void draw_titles(struct mk_text *out, enum mk_language language, struct mk_card_style style)
{
	mk_text_put(out, style.colour ? "\033[2m" : "");
	draw_title(out, mk_phrase_in(&group_title, language), GROUP_WIDTH);
	draw_title(out, mk_phrase_in(&cards_title, language), CARDS_WIDTH + 1);
	mk_text_put(out, "  ");
	mk_text_put(out, mk_phrase_in(&limit_title, language));
	mk_text_put(out, style.colour ? "\033[0m\n" : "\n");
}

static void draw_signs(struct mk_text *out, uint32_t cards)
{
	for (uint32_t i = 0; i < cards && i < MAX_SIGNS; i++) {
		mk_text_char(out, '#');
	}
	if (cards > MAX_SIGNS) {
		mk_text_put(out, "...");
	}
}

static void draw_limit(struct mk_text *out, uint32_t most)
{
	char buffer[32];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_format(&text, most > 1 ? "1-%u" : "%u", (unsigned)most);
	mk_text_format(out, "  %-*s", LIMIT_WIDTH, buffer);
}

void take_away_draw(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	struct mk_card_style style)
{
	const struct take_away_view *table = view_of(view);

	draw_titles(out, language, style);
	for (unsigned group = 0; group < table->count; group++) {
		mk_text_format(out, "%s%*u%s %*u", style.colour ? "\033[2m" : "", GROUP_WIDTH,
			group + 1, style.colour ? "\033[0m" : "", CARDS_WIDTH,
			(unsigned)table->left[group]);
		if (most_of(table, group) > 0) {
			draw_limit(out, most_of(table, group));
			draw_signs(out, table->left[group]);
		}
		mk_text_char(out, '\n');
	}
}
