/* The mean of a value over many deals, with its 95 % margin. The initial state is all zero. */
#ifndef LAB_MEAN_H
#define LAB_MEAN_H

#include <math.h>

struct mean {
	double count, sum, squares;
};

static inline void mean_add(struct mean *mean, double value)
{
	mean->count++;
	mean->sum += value;
	mean->squares += value * value;
}

/* 0 if there are no deals. */
static inline double mean_of(const struct mean *mean)
{
	return mean->count > 0 ? mean->sum / mean->count : 0;
}

/* Margin of the mean, by the normal distribution; 0 for fewer than two deals. */
static inline double mean_margin(const struct mean *mean)
{
	double value = mean_of(mean);

	return mean->count > 1 ? 1.96 * sqrt(fmax(mean->squares / mean->count - value * value, 0) /
						(mean->count - 1))
			       : 0;
}

#endif
