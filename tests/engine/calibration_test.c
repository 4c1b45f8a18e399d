/* Predictions against what became of the games. */
#include <makker/statistics.h>

#include <criterion/criterion.h>
#include <math.h>

static void game(struct mk_calibration *calibration, double said, int times, bool won)
{
	struct mk_calibration of_game = {0};

	for (int i = 0; i < times; i++) {
		mk_calibration_predict(&of_game, said);
	}
	mk_calibration_close(calibration, &of_game, won);
}

Test(calibration, nothing_predicted_is_no_score)
{
	struct mk_calibration calibration = {0};

	game(&calibration, NAN, 3, true);
	cr_assert_eq(mk_calibration_count(&calibration), 0);
	cr_assert(isnan(mk_calibration_brier(&calibration)));
	cr_assert(isnan(mk_calibration_predicted(&calibration.group[0])));
	cr_assert(isnan(mk_calibration_observed(&calibration.group[0])));
}

Test(calibration, predictions_are_grouped_by_their_value)
{
	struct mk_calibration calibration = {0};

	game(&calibration, 0.75, 3, true);
	game(&calibration, 0.71, 1, false);
	game(&calibration, 1, 1, true);
	cr_assert_eq(calibration.group[7].count, 4);
	cr_assert_eq(calibration.group[9].count, 1);
	cr_assert_float_eq(mk_calibration_predicted(&calibration.group[7]), 0.74, 1e-9);
	cr_assert_float_eq(mk_calibration_observed(&calibration.group[7]), 0.75, 1e-9);
}

Test(calibration, the_score_is_the_mean_square_error)
{
	struct mk_calibration calibration = {0};

	game(&calibration, 0.8, 1, true);
	game(&calibration, 0.4, 1, false);
	cr_assert_float_eq(mk_calibration_brier(&calibration), (0.04 + 0.16) / 2, 1e-9);
}

Test(calibration, certain_and_correct_predictions_score_0)
{
	struct mk_calibration calibration = {0};

	game(&calibration, 1, 5, true);
	game(&calibration, 0, 5, false);
	cr_assert_eq(mk_calibration_brier(&calibration), 0);
}

Test(calibration, the_interval_follows_from_the_number_of_games)
{
	struct mk_calibration calibration = {0};

	game(&calibration, 0.6, 10, true);
	cr_assert(isnan(mk_calibration_margin(&calibration, 6)));
	game(&calibration, 0.6, 10, false);
	cr_assert_eq(calibration.games[6].count, 2);
	/* The games were off by 4 and by 6 of 10. */
	cr_assert_float_eq(
		mk_calibration_margin(&calibration, 6), 1.96 * sqrt(2 * (16.0 + 36.0)) / 20, 1e-9);
	for (int i = 0; i < 99; i++) {
		game(&calibration, 0.6, 10, true);
		game(&calibration, 0.6, 10, false);
	}
	cr_assert_float_eq(mk_calibration_margin(&calibration, 6), 1.96 * sqrt(0.26 / 200), 1e-3);
}
