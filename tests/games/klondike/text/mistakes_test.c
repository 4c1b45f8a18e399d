/* Which kind of mistake a move is. */
#include "games/klondike/klondike.h"
#include "games/klondike/table/table.h"

#include <criterion/criterion.h>

static const char *kind_of(struct mk_move made, struct mk_move better)
{
	const struct mk_mistakes *mistakes = klondike_game.mistakes;
	static const struct klondike_view view;

	return mistakes->kinds[mistakes->kind_of((const struct mk_view *)&view, &made, &better)]
		.name;
}

static const struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE};
static const struct mk_move redeal = {.kind = SHUFFLE, .from = DRAW_PILE};
static const struct mk_move up = {.kind = TO_FOUNDATION, .from = 2, .to = FIRST_FOUNDATION};
static const struct mk_move waste_up = {.kind = TO_FOUNDATION, .from = DRAW_PILE, .to = 8};
static const struct mk_move waste = {.kind = DRAW_TO_COLUMN, .from = DRAW_PILE, .to = 1};
static const struct mk_move waste_king = {.kind = KING_TO_EMPTY, .from = DRAW_PILE, .to = 1};
static const struct mk_move king = {.kind = KING_TO_EMPTY, .from = 3, .to = 1};
static const struct mk_move column = {.kind = COLUMN_TO_COLUMN, .from = 4, .to = 6};
static const struct mk_move other_column = {.kind = COLUMN_TO_COLUMN, .from = 5, .to = 6};
static const struct mk_move back = {.kind = FOUNDATION_TO_COLUMN, .from = 8, .to = 6};

Test(klondike_mistakes, the_stock_is_turned_too_early_or_too_late)
{
	cr_assert_str_eq(kind_of(draw, column), "stock_too_early");
	cr_assert_str_eq(kind_of(redeal, king), "stock_too_early");
	cr_assert_str_eq(kind_of(column, draw), "stock_too_late");
	cr_assert_str_eq(kind_of(king, redeal), "stock_too_late");
	cr_assert_str_eq(kind_of(draw, redeal), "other");
}

Test(klondike_mistakes, a_card_that_should_have_waited_is_named_and_not_the_stock)
{
	cr_assert_str_eq(kind_of(up, draw), "foundation_too_early");
	cr_assert_str_eq(kind_of(waste_up, draw), "foundation_too_early");
	cr_assert_str_eq(kind_of(waste, draw), "waste_too_early");
	cr_assert_str_eq(kind_of(waste_king, redeal), "waste_too_early");
}

Test(klondike_mistakes, foundations_have_their_time)
{
	cr_assert_str_eq(kind_of(up, column), "foundation_too_early");
	cr_assert_str_eq(kind_of(draw, up), "foundation_too_late");
	cr_assert_str_eq(kind_of(column, waste_up), "foundation_too_late");
	cr_assert_str_eq(kind_of(up, waste_up), "other");
	cr_assert_str_eq(kind_of(back, column), "foundation_returned");
}

Test(klondike_mistakes, columns_kings_and_the_waste_are_distinguished)
{
	cr_assert_str_eq(kind_of(column, other_column), "wrong_column");
	cr_assert_str_eq(kind_of(column, king), "wrong_column");
	cr_assert_str_eq(kind_of(king, column), "wrong_king");
	cr_assert_str_eq(kind_of(king, waste_king), "wrong_king");
	cr_assert_str_eq(kind_of(waste, column), "waste_too_early");
	cr_assert_str_eq(kind_of(column, waste), "waste_too_late");
}
