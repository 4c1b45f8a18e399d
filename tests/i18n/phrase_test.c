#include <criterion/criterion.h>
#include <makker/phrase.h>

static const mk_card eight_of_diamonds = MK_CARD(8, MK_DIAMONDS);

Test(words, name_a_card_in_every_language)
{
	cr_assert_str_eq(mk_card_name(MK_ENGLISH, eight_of_diamonds), "eight of diamonds");
	cr_assert_str_eq(mk_card_name(MK_DANISH, eight_of_diamonds), "ruder otte");
	cr_assert_str_eq(mk_card_name(MK_GERMAN, eight_of_diamonds), "Karo-Acht");
	cr_assert_str_eq(mk_card_name(MK_GREEK, eight_of_diamonds), "οκτώ καρό");
}

Test(words, put_a_card_into_the_accusative)
{
	cr_assert_str_eq(
		mk_card_name_accusative(MK_GERMAN, MK_CARD(MK_KING, MK_SPADES)), "den Pik-König");
	cr_assert_str_eq(
		mk_card_name_accusative(MK_GERMAN, MK_CARD(MK_JACK, MK_CLUBS)), "den Kreuz-Buben");
	cr_assert_str_eq(
		mk_card_name_accusative(MK_GERMAN, MK_CARD(MK_ACE, MK_HEARTS)), "das Herz-Ass");
	cr_assert_str_eq(
		mk_card_name_accusative(MK_GREEK, MK_CARD(MK_ACE, MK_CLUBS)), "τον άσο σπαθί");
	cr_assert_str_eq(
		mk_card_name_accusative(MK_GREEK, MK_CARD(MK_QUEEN, MK_HEARTS)), "την ντάμα κούπα");
	cr_assert_str_eq(
		mk_card_name_accusative(MK_ENGLISH, eight_of_diamonds), "the eight of diamonds");
}

Test(words, exist_for_every_card_and_differ)
{
	for (int language = 0; language < MK_LANGUAGES; language++) {
		for (int card = MK_FIRST_CARD; card < MK_LAST_CARD; card++) {
			const char *words = mk_card_name((enum mk_language)language, (mk_card)card);
			const char *next =
				mk_card_name((enum mk_language)language, (mk_card)(card + 1));

			cr_assert_str_not_empty(words);
			cr_assert_str_neq(words, next);
			cr_assert_str_not_empty(
				mk_card_name_accusative((enum mk_language)language, (mk_card)card));
		}
	}
	cr_assert_str_eq(mk_card_name(MK_ENGLISH, 200), "");
}

Test(words, find_a_language_by_its_tag)
{
	enum mk_language language = MK_GREEK;

	cr_assert(mk_language_find("da", &language));
	cr_assert_eq(language, MK_DANISH);
	cr_assert(mk_language_find("de-AT", &language));
	cr_assert_eq(language, MK_GERMAN);
	cr_assert(mk_language_find("EN_US.UTF-8", &language));
	cr_assert_eq(language, MK_ENGLISH);
	cr_assert_not(mk_language_find("sv", &language));
	cr_assert_not(mk_language_find("", &language));
	cr_assert_not(mk_language_find("dansk", &language));
	cr_assert_eq(language, MK_ENGLISH);
}

Test(words, fill_a_phrase)
{
	static const struct mk_phrase phrase = {
		.in = {[MK_ENGLISH] = "Move {0} to column {1}. {2}{x}{",
			[MK_GERMAN] = "Lege {0} auf Spalte {1}."}};
	const struct mk_phrase_arg words[] = {
		{MK_ARG_OBJECT, {.card = MK_CARD(8, MK_DIAMONDS)}},
		{MK_ARG_NUMBER, {.number = 7}},
	};
	char buffer[128];
	struct mk_text out;

	mk_text_fixed(&out, buffer, sizeof buffer);
	mk_phrase_write(&out, MK_GERMAN, &phrase, words, 2);
	cr_assert_str_eq(buffer, "Lege die Karo-Acht auf Spalte 7.");
	mk_text_fixed(&out, buffer, sizeof buffer);
	mk_phrase_write(&out, MK_ENGLISH, &phrase, words, 2);
	cr_assert_str_eq(buffer, "Move the eight of diamonds to column 7. {2}{x}{");
}

/* A game of one's own may be compiled without MK_PHRASE(). */
Test(words, a_language_that_a_phrase_lacks_is_english)
{
	static const struct mk_phrase english = {.in = {[MK_ENGLISH] = "Draw {0}."}};
	static const struct mk_phrase blank = {.in = {"Draw {0}.", "", "", ""}};
	static const struct mk_phrase *const phrases[] = {&english, &blank};
	const struct mk_phrase_arg word = {MK_ARG_NUMBER, {.number = 3}};

	for (int language = 0; language < MK_LANGUAGES; language++) {
		for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
			char buffer[32];
			struct mk_text out;

			mk_text_fixed(&out, buffer, sizeof buffer);
			mk_phrase_write(&out, (enum mk_language)language, phrases[i], &word, 1);
			cr_assert_str_eq(buffer, "Draw 3.");
			cr_assert_str_eq(
				mk_phrase_in(phrases[i], (enum mk_language)language), "Draw {0}.");
		}
	}
}

Test(words, a_phrase_without_any_text_says_nothing)
{
	static const struct mk_phrase danish = {.in = {[MK_DANISH] = "Træk."}};
	static const struct mk_phrase says = MK_PHRASE("<{0}>", "<{0}>", "<{0}>", "<{0}>");
	const struct mk_phrase_arg missing = {MK_ARG_TEXT, {.text = NULL}};
	char buffer[32];
	struct mk_text out;

	mk_text_fixed(&out, buffer, sizeof buffer);
	mk_phrase_write(&out, MK_GREEK, &danish, NULL, 0);
	mk_phrase_write(&out, MK_GREEK, NULL, NULL, 0);
	mk_phrase_write(&out, MK_GREEK, &says, &missing, 1);
	cr_assert_str_eq(buffer, "<>");
	cr_assert_str_eq(mk_phrase_in(&danish, MK_DANISH), "Træk.");
	cr_assert_str_eq(mk_phrase_in(NULL, MK_DANISH), "");
}
