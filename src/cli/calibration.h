/*
 * Does a strategy win as often as it says? Its predictions, sorted into ten groups by what they
 * say, against what became of the games. Whole numbers throughout: sums don't depend on their
 * order.
 */
#ifndef CLI_CALIBRATION_H
#define CLI_CALIBRATION_H

#include <stdbool.h>
#include <stdint.h>

enum { CALIBRATION_GROUPS = 10, CALIBRATION_ONE = 10000 };

/* `said` are sums of predictions in ten-thousandths, `squares` of their squares. */
struct calibration {
	struct calibration_group {
		uint64_t count, said, squares, won;
	} group[CALIBRATION_GROUPS];
};

/* One prediction (a share; NAN is none) of a game whose end is not known yet. */
void calibration_predict(struct calibration *of_game, double value);

/* The game has ended: what was predicted in it counts. */
void calibration_close(
	struct calibration *calibration, const struct calibration *of_game, bool won);

void calibration_merge(struct calibration *calibration, const struct calibration *more);

uint64_t calibration_count(const struct calibration *calibration);

/* The mean square of prediction less result (Brier 1950): 0 is perfect. NAN without predictions. */
double calibration_brier(const struct calibration *calibration);

/* What was said and what was observed in a group, on average. NAN where it is empty. */
double calibration_said(const struct calibration_group *group);
double calibration_observed(const struct calibration_group *group);

#endif
