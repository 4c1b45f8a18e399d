/* Sums of scores, and the difference of two. */
#include "cli/score.h"

#include <math.h>

void scores_finish(struct scores *scores)
{
	tally_finish(&scores->of[0].tally);
	tally_finish(&scores->of[1].tally);
}

bool scores_merge(struct scores *scores, const struct scores *more)
{
	bool whole = true;

	for (int i = 0; i < 2; i++) {
		whole = tally_merge(&scores->of[i].tally, &more->of[i].tally) && whole;
		calibration_merge(&scores->of[i].calibration, &more->of[i].calibration);
		scores->of[i].cpu_seconds += more->of[i].cpu_seconds;
		scores->alone[i] += more->alone[i];
	}
	return whole;
}

struct mk_share scores_difference(const struct scores *scores)
{
	const double z = 1.959963984540054; /* the normal distribution's 97.5 % point */
	double games = (double)scores->of[0].tally.games;
	double first = (double)scores->alone[0], second = (double)scores->alone[1];
	double mean = (first - second) / games;
	double half = z * sqrt(((first + second) / games - mean * mean) / games);

	return (struct mk_share){.value = mean, .low = mean - half, .high = mean + half};
}
