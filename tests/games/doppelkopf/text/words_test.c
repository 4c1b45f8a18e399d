/* Moves in words: what they are about is named, also where that is no card. */
#include "games/doppelkopf/text/notation.h"

#include <criterion/criterion.h>

Test(doppelkopf_words, a_hand_that_is_told_has_words_in_every_language)
{
	for (int language = 0; language < MK_LANGUAGES; language++) {
		char said[64];
		struct mk_text text;

		mk_text_fixed(&text, said, sizeof said);
		doko_say_card(
			&text, (enum mk_language)language, (struct mk_move){.kind = DOKO_DEAL});
		cr_expect(text.length > 0 && !text.cut, "language %d", language);
	}
}
