/* Which moves are legal, and in which order they are listed. */
#include "games/klondike/position.h"

#include <criterion/criterion.h>

Test(klondike_moves, an_ace_goes_to_its_foundation)
{
	struct klondike_view view = position(NULL, "KS | AD");

	cr_assert(has_move(&view, "AD 2>f"));
	cr_assert_eq(move_of(&view, "AD 2>f").kind, TO_FOUNDATION);
	cr_assert_eq(move_of(&view, "AD 2>f").to, FIRST_FOUNDATION + MK_DIAMONDS);
}

Test(klondike_moves, a_foundation_takes_the_next_card_of_its_suit_only)
{
	struct klondike_view view = position(NULL, "3D | 4D | 3H; up 2D; pile 3S /");

	cr_assert(has_move(&view, "3D 1>f"));
	cr_assert_not(has_move(&view, "4D 2>f"));
	cr_assert_not(has_move(&view, "3H 3>f"));
	cr_assert_not(has_move(&view, "3S p>f"));
}

Test(klondike_moves, only_the_front_card_goes_up)
{
	struct klondike_view view = position(NULL, "3D 2S; up 2D");

	cr_assert_not(has_move(&view, "3D 1>f"));
}

Test(klondike_moves, a_front_cards_cut_counts_the_cards_of_its_column)
{
	struct klondike_view view = position(NULL, "5S 4H 3S; up 2S; pile AD /");

	cr_assert_eq(move_of(&view, "3S 1>f").cut, 3);
	cr_assert_eq(move_of(&view, "AD p>f").cut, 1);
}

Test(klondike_moves, a_card_lies_on_the_next_rank_of_the_other_colour)
{
	struct klondike_view view = position(NULL, "8S | 7D | 7C | 9H | 6S");

	cr_assert(has_move(&view, "7D 2>1"));
	cr_assert_not(has_move(&view, "7C 3>1"));
	cr_assert_not(has_move(&view, "6S 5>1"));
	cr_assert(has_move(&view, "8S 1>4"));
}

Test(klondike_moves, a_run_may_be_cut_anywhere)
{
	struct klondike_view view = position(NULL, "6H 5C 4D 3S | 5S | 7C");

	cr_assert_eq(move_of(&view, "4D 1>2").cut, 3);
	cr_assert_eq(move_of(&view, "6H 1>3").cut, 1);
}

Test(klondike_moves, a_king_may_fill_each_empty_column)
{
	struct klondike_view view = position(NULL, "1? KS QH | - | 5C | - | 9D | 8D | 2H");

	cr_assert_eq(move_of(&view, "KS 1>2").kind, KING_TO_EMPTY);
	cr_assert(has_move(&view, "KS 1>4"));
	cr_assert_not(has_move(&view, "9D 5>2"));
}

Test(klondike_moves, a_king_without_unseen_cards_may_move_too)
{
	struct klondike_view view = position(NULL, "KS | - | 5C | 5D | 9D | 8D | 2H");

	cr_assert(has_move(&view, "KS 1>2"));
}

Test(klondike_moves, the_wastes_front_card_goes_up_or_onto_a_column)
{
	struct klondike_view view = position(NULL, "5D | 5H | 5S; up 3C; pile 9D 4C /");

	cr_assert(has_move(&view, "4C p>f"));
	cr_assert_eq(move_of(&view, "4C p>1").kind, DRAW_TO_COLUMN);
	cr_assert(has_move(&view, "4C p>2"));
	cr_assert_not(has_move(&view, "4C p>3"));
}

Test(klondike_moves, a_king_from_the_draw_pile_is_a_king_to_an_empty_column)
{
	struct klondike_view view = position(NULL, "5D; pile KD /");

	cr_assert_eq(move_of(&view, "KD p>2").kind, KING_TO_EMPTY);
}

Test(klondike_moves, cards_come_back_from_foundations_only_where_the_rules_allow)
{
	struct klondike_view view = position("klondike-1", "5S | 6C; up 4D 5H");

	cr_assert_eq(move_of(&view, "4D f>1").kind, FOUNDATION_TO_COLUMN);
	cr_assert(has_move(&view, "5H f>2"));
	view.rules.foundation_return = false;
	cr_assert_not(has_move(&view, "4D f>1"));
}

Test(klondike_moves, a_king_comes_back_to_an_empty_column)
{
	struct klondike_view view = position("klondike-1", "5S | 6C; up KH");

	cr_assert(has_move(&view, "KH f>3"));
}

Test(klondike_moves, cards_are_drawn_while_some_are_left)
{
	struct klondike_view view = position(NULL, "5S; pile 9D / ?");

	cr_assert(has_move(&view, "draw"));
	cr_assert_not(has_move(&view, "shuffle"));
}

Test(klondike_moves, the_pile_starts_again_when_none_is_left)
{
	struct klondike_view view = position(NULL, "5S; pile 9D 9C /");

	cr_assert(has_move(&view, "shuffle"));
	cr_assert_not(has_move(&view, "draw"));
}

