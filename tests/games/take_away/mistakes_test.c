/* Which kind of mistake a move is. */
#include "games/take_away/take_away.h"

#include "games/take_away/positions.h"

#include <criterion/criterion.h>

static const char *kind_of(struct mk_move made, struct mk_move better)
{
	const struct mk_mistakes *mistakes = take_away_game.mistakes;
	struct take_away_view view = table_of("5 5 5");

	return mistakes->kinds[mistakes->kind_of((const struct mk_view *)&view, &made, &better)]
		.name;
}

Test(take_away_mistakes, it_is_the_group_or_the_number)
{
	cr_assert_str_eq(kind_of(take(0, 1), take(1, 1)), "wrong_group");
	cr_assert_str_eq(kind_of(take(0, 3), take(0, 1)), "too_many");
	cr_assert_str_eq(kind_of(take(0, 1), take(0, 3)), "too_few");
}
