/* Predictions and what became of them. */
#include <makker/statistics.h>

#include <math.h>
#include <stddef.h>

void mk_calibration_predict(struct mk_calibration *of_game, double value)
{
	uint64_t said;
	uint64_t place;

	if (isnan(value)) {
		return;
	}
	said = (uint64_t)llround(fmin(1, fmax(0, value)) * MK_CALIBRATION_ONE);
	place = said * MK_CALIBRATION_GROUPS / MK_CALIBRATION_ONE;
	place = place < MK_CALIBRATION_GROUPS ? place : MK_CALIBRATION_GROUPS - 1;
	of_game->group[place].count++;
	of_game->group[place].predicted += said;
	of_game->group[place].squares += said * said;
}

/* Half is rounded up; the same for what is above as for what is below. */
static uint64_t hundredths(uint64_t one, uint64_t other)
{
	static const uint64_t hundredth = MK_CALIBRATION_ONE / 100;
	uint64_t off = one > other ? one - other : other - one;

	return (off + hundredth / 2) / hundredth;
}

void mk_calibration_close(
	struct mk_calibration *calibration, const struct mk_calibration *of_game, bool won)
{
	static const uint64_t one = MK_CALIBRATION_ONE;
	struct mk_calibration closed = *of_game;

	for (size_t i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		struct mk_calibration_group *group = &closed.group[i];
		uint64_t off = hundredths(group->predicted, won ? group->count * one : 0);

		closed.games[i].count = group->count > 0;
		closed.games[i].squares = off * off;
		/*
		 * The sum of (predicted - 1)^2 is that of predicted^2 less twice that of predicted,
		 * plus one each.
		 */
		if (won) {
			group->won = group->count;
			group->squares += one * one * group->count;
			group->squares -= 2 * one * group->predicted;
		}
	}
	mk_calibration_merge(calibration, &closed);
}

void mk_calibration_merge(struct mk_calibration *calibration, const struct mk_calibration *more)
{
	for (size_t i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		struct mk_calibration_group *group = &calibration->group[i];

		group->count += more->group[i].count;
		group->predicted += more->group[i].predicted;
		group->squares += more->group[i].squares;
		group->won += more->group[i].won;
		calibration->games[i].count += more->games[i].count;
		calibration->games[i].squares += more->games[i].squares;
	}
}

uint64_t mk_calibration_count(const struct mk_calibration *calibration)
{
	uint64_t count = 0;

	for (size_t i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		count += calibration->group[i].count;
	}
	return count;
}

double mk_calibration_brier(const struct mk_calibration *calibration)
{
	uint64_t count = mk_calibration_count(calibration);
	double squares = 0;

	for (size_t i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		squares += (double)calibration->group[i].squares;
	}
	return count ? squares / (double)count / MK_CALIBRATION_ONE / MK_CALIBRATION_ONE : NAN;
}

double mk_calibration_predicted(const struct mk_calibration_group *group)
{
	return group->count ? (double)group->predicted / (double)group->count / MK_CALIBRATION_ONE
			    : NAN;
}

double mk_calibration_observed(const struct mk_calibration_group *group)
{
	return group->count ? (double)group->won / (double)group->count : NAN;
}

double mk_calibration_margin(const struct mk_calibration *calibration, unsigned group)
{
	double games = (double)calibration->games[group].count;
	double squares = (double)calibration->games[group].squares;
	double count = (double)calibration->group[group].count;

	return games < 2 ? NAN : 1.96 * sqrt(squares * games / (games - 1)) / 100 / count;
}
