/* Every refusal is a sentence in every language, and in English what the error says. */
#include "games/doppelkopf/knowledge/refusal.h"

#include <criterion/criterion.h>

static const mk_card queen = MK_CARD(12, 0);

static void assert_sentences(const struct mk_error *error)
{
	char said[MK_LANGUAGES][256];

	for (int language = 0; language < MK_LANGUAGES; language++) {
		struct mk_text text;

		mk_text_fixed(&text, said[language], sizeof said[language]);
		mk_error_write(&text, (enum mk_language)language, error);
		cr_expect(text.length > 0 && !text.truncated, "%s", error->detail);
		cr_expect_null(strpbrk(said[language], "{\"\\"), "%s", said[language]);
		cr_expect(language == MK_ENGLISH || strcmp(said[language], said[MK_ENGLISH]) != 0,
			"%s", said[language]);
	}
	cr_expect_str_eq(said[MK_ENGLISH], error->detail);
}

Test(doppelkopf_refusal, is_said_in_every_language)
{
	struct mk_error error;

	for (int refusal = 0; refusal < REFUSALS; refusal++) {
		enum doko_refusal why = (enum doko_refusal)refusal;

		if (why == REFUSED_HAND_COUNT || why == REFUSED_TAKEN_COUNT) {
			doko_refuse_count(&error, why, "/cards", 12, 3);
		} else {
			doko_refuse_card(&error, why, "/card", queen);
		}
		cr_expect_eq(error.status, MK_IMPOSSIBLE);
		assert_sentences(&error);
	}
	doko_refuse_card(&error, REFUSED_IMPOSSIBLE, "", MK_NO_CARD);
	assert_sentences(&error);
	doko_refuse_turn(&error, 3);
	assert_sentences(&error);
}
