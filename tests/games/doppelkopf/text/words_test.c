/* Moves in words: what they are about is named, also where that is no card. */
#include "games/doppelkopf/text/notation.h"

#include <criterion/criterion.h>

Test(doppelkopf_words, an_entered_hand_has_words_in_every_language)
{
	for (int language = 0; language < MK_LANGUAGES; language++) {
		char said[64];
		struct mk_text text;

		mk_text_fixed(&text, said, sizeof said);
		doko_describe_card(
			&text, (enum mk_language)language, (struct mk_move){.kind = DOKO_DEAL});
		cr_expect(text.length > 0 && !text.truncated, "language %d", language);
	}
}

static void says(struct mk_move move, enum mk_language language, const char *sentence)
{
	struct doko_view view = {0};
	char buffer[96];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	doko_describe_move(&text, language, (const struct mk_view *)&view, move);
	cr_expect_str_eq(buffer, sentence);
}

Test(doppelkopf_words, german_players_announce_re_and_renounce_points)
{
	says(doko_announcement(0, DOKO_RE, DOKO_ANNOUNCED), MK_GERMAN, "Sag Re an.");
	says(doko_announcement(0, DOKO_RE, DOKO_NO_90), MK_GERMAN, "Sag keine 90 ab.");
	says(doko_announcement(1, DOKO_KONTRA, DOKO_ANNOUNCED), MK_GERMAN,
		"Der Spieler links sagt Kontra an.");
	says(doko_announcement(1, DOKO_KONTRA, DOKO_BLACK), MK_GERMAN,
		"Der Spieler links sagt schwarz ab.");
	says(doko_announcement(0, DOKO_KONTRA, DOKO_NO_60), MK_ENGLISH, "Announce no 60.");
}
