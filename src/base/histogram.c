/* Histograms of durations. */
#include "base/histogram.h"

const double histogram_bounds[HISTOGRAM_BOUNDS] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
	0.01, 0.025, 0.05, 0.1, 0.2, 0.25, 0.3, 0.35, 0.5, 1, 2.5, 5, 10, 30};

void histogram_add(struct histogram *histogram, int64_t ns)
{
	double seconds = (double)ns / 1e9;
	int i = 0;

	while (i < HISTOGRAM_BOUNDS && seconds > histogram_bounds[i]) {
		i++;
	}
	histogram->by_bound[i]++;
	histogram->seconds += seconds;
}

uint64_t histogram_count(const struct histogram *histogram)
{
	uint64_t count = 0;

	for (int i = 0; i <= HISTOGRAM_BOUNDS; i++) {
		count += histogram->by_bound[i];
	}
	return count;
}
