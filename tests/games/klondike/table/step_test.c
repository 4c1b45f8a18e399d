/* The changes by a move, counter by counter. */
#include "games/klondike/position.h"

#include <criterion/criterion.h>

/* ---- Columns -------------------------------------------------------------------------------- */

Test(klondike_play, the_last_face_up_card_of_a_column_turns_up_an_unseen_one)
{
	struct klondike_view view = position(NULL, "2? 7D | 8S");

	play(&view, "7D 1>2", "QC");
	cr_assert_eq(view.unseen[0], 1);
	cr_assert_eq(klondike_front(&view, 0), card("QC"));
	cr_assert_eq(klondike_front(&view, 1), card("7D"));
}

Test(klondike_play, nothing_is_turned_up_while_face_up_cards_remain)
{
	struct klondike_view view = position(NULL, "2? 7D 6S | 7H");

	play(&view, "6S 1>2", NULL);
	cr_assert_eq(view.unseen[0], 2);
	cr_assert_eq(klondike_front(&view, 0), card("7D"));
}

Test(klondike_play, a_run_keeps_its_order)
{
	struct klondike_view view = position(NULL, "6H 5C 4D 3S | 5S");

	play(&view, "4D 1>2", NULL);
	cr_assert_eq(view.up[0], 2);
	cr_assert_eq(view.up[1], 3);
	cr_assert_eq(view.column[1][1], card("4D"));
	cr_assert_eq(view.column[1][2], card("3S"));
	cr_assert_eq(view.column[0][2], MK_NO_CARD);
}

Test(klondike_play, a_column_without_unseen_cards_becomes_empty)
{
	struct klondike_view view = position(NULL, "7D | 8S");

	play(&view, "7D 1>2", NULL);
	cr_assert(klondike_is_empty(&view, 0));
}

Test(klondike_play, a_foundation_grows_and_gives_back)
{
	struct klondike_view view = position("klondike-1", "3D | 4S; up 2D");

	play(&view, "3D 1>f", NULL);
	cr_assert_eq(view.foundation[MK_DIAMONDS], 3);
	play(&view, "3D f>2", NULL);
	cr_assert_eq(view.foundation[MK_DIAMONDS], 2);
	cr_assert_eq(klondike_front(&view, 1), card("3D"));
}

/* ---- The draw pile -------------------------------------------------------------------------- */

Test(klondike_play, a_draw_turns_up_one_card)
{
	struct klondike_view view = position(NULL, "5S; pile 9D / ? ?");

	play(&view, "draw", "2C");
	cr_assert_eq(klondike_left(&view), 1);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2C"));
}

Test(klondike_play, three_are_drawn_and_the_last_is_seen)
{
	struct klondike_view view = position("klondike-3", "5S; pile ? ? 9D / ? ? ? ?");

	play(&view, "draw", "2C");
	cr_assert_eq(view.turned, 6);
	cr_assert_eq(view.pile[5], card("2C"));
	cr_assert_eq(view.pile[4], MK_NO_CARD);
}

Test(klondike_play, fewer_than_three_are_drawn_at_the_end)
{
	struct klondike_view view = position("klondike-3", "5S; pile ? ? 9D / ? ?");

	play(&view, "draw", "2C");
	cr_assert_eq(klondike_left(&view), 0);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2C"));
}

Test(klondike_play, a_played_card_leaves_the_pile_for_good)
{
	struct klondike_view view = position(NULL, "5D; pile 9D 4C / ? ?");

	play(&view, "4C p>1", NULL);
	cr_assert_eq(view.pile_count, 3);
	cr_assert_eq(klondike_left(&view), 2);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("9D"));
}

Test(klondike_play, the_next_card_is_turned_up_when_the_only_one_is_played)
{
	struct klondike_view view = position(NULL, "5D; pile 4C / ? ?");

	play(&view, "4C p>1", "JH");
	cr_assert_eq(klondike_left(&view), 1);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("JH"));
}

