/* Shares and their intervals, against values computed elsewhere. */
#include <criterion/criterion.h>
#include <makker/selfplay.h>
#include <math.h>

static void assert_share(uint64_t hits, uint64_t trials, double low, double high)
{
	struct mk_proportion share = mk_proportion_of(hits, trials);

	cr_assert_float_eq(share.low, low, 5e-5, "low %f", share.low);
	cr_assert_float_eq(share.high, high, 5e-5, "high %f", share.high);
}

/* Newcombe 1998, table I, method 3. */
Test(share, has_wilsons_interval)
{
	assert_share(81, 263, 0.2553, 0.3662);
	assert_share(15, 148, 0.0624, 0.1605);
	assert_share(0, 20, 0, 0.1611);
	assert_share(1, 29, 0.0061, 0.1718);
}

Test(share, stays_between_0_and_1)
{
	struct mk_proportion all = mk_proportion_of(20, 20);
	struct mk_proportion none = mk_proportion_of(0, 20);

	cr_assert_eq(all.high, 1);
	cr_assert_lt(all.low, 1);
	cr_assert_eq(none.low, 0);
	cr_assert_gt(none.high, 0);
}

Test(share, of_no_trials_is_anything)
{
	struct mk_proportion share = mk_proportion_of(0, 0);

	cr_assert_eq(share.low, 0);
	cr_assert_eq(share.high, 1);
}
