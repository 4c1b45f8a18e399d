/* Histograms of durations, as Prometheus expects them. */
#ifndef BASE_HISTOGRAM_H
#define BASE_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_BOUNDS = 20 };

/*
 * Upper bounds in seconds, ascending: from immediate responses to long polls, with narrow buckets
 * around responses after the default search budget (0.3 s).
 */
extern const double histogram_bounds[HISTOGRAM_BOUNDS];

struct histogram {
	uint64_t
		by_bound[HISTOGRAM_BOUNDS + 1]; /* the last one counts durations above all bounds */
	double seconds;                         /* their sum */
};

void histogram_add(struct histogram *histogram, int64_t ns);
uint64_t histogram_count(const struct histogram *histogram);

#endif
