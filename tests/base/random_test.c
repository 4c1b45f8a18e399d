#include "base/clock.h"

#include <criterion/criterion.h>
#include <makker/random.h>
#include <makker/status.h>

Test(random, repeats_for_the_same_seed_and_stream)
{
	struct mk_rng one, two, other;

	mk_rng_init(&one, 7, 3);
	mk_rng_init(&two, 7, 3);
	mk_rng_init(&other, 7, 4);
	cr_assert_eq(mk_rng_next(&one), mk_rng_next(&two));
	cr_assert_neq(mk_rng_next(&one), mk_rng_next(&other));
}

Test(random, follows_the_published_generator)
{
	/* First outputs of xoshiro256** from the state 1, 2, 3, 4, as the authors' C code gives. */
	struct mk_rng rng = {.state = {1, 2, 3, 4}};

	cr_assert_eq(mk_rng_next(&rng), 11520u);
	cr_assert_eq(mk_rng_next(&rng), 0u);
	cr_assert_eq(mk_rng_next(&rng), 1509978240u);
}

Test(random, spreads_numbers_evenly)
{
	int count[52] = {0};
	double chi_square = 0;
	struct mk_rng rng;

	mk_rng_init(&rng, 1, 0);
	for (int i = 0; i < 520000; i++) {
		count[mk_rng_below(&rng, 52)]++;
	}
	for (int i = 0; i < 52; i++) {
		chi_square += (count[i] - 10000.0) * (count[i] - 10000.0) / 10000.0;
	}
	/* 51 degrees of freedom: 99.9 % of fair generators stay below 87.97; the seed is fixed. */
	cr_assert_lt(chi_square, 87.97);
}

Test(random, shares_lie_below_one)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 2, 0);
	for (int i = 0; i < 10000; i++) {
		double share = mk_rng_unit(&rng);

		cr_assert(share >= 0 && share < 1);
	}
}

struct moment {
	int64_t wall_ms;
	const char *written;
};

Test(clock, writes_rfc_3339)
{
	static const struct moment moments[] = {
		{0, "1970-01-01T00:00:00.000Z"},
		{951782400000, "2000-02-29T00:00:00.000Z"},
		{1795236120007, "2026-11-21T04:42:00.007Z"},
		{4107542399999, "2100-02-28T23:59:59.999Z"},
		{4107542400000, "2100-03-01T00:00:00.000Z"},
		{-1, "1969-12-31T23:59:59.999Z"},
	};

	for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
		char buffer[32];
		struct mk_text out;

		mk_text_fixed(&out, buffer, sizeof buffer);
		clock_write(&out, moments[i].wall_ms);
		cr_assert_str_eq(buffer, moments[i].written);
	}
}

Test(status, fills_an_error_and_answers_its_status)
{
	struct mk_error error;

	cr_assert_eq(mk_fail(&error, MK_MALFORMED, "invalid_card", "/columns/3", "'%s' is no card",
			     "9X"),
		MK_MALFORMED);
	cr_assert_eq(error.status, MK_MALFORMED);
	cr_assert_str_eq(error.code, "invalid_card");
	cr_assert_str_eq(error.where, "/columns/3");
	cr_assert_str_eq(error.detail, "'9X' is no card");
	cr_assert_eq(mk_fail(NULL, MK_IO, "x", "", "y"), MK_IO);
}
