/* What follows from what is seen, what cannot be, and repeats. */
#include "games/ten_twenty_thirty/learn.h"

#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/world.h"

#include <criterion/criterion.h>
#include <string.h>

static struct mk_finding finding;
static struct mk_error error;

static struct tens_view begun(int preset)
{
	struct tens_view view;

	tens_begin((struct mk_view *)&view, &tens_presets[preset].rules);
	return view;
}

static enum mk_status show(struct tens_view *view, const char *line)
{
	const struct mk_game *game = mk_game_find("ten-twenty-thirty");
	struct tens_sighting seen;
	enum mk_status status =
		game->notation->read_line(line, strlen(line), (struct mk_sighting *)&seen, &error);

	return status == MK_OK ? tens_learn((struct mk_view *)view,
					 (const struct mk_sighting *)&seen, NULL, &finding, &error)
			       : status;
}

Test(ten_twenty_thirty, cards_shown_one_by_one_fill_the_columns_from_the_left)
{
	struct tens_view view = begun(0);

	cr_assert_eq(show(&view, "7H"), MK_OK);
	cr_assert_eq(finding.explanation, MK_FIRST);
	cr_assert_eq(show(&view, "7H"), MK_OK);
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	cr_assert_eq(show(&view, "kd"), MK_OK);
	cr_assert_eq(view.core.next, 2);
	cr_assert_eq(view.core.left, 50);
	cr_assert_eq(show(&view, "7H"), MK_CONFLICT);
	cr_assert_eq(finding.clashes[0].reason, CLASH_ELSEWHERE);
}

Test(ten_twenty_thirty, a_game_in_progress_is_taken_over_with_the_column_that_comes_next)
{
	struct tens_view view = begun(0);

	cr_assert_eq(show(&view, "7H KD,4H 5H,-,9C 9D,8C 8D,7C,6C"), MK_OK);
	cr_assert_eq(view.core.next, 5);
	cr_assert(core_is_gone(&view.core, 2));
	view = begun(0);
	cr_assert_eq(show(&view, "7H KD,4H,5H 5C,9C,8C,7C,6C"), MK_IMPOSSIBLE);
}

Test(ten_twenty_thirty, a_triplet_that_went_is_found_and_its_cards_are_known_to_come_last)
{
	struct tens_view view = begun(0);

	cr_assert_eq(show(&view, "7H 2D AC,4H 5H,3C 3D,9C 9D,8C 8D,7C 7D,6C 6D"), MK_OK);
	cr_assert_eq(show(&view, "-,4H 5H,3C 3D,9C 9D,8C 8D,7C 7D,6C 6D"), MK_OK);
	cr_assert_eq(finding.explanation, MK_OTHER_MOVE);
	cr_assert_eq(finding.steps[0].move.kind, REMOVE);
	cr_assert(core_is_gone(&view.core, 0));
	cr_assert_eq(view.core.next, 1);
	cr_assert_eq(core_coming(&view.core, view.core.left - 3), MK_CARD(7, MK_HEARTS));
	cr_assert_eq(core_coming(&view.core, view.core.left - 1), MK_CARD(1, MK_CLUBS));
}

Test(ten_twenty_thirty, pictures_that_cannot_be_are_refused_and_change_nothing)
{
	struct tens_view view = begun(0), before;

	cr_assert_eq(show(&view, "7H 2D,4H,3C,9C,8C,7C,6C"), MK_OK);
	before = view;
	cr_assert_eq(show(&view, "7H 3D,4H,3C,9C,8C,7C,6C"), MK_CONFLICT);
	cr_assert_str_eq(error.where, "/columns/0/1");
	cr_assert_eq(show(&view, "7H 2D,4H,3C,9C,8C,7C,6C KC"), MK_CONFLICT);
	cr_assert_eq(show(&view, "7H 2D,4H,3C,9C,8C,7C"), MK_MALFORMED);
	cr_assert_eq(show(&view, "7H 7H,4H,3C,9C,8C,7C,6C"), MK_IMPOSSIBLE);
	cr_assert_eq(show(&view, ""), MK_MALFORMED);
	cr_assert_eq(show(&view, "7H 2D"), MK_MALFORMED);
	cr_assert_arr_eq(&view, &before, sizeof view);
}

/* A forced game that never ends is drawn at the card at which its state comes again. */
Test(ten_twenty_thirty, a_table_that_comes_again_is_a_draw)
{
	struct tens_world world;
	int drawn = 0;

	for (uint64_t seed = 0; seed < 2000 && drawn < 3; seed++) {
		struct mk_rng rng;
		struct mk_move moves[MK_MAX_MOVES];

		mk_rng_init(&rng, seed, 0);
		tens_deal((struct mk_world *)&world, &tens_presets[1].rules, &rng);
		while (tens_turn((struct mk_world *)&world) != MK_NOBODY) {
			tens_moves(&world.known, moves);
			tens_apply((struct mk_world *)&world, moves[0]);
		}
		drawn += tens_outcome((struct mk_view *)&world.known) == MK_DRAWN;
	}
	cr_assert_eq(drawn, 3);
}
