#include "api/pipeline/rates.h"

#include <criterion/criterion.h>

static const int64_t second = 1000000000;

static int taken(struct rates *rates, uint64_t key, int64_t now_ns, int wanted)
{
	int count = 0;

	for (int i = 0; i < wanted; i++) {
		count += rates_take(rates, key, now_ns);
	}
	return count;
}

Test(rates, a_burst_is_let_through_and_what_comes_after_it_is_not)
{
	struct rates rates;

	cr_assert(rates_init(&rates, 10));
	cr_assert_eq(taken(&rates, 7, 5 * second, 100), 10 * RATES_BURST_S);
	cr_assert_eq(rates.refused, 100 - 10 * RATES_BURST_S);
	rates_finish(&rates);
}

Test(rates, with_time_as_many_more_as_the_rate_says)
{
	struct rates rates;

	cr_assert(rates_init(&rates, 10));
	taken(&rates, 7, 0, 100);
	cr_assert_eq(taken(&rates, 7, second / 2, 100), 5);
	cr_assert_eq(taken(&rates, 7, second / 2 + 2 * second, 100), 20);
	cr_assert_eq(
		taken(&rates, 7, 60 * second, 100), 10 * RATES_BURST_S, "no more than a burst");
	rates_finish(&rates);
}

Test(rates, one_does_not_use_up_what_another_may)
{
	struct rates rates;

	cr_assert(rates_init(&rates, 10));
	taken(&rates, 7, 0, 100);
	for (uint64_t other = 8; other < 1000; other++) {
		cr_assert(rates_take(&rates, other, 0));
	}
	cr_assert_not(rates_take(&rates, 7, 0));
	rates_finish(&rates);
}

Test(rates, a_crowd_makes_it_forget_the_quiet_ones_first)
{
	struct rates rates;

	cr_assert(rates_init(&rates, 10));
	taken(&rates, 7, 0, 100);
	/* All of one set, each asking once, more than it has room for. */
	for (uint64_t i = 1; i <= 10 * RATES_WAYS; i++) {
		cr_assert(rates_take(&rates, 7 + i * RATES_SETS, 0));
	}
	cr_assert_not(rates_take(&rates, 7, 0), "the flood is still known");
	rates_finish(&rates);
}

Test(rates, without_a_rate_nobody_is_counted)
{
	struct rates rates;

	cr_assert(rates_init(&rates, 0));
	cr_assert_eq(taken(&rates, 7, 0, 10000), 10000);
	rates_finish(&rates);
}
