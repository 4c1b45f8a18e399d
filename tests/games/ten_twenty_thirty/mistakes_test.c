/* Which kind of mistake a move is. */
#include "games/ten_twenty_thirty/table.h"
#include "games/ten_twenty_thirty/ten_twenty_thirty.h"

#include <criterion/criterion.h>

static const char *kind_of(struct mk_move made, struct mk_move better)
{
	const struct mk_mistakes *mistakes = ten_twenty_thirty_game.mistakes;
	static const struct tens_view view;

	return mistakes->kinds[mistakes->kind_of((const struct mk_view *)&view, &made, &better)]
		.name;
}

static const struct mk_move deal = {.kind = DEAL, .to = 3};
static const struct mk_move back_three = {.kind = REMOVE, .from = 2, .cut = B3};
static const struct mk_move two_and_one = {.kind = REMOVE, .from = 2, .cut = T2B1};
static const struct mk_move elsewhere = {.kind = REMOVE, .from = 5, .cut = B3};

Test(tens_mistakes, dealing_and_taking_have_their_time)
{
	cr_assert_str_eq(kind_of(deal, back_three), "dealt_too_early");
	cr_assert_str_eq(kind_of(back_three, deal), "took_too_early");
}

Test(tens_mistakes, the_wrong_cards_are_distinguished_from_the_wrong_column)
{
	cr_assert_str_eq(kind_of(back_three, two_and_one), "wrong_three");
	cr_assert_str_eq(kind_of(elsewhere, back_three), "wrong_column");
}
