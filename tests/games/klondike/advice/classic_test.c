/* The classic strategy: the order of the types, and what is held back. */
#include "base/sanitized.h"
#include "games/klondike/advice/classic.h"

#include "games/klondike/position.h"
#include "games/klondike/table/world.h"

#include <criterion/criterion.h>

static void assert_picks(struct klondike_view *view, const char *text)
{
	struct mk_move picked;
	struct mk_move expected = move_of(view, text);

	cr_assert(klondike_classic_pick(as_view(view), &picked), "no move instead of %s", text);
	cr_assert_arr_eq(&picked, &expected, sizeof picked, "not %s", text);
}

static enum klondike_held_back held(const struct klondike_view *view, const char *text)
{
	return klondike_holds_back(view, move_of(view, text));
}

Test(klondike_classic, foundations_come_first_from_the_left_then_from_the_pile)
{
	struct klondike_view view = position(NULL, "8S | 7D | 2C | 3D; up AC 2D; pile AH / ?");

	assert_picks(&view, "2C 3>f");
	play(&view, "2C 3>f", NULL);
	assert_picks(&view, "3D 4>f");
	play(&view, "3D 4>f", NULL);
	assert_picks(&view, "AH p>f");
}

Test(klondike_classic, then_kings_then_columns_then_the_pile)
{
	struct klondike_view view =
		position(NULL, "8S | 7D | 2? KS | - | 9H 8C | 9D | 0H; pile 7H / ?");

	assert_picks(&view, "KS 3>4");
	play(&view, "KS 3>4", "2S");
	assert_picks(&view, "8S 1>6");
	play(&view, "8S 1>6", NULL);
	assert_picks(&view, "7D 2>5");
	play(&view, "7D 2>5", NULL);
	assert_picks(&view, "7H p>6");
}

Test(klondike_classic, columns_are_tried_ascending_by_from_and_to)
{
	struct klondike_view view = position(NULL, "8S | 7D | 7H | 8C | KS | KC | KD");

	assert_picks(&view, "7D 2>1");
}

Test(klondike_classic, draws_when_nothing_else_is_left_then_shuffles)
{
	struct klondike_view view = position(NULL, "2? 8S; pile 9C / ?");

	assert_picks(&view, "draw");
	play(&view, "draw", "9S");
	assert_picks(&view, "shuffle");
}

Test(klondike_classic, the_card_moved_last_is_not_moved_between_columns_again)
{
	struct klondike_view view = position(NULL, "7D | 8S | 8C | 1? QC; pile 2D / ?");

	play(&view, "7D 1>2", NULL);
	cr_assert_eq(held(&view, "7D 2>3"), HELD_JUST_MOVED);
	assert_picks(&view, "draw");
}

Test(klondike_classic, the_card_moved_last_may_go_up)
{
	struct klondike_view view = position(NULL, "7D | 8S | 8C | 1? QC; up 6D; pile 2D / ?");

	play(&view, "7D 1>2", NULL);
	cr_assert_eq(held(&view, "7D 2>f"), HELD_NOT);
}

Test(klondike_classic, after_two_moves_between_columns_it_looks_at_no_more_of_them)
{
	struct klondike_view view = position(NULL, "7D | 8S | 6C | 5H | 1? QC; pile 2D / ?");

	play(&view, "7D 1>2", NULL);
	play(&view, "6C 3>2", NULL);
	cr_assert_eq(held(&view, "5H 4>2"), HELD_COLUMN_TO_COLUMN_LIMIT);
	assert_picks(&view, "draw");
	play(&view, "draw", "2S");
	assert_picks(&view, "5H 4>2");
}

Test(klondike_classic, the_limit_is_an_option)
{
	struct mk_rules rules = rules_with("syvkabale", "max_column_to_column", 0);
	struct klondike_view view = position(NULL, "7D | 8S; pile 2D / ?");

	set_rules(&view, &rules);
	cr_assert_eq(held(&view, "7D 1>2"), HELD_COLUMN_TO_COLUMN_LIMIT);
}

Test(klondike_classic, a_king_with_nothing_under_it_stays)
{
	struct klondike_view view = position(NULL, "KS | - | 2? KD; pile 9C / ?");

	cr_assert_eq(held(&view, "KS 1>2"), HELD_POINTLESS_KING);
	cr_assert_eq(held(&view, "KD 3>2"), HELD_NOT);
	assert_picks(&view, "KD 3>2");
}

Test(klondike_classic, nothing_comes_back_from_a_foundation)
{
	struct klondike_view view = position("klondike-1", "5S | 1? QC; up 4D; pile 9C / ?");

	cr_assert(has_move(&view, "4D f>1"));
	assert_picks(&view, "draw");
}

Test(klondike_classic, a_pile_that_brings_nothing_is_not_turned_for_ever)
{
	struct klondike_view view = position("klondike-1", "1? 5S | 7D | 8S; pile 9C 9S /");
	struct mk_move picked;

	play(&view, "7D 2>3", NULL);
	cr_assert_not(klondike_classic_pick(as_view(&view), &picked));
}

/* Where the order has no move the first program had lost; the strategy continues. */
Test(klondike_classic, suggests_the_shortest_way_forward_where_the_order_has_no_move)
{
	/* 9H was moved last, so the order does not move it back; that frees 0S for its foundation.
	 */
	struct klondike_view view = position(
		"syvkabale", "1? JH 0C | 0S 9H | 2C | 3C | 4C | 5C | 6C; up 9S; pile KS KH /");
	struct mk_move move;

	view.shuffles = 0;
	view.just_moved = card("9H");
	cr_assert_not(klondike_classic_first(&view, &move));
	cr_assert(klondike_classic_pick(as_view(&view), &move));
	cr_assert_eq(move.card, card("9H"));
}

enum { DEALS = 10000 };

/* The share that the specification names as its floor: 3.8 %. */
Test(klondike_classic, the_order_alone_wins_as_often_as_the_first_program_did)
{
	struct klondike_world world;
	struct mk_move move;
	int games = games_to_play(DEALS), won = 0;
	int slack = games < DEALS ? games / 100 : 0; /* three standard errors of a fifth */

	for (uint64_t i = 0; i < (uint64_t)games; i++) {
		struct mk_rng rng;

		mk_rng_init(&rng, 1, i);
		klondike_deal((struct mk_world *)&world, &klondike_presets[0].rules, &rng);
		while (klondike_seat_to_move((struct mk_world *)&world) != MK_NO_SEAT &&
			klondike_classic_first(&world.known, &move)) {
			klondike_apply((struct mk_world *)&world, move);
		}
		won += klondike_outcome(&world.known) == MK_WON;
	}
	cr_assert(won > games * 32 / 1000 - slack && won < games * 44 / 1000 + slack, "%d of %d",
		won, games);
}
