/*
 * exp and log composed of additions and multiplications only, so that training with the same
 * arguments gives the same network on every machine: C libraries differ in the last bit. The
 * relative error is below 1e-9.
 */
#ifndef LAB_REPEATABLE_MATH_H
#define LAB_REPEATABLE_MATH_H

#include <stdint.h>
#include <string.h>

/* 2 to the power of `exponent`, -1022 to 1023. */
static inline double power_of_two(int exponent)
{
	uint64_t bits = (uint64_t)(exponent + 1023) << 52;
	double power;

	memcpy(&power, &bits, sizeof(power));
	return power;
}

/* e to the power of `x`; `x` is limited to -80 to 80. */
static inline double repeatable_exp(double x)
{
	double whole, rest, sum = 1;
	int halvings;

	x = x < -80 ? -80 : x;
	x = x > 80 ? 80 : x;
	halvings = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
	whole = halvings;
	/* The logarithm of 2 as a sum of two parts; the product with the first one is exact. */
	rest = (x - whole * 0x1.62e42feep-1) - whole * 0x1.a39ef35793c76p-33;
	for (int i = 10; i > 0; i--) {
		sum = 1 + sum * rest * (1.0 / i);
	}
	return sum * power_of_two(halvings);
}

/* The natural logarithm of a normal positive number. */
static inline double repeatable_log(double x)
{
	uint64_t bits;
	double part, square, sum = 0;
	int exponent;

	memcpy(&bits, &x, sizeof(bits));
	exponent = (int)(bits >> 52) - 1023;
	bits = (bits & 0x000fffffffffffff) | 0x3ff0000000000000;
	memcpy(&x, &bits, sizeof(x));
	if (x > 1.4142135623730951) {
		x *= 0.5;
		exponent++;
	}
	/* log x = 2 artanh((x - 1) / (x + 1)) */
	part = (x - 1) / (x + 1);
	square = part * part;
	for (int i = 15; i > 0; i -= 2) {
		sum = sum * square + 1.0 / i;
	}
	return 2 * part * sum + exponent * 0.6931471805599453;
}

#endif