Test(klondike_moves, nothing_is_shuffled_when_no_shuffle_remains)
{
	struct klondike_view view = position(NULL, "5S; pile 9D 9C /");

	view.shuffles = 0;
	cr_assert_not(has_move(&view, "shuffle"));
}

Test(klondike_moves, an_empty_pile_is_neither_drawn_nor_shuffled)
{
	struct klondike_view view = position(NULL, "5S | 5D");
	struct mk_move moves[MK_MAX_MOVES];

	cr_assert_eq(klondike_moves(&view, moves), 0);
}

Test(klondike_moves, there_are_none_before_the_first_sight)
{
	struct klondike_view view = begun(NULL);
	struct mk_move moves[MK_MAX_MOVES];

	cr_assert_eq(klondike_moves(&view, moves), 0);
}

Test(klondike_moves, a_card_that_is_not_known_does_not_move)
{
	struct klondike_view view = position("klondike-1", "AD | 2C; pile ? /");
	struct mk_move moves[MK_MAX_MOVES];

	view.column[0][0] = MK_NO_CARD;
	cr_assert_eq(klondike_moves(&view, moves), 1); /* the shuffle */
}

Test(klondike_moves, they_are_listed_in_the_classic_order)
{
	static const enum klondike_kind order[] = {TO_FOUNDATION, TO_FOUNDATION, KING_TO_EMPTY,
		COLUMN_TO_COLUMN, DRAW_TO_COLUMN, FOUNDATION_TO_COLUMN, DRAW};
	struct klondike_view view = position(
		"klondike-1", "8D | 1? KS | 9H | 8S | - | 4H | JC; up 7D 2C; pile 9C 3C / ?");
	struct mk_move moves[MK_MAX_MOVES];
	size_t count;

	count = klondike_moves(&view, moves);
	cr_assert_eq(count, sizeof order / sizeof *order);
	for (size_t i = 0; i < count; i++) {
		cr_assert_eq(moves[i].kind, order[i], "move %zu", i);
	}
}

Test(klondike_moves, a_legal_move_is_one_of_the_list_in_every_field)
{
	struct klondike_view view = position(NULL, "8S | 7D");
	struct mk_move move = move_of(&view, "7D 2>1");

	cr_assert(klondike_is_legal(&view, move));
	move.cut = 2;
	cr_assert_not(klondike_is_legal(&view, move));
}

Test(klondike_moves, the_player_may_be_slow_to_turn_up_the_next_card)
{
	struct klondike_view view = position(NULL, "5D | 3D; pile 4C / ? ?");
	struct mk_move move = move_of(&view, "4C p>1");

	move.more[0] = NOT_TURNED;
	cr_assert(klondike_is_legal(&view, move));
	view.turned = 0;
	move = move_of(&view, "draw");
	move.more[0] = NOT_TURNED;
	cr_assert_not(klondike_is_legal(&view, move));
}

/* ---- How likely a card comes up ------------------------------------------------------------- */

static double chance(const struct klondike_view *view, const char *move, const char *code)
{
	struct mk_move made = move_of(view, move);
	int position = klondike_turns_up(view, made, NULL);

	return (double)klondike_chance_to_turn_up(view, made, position, card(code));
}

static double all_chances(const struct klondike_view *view, const char *move)
{
	double sum = 0;

	for (int of = MK_FIRST_CARD; of < MK_FIRST_CARD + MK_DECK; of++) {
		sum += chance(view, move, mk_card_code((mk_card)of));
	}
	return sum;
}

Test(klondike_moves, cards_that_no_picture_showed_are_as_likely_to_come_up)
{
	struct klondike_view view = position(NULL, "2? 3S | KD; pile 4D / ? ?");

	cr_assert_float_eq(chance(&view, "draw", "AC"), 1 / 49.0, 1e-6);
	cr_assert_eq(chance(&view, "draw", "KD"), 0);
	cr_assert_float_eq(all_chances(&view, "draw"), 1, 1e-5);
}

/* Each place of the pile is as likely to come first; at one lies any of the 44 others. */
Test(klondike_moves, a_card_that_is_known_to_lie_in_the_pile_is_likelier_to_come_up)
{
	struct klondike_view view =
		position(NULL, "2? 3S | KD; pile 4D / ? ? ? ? ?; loose 9C 9D 9H 9S");

	cr_assert_float_eq(chance(&view, "draw", "9H"), 1 / 5.0, 1e-6);
	cr_assert_float_eq(chance(&view, "draw", "AC"), 1 / 5.0 / 45, 1e-6);
	cr_assert_float_eq(all_chances(&view, "draw"), 1, 1e-5);
}

Test(klondike_moves, after_a_shuffle_each_card_of_the_pile_is_as_likely_to_come_up)
{
	struct klondike_view view = position(NULL, "2? 3S | KD; pile ? 9C 4D /");

	cr_assert_float_eq(chance(&view, "shuffle", "4D"), 1 / 3.0, 1e-6);
	cr_assert_float_eq(chance(&view, "shuffle", "AC"), 1 / 3.0 / 48, 1e-6);
	cr_assert_float_eq(all_chances(&view, "shuffle"), 1, 1e-5);
}
