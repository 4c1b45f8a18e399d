/* What is said. */
#include "games/take_away/words.h"

#include "games/take_away/positions.h"

#include <criterion/criterion.h>

static char room[512];

static const char *message(const char *table, int turn, bool person, struct mk_move move)
{
	struct take_away_view view = table_of(table);
	struct mk_text text;

	view.turn = (uint8_t)turn;
	view.person = person;
	mk_text_fixed(&text, room, sizeof room);
	take_away_say_message(&text, MK_ENGLISH, (const struct mk_view *)&view, NULL, &move);
	return room;
}

Test(take_away, the_message_names_the_numbers)
{
	cr_assert_str_eq(message("1 2 5", USER, false, take(2, 2)),
		"Take 2 cards from group 3. That leaves 1 xor 2 xor 3 = 0. It wins.");
	cr_assert_str_eq(message("1 2 3", USER, false, take(0, 1)),
		"Take 1 card from group 1. That leaves 2 xor 3 = 1. It loses if the other side "
		"answers well.");
}

Test(take_away, the_computer_speaks_of_its_own_moves)
{
	cr_assert_str_eq(message("2", ADVISOR, false, take(0, 2)),
		"I take 2 cards from group 1. That takes the last card. It wins.");
}

Test(take_away, two_people_are_told_whose_turn_it_is)
{
	cr_assert_str_eq(message("2", ADVISOR, true, take(0, 2)),
		"The other player is to move. Show me the groups again after that.");
}
