/* The trainer's exp and log are those of mathematics, and always the same bits. */
#include "lab/repeatable_math.h"

#include <criterion/criterion.h>
#include <math.h>

Test(repeatable_math, exp_is_the_exponential_function)
{
	for (int i = -7999; i < 8000; i++) {
		double x = i * 0.01, expected = exp(x);

		cr_assert_lt(fabs(repeatable_exp(x) - expected), 1e-9 * expected, "exp %g", x);
	}
	cr_assert_eq(repeatable_exp(0), 1);
	cr_assert_eq(repeatable_exp(1000), repeatable_exp(80));
	cr_assert_eq(repeatable_exp(-INFINITY), repeatable_exp(-80));
}

Test(repeatable_math, log_is_its_inverse)
{
	for (double x = 1e-12; x < 1e12; x *= 1.001) {
		double expected = log(x);

		cr_assert_lt(fabs(repeatable_log(x) - expected), 1e-9 * fmax(1, fabs(expected)),
			"log %g", x);
	}
	cr_assert_eq(repeatable_log(1), 0);
}
