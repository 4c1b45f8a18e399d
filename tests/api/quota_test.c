#include "api/pipeline/quota.h"

#include <criterion/criterion.h>

static const int64_t second = 1000000000;

static int taken(struct rate_limiter *rate_limiter, uint64_t key, int64_t now_ns, int wanted)
{
	int count = 0;

	for (int i = 0; i < wanted; i++) {
		count += rate_limiter_take(rate_limiter, key, now_ns);
	}
	return count;
}

Test(rate_limiter, a_burst_is_admitted_and_requests_after_it_are_not)
{
	struct rate_limiter rate_limiter;

	cr_assert(rate_limiter_init(&rate_limiter, 10));
	cr_assert_eq(taken(&rate_limiter, 7, 5 * second, 100), 10 * RATES_BURST_S);
	cr_assert_eq(rate_limiter.refused, 100 - 10 * RATES_BURST_S);
	rate_limiter_deinit(&rate_limiter);
}

Test(rate_limiter, tokens_are_refilled_at_the_rate)
{
	struct rate_limiter rate_limiter;

	cr_assert(rate_limiter_init(&rate_limiter, 10));
	taken(&rate_limiter, 7, 0, 100);
	cr_assert_eq(taken(&rate_limiter, 7, second / 2, 100), 5);
	cr_assert_eq(taken(&rate_limiter, 7, second / 2 + 2 * second, 100), 20);
	cr_assert_eq(taken(&rate_limiter, 7, 60 * second, 100), 10 * RATES_BURST_S,
		"no more than a burst");
	rate_limiter_deinit(&rate_limiter);
}

Test(rate_limiter, clients_have_separate_buckets)
{
	struct rate_limiter rate_limiter;

	cr_assert(rate_limiter_init(&rate_limiter, 10));
	taken(&rate_limiter, 7, 0, 100);
	for (uint64_t other = 8; other < 1000; other++) {
		cr_assert(rate_limiter_take(&rate_limiter, other, 0));
	}
	cr_assert_not(rate_limiter_take(&rate_limiter, 7, 0));
	rate_limiter_deinit(&rate_limiter);
}

Test(rate_limiter, idle_buckets_are_evicted_first)
{
	struct rate_limiter rate_limiter;

	cr_assert(rate_limiter_init(&rate_limiter, 10));
	taken(&rate_limiter, 7, 0, 100);
	/* All of one set, each asking once, more than it has room for. */
	for (uint64_t i = 1; i <= 10 * RATES_WAYS; i++) {
		cr_assert(rate_limiter_take(&rate_limiter, 7 + i * RATES_SETS, 0));
	}
	cr_assert_not(rate_limiter_take(&rate_limiter, 7, 0), "the flood is still known");
	rate_limiter_deinit(&rate_limiter);
}

Test(rate_limiter, without_a_rate_no_client_is_counted)
{
	struct rate_limiter rate_limiter;

	cr_assert(rate_limiter_init(&rate_limiter, 0));
	cr_assert_eq(taken(&rate_limiter, 7, 0, 10000), 10000);
	rate_limiter_deinit(&rate_limiter);
}

Test(rate_limiter, a_charge_may_leave_a_bucket_below_empty)
{
	struct rate_limiter rate_limiter;

	cr_assert(rate_limiter_init(&rate_limiter, 10));
	rate_limiter_charge(&rate_limiter, 7, 15, 5 * second);
	cr_assert_eq(taken(&rate_limiter, 7, 5 * second, 100), 10 * RATES_BURST_S - 15);
	rate_limiter_charge(&rate_limiter, 7, 20, 5 * second);
	cr_assert_eq(taken(&rate_limiter, 7, 7 * second, 100), 0, "20 are paid back by then");
	cr_assert_eq(taken(&rate_limiter, 7, 8 * second, 100), 10);
	cr_assert_eq(taken(&rate_limiter, 8, 5 * second, 100), 10 * RATES_BURST_S);
	rate_limiter_deinit(&rate_limiter);
}

Test(rate_limiter, without_a_rate_nothing_is_charged)
{
	struct rate_limiter rate_limiter;

	cr_assert(rate_limiter_init(&rate_limiter, 0));
	rate_limiter_charge(&rate_limiter, 7, 1000000, 0);
	cr_assert_eq(taken(&rate_limiter, 7, 0, 100), 100);
	rate_limiter_deinit(&rate_limiter);
}
