/* Predictions against what became of the games. */
#include "cli/calibration.c" /* the program's own part, in no library */

#include <criterion/criterion.h>

static void game(struct calibration *calibration, double said, int times, bool won)
{
	struct calibration of_game = {0};

	for (int i = 0; i < times; i++) {
		calibration_predict(&of_game, said);
	}
	calibration_close(calibration, &of_game, won);
}

Test(calibration, nothing_predicted_is_no_score)
{
	struct calibration calibration = {0};

	game(&calibration, NAN, 3, true);
	cr_assert_eq(calibration_count(&calibration), 0);
	cr_assert(isnan(calibration_brier(&calibration)));
	cr_assert(isnan(calibration_said(&calibration.group[0])));
	cr_assert(isnan(calibration_observed(&calibration.group[0])));
}

Test(calibration, predictions_are_grouped_by_what_they_say)
{
	struct calibration calibration = {0};

	game(&calibration, 0.75, 3, true);
	game(&calibration, 0.71, 1, false);
	game(&calibration, 1, 1, true);
	cr_assert_eq(calibration.group[7].count, 4);
	cr_assert_eq(calibration.group[9].count, 1);
	cr_assert_float_eq(calibration_said(&calibration.group[7]), 0.74, 1e-9);
	cr_assert_float_eq(calibration_observed(&calibration.group[7]), 0.75, 1e-9);
}

Test(calibration, the_score_is_the_mean_square_error)
{
	struct calibration calibration = {0};

	game(&calibration, 0.8, 1, true);
	game(&calibration, 0.4, 1, false);
	cr_assert_float_eq(calibration_brier(&calibration), (0.04 + 0.16) / 2, 1e-9);
}

Test(calibration, who_is_certain_and_right_scores_0)
{
	struct calibration calibration = {0};

	game(&calibration, 1, 5, true);
	game(&calibration, 0, 5, false);
	cr_assert_eq(calibration_brier(&calibration), 0);
}
