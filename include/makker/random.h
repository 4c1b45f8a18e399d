/* Reproducible random numbers: the same seed gives the same sequence on every machine. */
#ifndef MAKKER_RANDOM_H
#define MAKKER_RANDOM_H

#include <stdint.h>

/* xoshiro256** 1.0 (Blackman and Vigna, 2018). Plain data: copy it to branch. */
struct mk_rng {
	uint64_t state[4];
};

/* Starts the sequence of `seed`; `stream` separates sequences of one seed (game 0, 1, 2, ...). */
void mk_rng_init(struct mk_rng *rng, uint64_t seed, uint64_t stream);

static inline uint64_t mk_rng_next(struct mk_rng *rng)
{
	uint64_t *s = rng->state;
	uint64_t five = s[1] * 5;
	uint64_t result = ((five << 7) | (five >> 57)) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = (s[3] << 45) | (s[3] >> 19);
	return result;
}

/* A number from 0 to below - 1, all equally likely (Lemire 2019). `below` is at least 1. */
static inline uint32_t mk_rng_below(struct mk_rng *rng, uint32_t below)
{
	uint64_t product = (mk_rng_next(rng) >> 32) * below;
	uint32_t low = (uint32_t)product;

	if (low < below) {
		uint32_t floor = (uint32_t)-below % below;

		while (low < floor) {
			product = (mk_rng_next(rng) >> 32) * below;
			low = (uint32_t)product;
		}
	}
	return (uint32_t)(product >> 32);
}

/* A number in [0, 1) with 53 random bits. */
static inline double mk_rng_unit(struct mk_rng *rng)
{
	return (double)(mk_rng_next(rng) >> 11) * 0x1p-53;
}

#endif