Test(klondike_play, the_next_three_are_turned_up_where_three_are_drawn)
{
	struct klondike_view view = position("klondike-3", "5D; pile 4C / ? ? ? ?");

	play(&view, "4C p>1", "JH");
	cr_assert_eq(view.turned, 3);
	cr_assert_eq(view.pile[2], card("JH"));
}

Test(klondike_play, the_waste_stays_empty_when_the_player_has_not_turned_the_next)
{
	struct klondike_view view = position(NULL, "5D; pile 4C / ? ?");
	struct mk_move move = move_of(&view, "4C p>1");

	move.more[0] = NOT_TURNED;
	klondike_play(&view, move, MK_NO_CARD);
	cr_assert_eq(view.turned, 0);
	cr_assert_eq(klondike_left(&view), 2);
	cr_assert(has_move(&view, "draw"));
}

Test(klondike_play, the_card_under_the_played_one_is_seen_at_last)
{
	struct klondike_view view = position("klondike-3", "5D; pile ? ? 4C / ?");

	play(&view, "4C p>1", "8H");
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("8H"));
}

/* ---- Starting again ------------------------------------------------------------------------- */

Test(klondike_play, a_kept_order_is_known_after_the_first_pass)
{
	struct klondike_view view = position("klondike-1", "5S; pile 9D 4C 2H /");

	play(&view, "shuffle", NULL);
	cr_assert_eq(view.turned, 1);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("9D"));
	cr_assert_eq(view.pile[2], card("2H"));
}

Test(klondike_play, mixing_forgets_the_order_but_not_the_cards)
{
	struct klondike_view view = position(NULL, "1? 5S; pile 9D 4C 2H /");

	play(&view, "shuffle", "4C");
	cr_assert_eq(view.pile[0], card("4C"));
	cr_assert_eq(view.pile[1], MK_NO_CARD);
	cr_assert_eq(view.pile_loose, MK_CARD_BIT(card("9D")) | MK_CARD_BIT(card("2H")));
}

Test(klondike_play, left_is_24_less_those_removed_after_a_shuffle_and_one_is_up)
{
	struct klondike_view view = position(NULL, "1? 5S; pile 9D 4C 2H /");

	play(&view, "shuffle", "4C");
	cr_assert_eq(klondike_left(&view), view.pile_count - 1);
}

Test(klondike_play, shuffles_go_down_unless_they_are_unlimited)
{
	struct klondike_view limited = position(NULL, "1? 5S; pile 9D 4C 2H /");
	struct klondike_view unlimited = position("klondike-1", "1? 5S; pile 9D 4C 2H /");

	play(&limited, "shuffle", "4C");
	play(&unlimited, "shuffle", NULL);
	cr_assert_eq(limited.shuffles, 2);
	cr_assert_eq(unlimited.shuffles, MK_UNLIMITED);
}

/* ---- What the counters against loops count -------------------------------------------------- */

Test(klondike_play, the_card_moved_last_is_remembered_across_a_draw)
{
	struct klondike_view view = position(NULL, "7D | 8S; pile 9D / ? ?");

	play(&view, "7D 1>2", NULL);
	play(&view, "draw", "2C");
	cr_assert_eq(view.just_moved, card("7D"));
}

Test(klondike_play, of_a_run_the_deepest_card_was_moved)
{
	struct klondike_view view = position(NULL, "7D 6C | 8S");

	play(&view, "7D 1>2", NULL);
	cr_assert_eq(view.just_moved, card("7D"));
}

Test(klondike_play, moves_between_columns_are_counted_in_a_row)
{
	struct klondike_view view = position(NULL, "7D | 8S | 8C | 1? 9D; up AC; pile 2C / ? ?");

	play(&view, "7D 1>2", NULL);
	play(&view, "7D 2>3", NULL);
	cr_assert_eq(view.column_to_column, 2);
	play(&view, "2C p>f", "3H");
	cr_assert_eq(view.column_to_column, 0);
}

Test(klondike_play, a_draw_ends_the_row)
{
	struct klondike_view view = position(NULL, "7D | 8S; pile 2C / ? ?");

	play(&view, "7D 1>2", NULL);
	play(&view, "draw", "3H");
	cr_assert_eq(view.column_to_column, 0);
}

