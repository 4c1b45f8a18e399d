#include "base/counts.h"

#include <criterion/criterion.h>

Test(counts, as_many_as_are_allowed_are_taken_and_one_more_is_not)
{
	struct counts counts = {.seed = 7};

	cr_assert(counts_take(&counts, 1, 2, 3));
	cr_assert(counts_take(&counts, 1, 1, 3));
	cr_assert_not(counts_take(&counts, 1, 1, 3));
	cr_assert(counts_take(&counts, 2, 3, 3), "another key has its own");
	counts_give(&counts, 1, 1);
	cr_assert(counts_take(&counts, 1, 1, 3), "what was given back can be taken again");
	cr_assert_eq(counts_of(&counts, 1), 3);
	counts_finish(&counts);
}

Test(counts, zero_is_no_limit)
{
	struct counts counts = {.seed = 7};

	cr_assert(counts_take(&counts, 1, 1000000, 0));
	cr_assert(counts_take(&counts, 1, 1000000, 0));
	counts_finish(&counts);
}

Test(counts, nothing_in_use_occupies_nothing)
{
	struct counts counts = {.seed = 7};

	for (uint64_t key = 0; key < 1000; key++) {
		cr_assert(counts_take(&counts, key, 1, 1));
	}
	for (uint64_t key = 0; key < 1000; key++) {
		counts_give(&counts, key, 1);
	}
	cr_assert_null(counts.places);
	counts_give(&counts, 5, 1);
}

Test(counts, the_counts_are_right_after_any_takes_and_releases)
{
	enum { KEYS = 300 };
	struct counts counts = {.seed = 0x1234567};
	uint64_t wanted[KEYS] = {0};
	uint32_t chance = 1;

	for (int step = 0; step < 200000; step++) {
		uint64_t key;

		chance = chance * 1664525 + 1013904223;
		key = chance >> 8 & 0xffff ? (chance >> 16) % KEYS : 0;
		if (chance >> 31 && wanted[key] > 0) {
			counts_give(&counts, key, 1);
			wanted[key]--;
		} else {
			bool may = wanted[key] < 3;

			cr_assert_eq(counts_take(&counts, key, 1, 3), may);
			wanted[key] += may;
		}
	}
	for (uint64_t key = 0; key < KEYS; key++) {
		cr_assert_eq(counts_of(&counts, key), wanted[key]);
	}
	counts_finish(&counts);
}
