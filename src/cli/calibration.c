/* Predictions and what became of them. */
#include "cli/calibration.h"

#include <math.h>
#include <stddef.h>

void calibration_predict(struct calibration *of_game, double value)
{
	uint64_t said;
	uint64_t place;

	if (isnan(value)) {
		return;
	}
	said = (uint64_t)llround(fmin(1, fmax(0, value)) * CALIBRATION_ONE);
	place = said * CALIBRATION_GROUPS / CALIBRATION_ONE;
	place = place < CALIBRATION_GROUPS ? place : CALIBRATION_GROUPS - 1;
	of_game->group[place].count++;
	of_game->group[place].said += said;
	of_game->group[place].squares += said * said;
}

void calibration_close(struct calibration *calibration, const struct calibration *of_game, bool won)
{
	static const uint64_t one = CALIBRATION_ONE;
	struct calibration closed = *of_game;

	for (size_t i = 0; i < CALIBRATION_GROUPS; i++) {
		struct calibration_group *group = &closed.group[i];

		/* The sum of (said - 1) squared is that of said squared less 2 said less 1. */
		if (won) {
			group->won = group->count;
			group->squares += one * one * group->count;
			group->squares -= 2 * one * group->said;
		}
	}
	calibration_merge(calibration, &closed);
}

void calibration_merge(struct calibration *calibration, const struct calibration *more)
{
	for (size_t i = 0; i < CALIBRATION_GROUPS; i++) {
		struct calibration_group *group = &calibration->group[i];

		group->count += more->group[i].count;
		group->said += more->group[i].said;
		group->squares += more->group[i].squares;
		group->won += more->group[i].won;
	}
}

uint64_t calibration_count(const struct calibration *calibration)
{
	uint64_t count = 0;

	for (size_t i = 0; i < CALIBRATION_GROUPS; i++) {
		count += calibration->group[i].count;
	}
	return count;
}

double calibration_brier(const struct calibration *calibration)
{
	uint64_t count = calibration_count(calibration);
	double squares = 0;

	for (size_t i = 0; i < CALIBRATION_GROUPS; i++) {
		squares += (double)calibration->group[i].squares;
	}
	return count ? squares / (double)count / CALIBRATION_ONE / CALIBRATION_ONE : NAN;
}

double calibration_said(const struct calibration_group *group)
{
	return group->count ? (double)group->said / (double)group->count / CALIBRATION_ONE : NAN;
}

double calibration_observed(const struct calibration_group *group)
{
	return group->count ? (double)group->won / (double)group->count : NAN;
}
