/* Moves in words: what they are about is named, also where that is no card. */
#include "games/doppelkopf/notation.h"

#include <criterion/criterion.h>

Test(doppelkopf_words, every_kind_of_move_says_in_every_language_what_it_is_about)
{
	for (int kind = DOKO_PLAY; kind < DOKO_MOVE_KINDS; kind++) {
		struct mk_move move = {.kind = (uint8_t)kind, .to = DOKO_ANNOUNCED};

		for (int language = 0; language < MK_LANGUAGES; language++) {
			char said[64];
			struct mk_text text;

			mk_text_fixed(&text, said, sizeof said);
			doko_say_card(&text, (enum mk_language)language, move);
			cr_expect(text.length > 0 && !text.cut, "kind %d, language %d", kind,
				language);
		}
	}
}
