/* The sentences of the game. */
#include "games/take_away/words.h"

#include "games/take_away/positions.h"

#include <criterion/criterion.h>

static char buffer[512];

static const char *message(const char *table, int turn, bool person, struct mk_move move)
{
	struct take_away_view view = table_of(table);
	struct mk_text text;

	view.turn = (uint8_t)turn;
	view.person = person;
	mk_text_fixed(&text, buffer, sizeof buffer);
	take_away_describe_message(&text, MK_ENGLISH, (const struct mk_view *)&view, NULL, &move);
	return buffer;
}

Test(take_away, the_message_says_whether_the_other_side_has_an_answer)
{
	cr_assert_str_eq(message("1 2 5", USER, false, take(2, 2)),
		"Take 2 cards from group 3. Whatever the other side does, you can answer.");
	cr_assert_str_eq(message("1 2 3", USER, false, take(0, 1)),
		"Take 1 card from group 1. It loses if the other side answers well.");
}

Test(take_away, the_computer_speaks_of_its_own_moves)
{
	cr_assert_str_eq(message("2", ADVISOR, false, take(0, 2)),
		"I take 2 cards from group 1. That takes the last card. It wins.");
	cr_assert_str_eq(message("1 2 5", ADVISOR, false, take(2, 2)),
		"I take 2 cards from group 3. Whatever you do, I can answer.");
	cr_assert_str_eq(message("1 2 3", ADVISOR, false, take(0, 1)),
		"I take 1 card from group 1. It loses if you answer well.");
}

Test(take_away, a_group_that_counts_less_than_its_cards_is_explained)
{
	struct take_away_view view = table_of("3:2 4:2 5:2");
	struct mk_ranked_move ranked = {.move = take(1, 2)};
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	take_away_describe_why(&text, MK_ENGLISH, (const struct mk_view *)&view, &ranked);
	cr_assert_str_eq(buffer,
		"Whatever the other side does, you can answer. Group 1 counts as 0: it has 3 cards, "
		"at most 2 may be taken at a time, and 3 modulo 3 is 0. Group 3 counts as 2: it has "
		"5 cards, at most 2 may be taken at a time, and 5 modulo 3 is 2.");
}

Test(take_away, two_people_see_whose_turn_it_is)
{
	cr_assert_str_eq(message("2", ADVISOR, true, take(0, 2)),
		"The other player is to move. Show me the groups again after that.");
}
