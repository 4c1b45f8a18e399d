#include <criterion/criterion.h>
#include <makker/card.h>
#include <string.h>

static mk_card card(const char *text)
{
	return mk_card_read(text, strlen(text));
}

Test(card, is_read_as_it_is_written)
{
	for (int i = MK_FIRST_CARD; i <= MK_LAST_CARD; i++) {
		cr_assert_eq(card(mk_card_code((mk_card)i)), i);
	}
}

Test(card, is_read_in_every_allowed_spelling)
{
	mk_card ten_of_hearts = MK_CARD(10, MK_HEARTS);
	static const char *const spellings[] = {
		"0H", "H0", "10H", "H10", "th", "Th", "hT", "10\u2665", "\u26650", "T\u2661"};

	for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
		cr_assert_eq(card(spellings[i]), ten_of_hearts, "%s", spellings[i]);
	}
}

Test(card, refuses_everything_else)
{
	static const char *const wrong[] = {"", "8", "D", "1D", "9X", "88", "DD", "8DD", "8 D",
		"UU", "XX", "XD", "110D", "00H", "8\u2605", "8\xe2\x99", "\u2665", "8D ", "100"};

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		cr_assert_eq(card(wrong[i]), MK_NO_CARD, "'%s'", wrong[i]);
	}
	cr_assert_eq(mk_card_read("\0D", 2), MK_NO_CARD);
	cr_assert_eq(mk_card_read("8\0", 2), MK_NO_CARD);
}

Test(card, colours_are_those_of_the_suits)
{
	cr_assert_not(mk_is_red(card("8C")));
	cr_assert(mk_is_red(card("8D")));
	cr_assert(mk_is_red(card("8H")));
	cr_assert_not(mk_is_red(card("8S")));
}

Test(card, whole_deck_is_52_cards)
{
	cr_assert_eq(__builtin_popcountll(MK_WHOLE_DECK), 52);
	for (int i = MK_FIRST_CARD; i <= MK_LAST_CARD; i++) {
		cr_assert(MK_WHOLE_DECK & MK_CARD_BIT(i));
	}
}
