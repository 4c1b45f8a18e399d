/* A pile that comes up again as it was: it is not suggested to turn it. */
#include "games/klondike/position.h"
#include "games/klondike/table/sets.h"

#include <criterion/criterion.h>
#include <string.h>

static bool suggests_turning(const char *strategy, struct klondike_view *view)
{
	const struct mk_game *game = mk_game_find("klondike");
	struct mk_move move;

	return mk_strategy_find(game, strategy)->choose_move(as_view(view), &move) &&
	       (move.kind == DRAW || move.kind == SHUFFLE);
}

/* The five of hearts goes up once the four is there: the game is not lost. */
static const char one_card[] = "2? KS | QD 9S | 4H 3S; up 3H; pile 5H /";

Test(same_again, a_pile_of_one_card_may_be_shuffled_but_is_not_suggested)
{
	struct klondike_view view = position("syvkabale", one_card);

	cr_assert(has_move(&view, "shuffle"));
	cr_assert_not(suggests_turning("heuristic", &view));
	cr_assert_not(suggests_turning("classic", &view));
}

Test(same_again, depends_on_how_many_come_up_at_once_and_whether_they_are_mixed)
{
	struct klondike_view mixed = position("syvkabale", "2? KS; pile 7C 9C /");
	struct klondike_view one_by_one = position("klondike-1", "2? KS; pile 7C 9C /");
	struct klondike_view by_threes = position("klondike-3", "2? KS; pile 7C 9C 2D /");
	struct klondike_view four = position("klondike-3", "2? KS; pile 7C 9C 2D 3D /");

	cr_assert_not(klondike_turns_to_the_same(&mixed));
	cr_assert_not(klondike_turns_to_the_same(&one_by_one));
	cr_assert(klondike_turns_to_the_same(&by_threes));
	cr_assert_not(klondike_turns_to_the_same(&four));
}