Test(klondike_play, a_king_to_an_empty_column_ends_the_row)
{
	struct klondike_view view = position(NULL, "7D | 8S | 1? KD | -");

	play(&view, "7D 1>2", NULL);
	play(&view, "KD 3>4", "2S");
	cr_assert_eq(view.column_to_column, 0);
}

Test(klondike_play, turning_the_pile_is_idle_until_the_game_goes_forward)
{
	struct klondike_view view = position(NULL, "7D | 8S | 3? JC | 2H; up AH; pile 2C / ? ? ?");

	play(&view, "draw", "3H");
	play(&view, "draw", "4H");
	play(&view, "7D 1>2", NULL);
	cr_assert_eq(view.idle, 2, "a card pushed between columns is no way forward");
	play(&view, "2H 4>f", NULL);
	cr_assert_eq(view.idle, 0);
}

/* ---- What is known before it is turned up --------------------------------------------------- */

Test(klondike_turns_up, a_column_that_loses_its_last_face_up_card)
{
	struct klondike_view view = position(NULL, "2? 7D | 8S");

	cr_assert_eq(klondike_turns_up(&view, move_of(&view, "7D 1>2"), NULL), 0);
}

Test(klondike_turns_up, no_seat_where_no_card_is_turned_up)
{
	struct klondike_view view = position(NULL, "7D | 8S | 8C 7H");
	mk_card known;

	cr_assert_eq(klondike_turns_up(&view, move_of(&view, "7D 1>2"), &known), MK_NO_SEAT);
	cr_assert_eq(known, MK_NO_CARD);
}

Test(klondike_turns_up, the_pile_where_its_next_card_has_not_been_seen)
{
	struct klondike_view view = position(NULL, "2? 7D | 8S; pile 9D / ? ?");

	cr_assert_eq(klondike_turns_up(&view, move_of(&view, "draw"), NULL), DRAW_PILE);
}

Test(klondike_turns_up, a_card_that_lay_there_before_is_known)
{
	struct klondike_view view = position("klondike-1", "2? 7D | 8S; pile 9D / 4C ?");
	mk_card known;

	cr_assert_eq(klondike_turns_up(&view, move_of(&view, "draw"), &known), MK_NO_SEAT);
	cr_assert_eq(known, card("4C"));
}

Test(klondike_turns_up, the_last_loose_card_is_known)
{
	struct klondike_view view = position(NULL, "2? 7D | 8S; pile 9D 3C / ?; loose 4C");
	mk_card known;

	cr_assert_eq(klondike_turns_up(&view, move_of(&view, "draw"), &known), MK_NO_SEAT);
	cr_assert_eq(known, card("4C"));
}

Test(klondike_turns_up, the_last_unseen_card_is_known)
{
	struct klondike_view view = position(NULL,
		"1? 2D | 3S; up KC AD KH 2S; pile 4S 5S 6S 7S 8S 9S 0S JS QS KS 3D 4D 5D 6D 7D 8D "
		"9D 0D JD QD /");
	mk_card known;

	cr_assert_eq(klondike_turns_up(&view, move_of(&view, "2D 1>2"), &known), MK_NO_SEAT);
	cr_assert_eq(known, card("KD"));
}

Test(klondike_turns_up, one_of_two_unseen_cards_is_not_known)
{
	struct klondike_view view = position(NULL,
		"1? 2D | 3S | 1? 3D; up KC AD KH 2S; pile 4S 5S 6S 7S 8S 9S 0S JS QS KS 4D 5D 6D 7D 8D "
		"9D 0D JD /");

	cr_assert_eq(klondike_turns_up(&view, move_of(&view, "2D 1>2"), NULL), 0);
}

Test(klondike_turns_up, a_single_card_is_known_even_after_mixing)
{
	struct klondike_view view = position(NULL, "2? 7D | 8S; pile 9D /");
	mk_card known;

	cr_assert_eq(klondike_turns_up(&view, move_of(&view, "shuffle"), &known), MK_NO_SEAT);
	cr_assert_eq(known, card("9D"));
}
