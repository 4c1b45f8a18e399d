/* Which kind of mistake a move is. */
#include "games/freecell/freecell.h"
#include "games/freecell/table.h"

#include <criterion/criterion.h>

/* Column 7 is empty. */
static const char *kind_of(struct mk_move made, struct mk_move better)
{
	const struct mk_mistakes *mistakes = freecell_game.mistakes;
	struct freecell_view view = {.known = 1, .cells = 4};

	memset(view.count, 1, COLUMNS - 1);
	return mistakes->kinds[mistakes->kind_of((const struct mk_view *)&view, &made, &better)]
		.name;
}

static const struct mk_move up = {.kind = TO_FOUNDATION, .to = FIRST_FOUNDATION};
static const struct mk_move other_up = {.kind = TO_FOUNDATION, .from = 1, .to = FIRST_FOUNDATION};
static const struct mk_move aside = {.kind = TO_CELL, .from = 1, .to = FIRST_CELL};
static const struct mk_move other_aside = {.kind = TO_CELL, .from = 2, .to = FIRST_CELL};
static const struct mk_move across = {.kind = TO_COLUMN, .from = 1, .to = 2, .cut = 1};
static const struct mk_move into_space = {.kind = TO_COLUMN, .from = 1, .to = 7, .cut = 1};

Test(freecell_mistakes, cells_and_empty_columns_are_used_up)
{
	cr_assert_str_eq(kind_of(aside, across), "cell_too_early");
	cr_assert_str_eq(kind_of(aside, other_aside), "wrong_cell_card");
	cr_assert_str_eq(kind_of(into_space, across), "column_filled");
	cr_assert_str_eq(kind_of(into_space, aside), "column_filled");
	cr_assert_str_eq(kind_of(across, into_space), "wrong_column");
}

Test(freecell_mistakes, foundations_have_their_time)
{
	cr_assert_str_eq(kind_of(up, across), "foundation_too_early");
	cr_assert_str_eq(kind_of(aside, up), "foundation_too_late");
	cr_assert_str_eq(kind_of(up, other_up), "other");
}
