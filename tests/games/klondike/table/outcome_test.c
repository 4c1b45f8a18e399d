/* Won, lost, or open. */
#include "base/sanitized.h"
#include "games/klondike/exhaust.h"
#include "games/klondike/position.h"
#include "games/klondike/random_tables.h"

#include <criterion/criterion.h>

/* Games by chance with shuffles without end may have none. */
enum { MAX_STEPS = 400 };

static enum mk_outcome outcome_of(const char *preset, int shuffles, const char *text)
{
	struct klondike_view view = position(preset, text);

	view.shuffles = (int16_t)shuffles;
	return klondike_outcome(&view);
}

Test(klondike_outcome, waits_before_the_first_sight)
{
	struct klondike_view view = begun(NULL);

	cr_assert_eq(klondike_outcome(&view), MK_WAITING);
}

Test(klondike_outcome, all_seven_columns_count_for_the_win)
{
	cr_assert_eq(outcome_of(NULL, 0, "KS | KD | 2C"), MK_WON);
	cr_assert_eq(
		outcome_of(NULL, 3, "KS | - | - | - | - | - | 1? 2C; pile 3C / ?"), MK_PLAYING);
}

Test(klondike_outcome, is_lost_without_any_move)
{
	cr_assert_eq(outcome_of(NULL, 0, "1? 5S | 1? 5C; pile 9D /"), MK_LOST);
}

Test(klondike_outcome, is_open_while_an_unseen_card_can_be_drawn)
{
	cr_assert_eq(outcome_of(NULL, 0, "1? 5S | 1? 5C; pile 9D / ?"), MK_PLAYING);
}

Test(klondike_outcome, moving_a_run_to_and_fro_does_not_keep_a_game_alive)
{
	cr_assert_eq(outcome_of(NULL, 0, "1? 9S 8D | 1? 9C | KC; pile 0C /"), MK_LOST);
}

Test(klondike_outcome, is_open_when_a_run_moved_aside_lets_a_card_be_turned_up)
{
	/* 8D goes up once 7C has moved to 8H; then 9S goes onto 0H. */
	cr_assert_eq(outcome_of(NULL, 0, "1? 8D 7C | 3? 8H | 2C; up 7D; pile KC /"), MK_PLAYING);
}

Test(klondike_outcome, a_mixed_pile_brings_each_of_its_cards)
{
	cr_assert_eq(outcome_of(NULL, 1, "1? 5S | 1? 5C; pile 4D 9D /"), MK_PLAYING);
	cr_assert_eq(outcome_of(NULL, 0, "1? 5S | 1? 5C; pile 4D 9D /"), MK_LOST);
}

Test(klondike_outcome, is_not_said_to_be_lost_while_a_draw_or_a_shuffle_is_left)
{
	cr_assert_eq(outcome_of(NULL, 1, "1? 5S | 1? 5C; pile 8D 9D /"), MK_PLAYING);
	cr_assert_eq(outcome_of(NULL, 0, "1? 5S | 1? 5C; pile 8D / 9D"), MK_PLAYING);
	cr_assert_eq(outcome_of(NULL, 0, "1? 5S | 1? 5C; pile 8D 9D /"), MK_LOST);
	cr_assert_eq(outcome_of(NULL, 3, "1? 5S | 1? 5C; pile 8D /"), MK_LOST);
}

Test(klondike_outcome, of_three_cards_at_a_time_only_every_third_comes)
{
	cr_assert_eq(
		outcome_of("klondike-3", -1, "1? 5S | 1? 5C; pile 4D 9D 9H 9S 9C 0C /"), MK_LOST);
	cr_assert_eq(outcome_of("klondike-3", -1, "1? 5S | 1? 5C; pile 9D 9H 4D 9S 9C 0C /"),
		MK_PLAYING);
}

Test(klondike_outcome, a_card_from_a_foundation_can_save_a_game)
{
	cr_assert_eq(outcome_of("klondike-1", 0, "1? 5S | 7C | 2C; up 6H; pile 9D /"), MK_PLAYING);
	cr_assert_eq(outcome_of("syvkabale", 0, "1? 5S | 7C | 2C; up 6H; pile 9D /"), MK_LOST);
}

Test(klondike_outcome, a_king_is_turned_up_when_a_column_can_be_emptied)
{
	cr_assert_eq(
		outcome_of(NULL, 0, "1? KS | 8D | 9S | 7C | 7S | 2S | 2C; pile 9D /"), MK_PLAYING);
}

Test(klondike_outcome, all_face_up_and_no_pile_can_always_be_cleared)
{
	cr_assert_eq(outcome_of("klondike-1", 0, "KS QD JS; up KC 0D KH 0S"), MK_PLAYING);
}

/* Against everything that can really happen, on tables of all rules. */
Test(klondike_outcome, lost_is_never_said_while_anything_can_happen)
{
	struct klondike_world world;
	struct mk_rng rng;
	int lost = 0;

	mk_rng_init(&rng, 31, 0);
	while (lost < games_to_play(300)) {
		random_deal(&world, &rng);
		for (int i = 0; i < MAX_STEPS && random_step(&world, &rng); i++) {
		}
		if (klondike_outcome(&world.known) == MK_LOST) {
			cr_assert_neq(exhaust(&world.known), SOMETHING_MAY_HAPPEN);
			lost++;
		}
	}
}

/* At the end of the pile nothing comes from it any more; few moves keep the trying short. */
static bool is_hopeless(const struct klondike_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];

	return klondike_left(view) == 0 && view->shuffles == 0 && klondike_moves(view, moves) < 6 &&
	       exhaust(view) == NOTHING_HAPPENS;
}

Test(klondike_outcome, no_lost_game_is_held_for_open)
{
	struct klondike_world world;
	struct mk_rng rng;
	int hopeless = 0;
	int missed = 0;

	mk_rng_init(&rng, 32, 0);
	while (hopeless < games_to_play(500)) {
		random_deal(&world, &rng);
		for (int i = 0; i < MAX_STEPS && random_step(&world, &rng); i++) {
		}
		if (klondike_outcome(&world.known) != MK_WON && is_hopeless(&world.known)) {
			hopeless++;
			missed += klondike_outcome(&world.known) != MK_LOST;
		}
	}
	cr_assert_eq(missed, 0, "%d of %d", missed, hopeless);
}
