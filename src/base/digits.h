/* Writes decimal digits two at a time, because most output is numbers. */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include <string.h>

/* All pairs of digits, "00" to "99". */
extern const char digit_pairs[201];

/* Two digits of a number below 100. */
static inline char *digits_put_two(char *at, unsigned number)
{
	memcpy(at, digit_pairs + 2 * (size_t)number, 2);
	return at + 2;
}

/* Writes the number's digits so that the last one stands before `end`; returns the first one. */
static inline char *digits_put_before(char *end, unsigned long long number)
{
	while (number >= 100) {
		end -= 2;
		digits_put_two(end, (unsigned)(number % 100));
		number /= 100;
	}
	if (number >= 10) {
		end -= 2;
		digits_put_two(end, (unsigned)number);
		return end;
	}
	*--end = (char)('0' + number);
	return end;
}

#endif
