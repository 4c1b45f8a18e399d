/* Finding out that something was written and never announced. */
#include "store/postgres/parts.h"

#include <criterion/criterion.h>

static struct postgres_parts parts;

static void forget(void)
{
	postgres_parts_finish(&parts);
}

TestSuite(postgres_parts, .fini = forget);

/* The database is polled, and has this sequence number of `name`. */
static bool look(const char *name, uint64_t number)
{
	bool all = postgres_parts_see(&parts, name, number);

	postgres_parts_sweep(&parts);
	return all;
}

Test(postgres_parts, an_announced_number_is_not_missing)
{
	postgres_parts_announce(&parts, "a", 1);
	cr_assert(look("a", 1));
	cr_assert(look("a", 1));
	cr_assert(look("a", 1));
}

Test(postgres_parts, a_number_announced_a_moment_later_is_not_missing)
{
	cr_assert(look("a", 7));
	postgres_parts_announce(&parts, "a", 7);
	cr_assert(look("a", 7));
	cr_assert(look("a", 7));
}

Test(postgres_parts, a_number_not_announced_until_the_next_poll_is_missing_and_reported_once)
{
	postgres_parts_announce(&parts, "a", 6);
	cr_assert(look("a", 7));
	cr_assert_not(look("a", 7));
	cr_assert(look("a", 7));
}

Test(postgres_parts, a_skipped_number_is_missing_and_reported_once)
{
	cr_assert(postgres_parts_announce(&parts, "a", 6));
	cr_assert(postgres_parts_announce(&parts, "a", 7));
	cr_assert_not(postgres_parts_announce(&parts, "a", 9));
	cr_assert(postgres_parts_announce(&parts, "a", 10));
	cr_assert(postgres_parts_announce(&parts, "b", 4));
}

Test(postgres_parts, a_late_announcement_is_waited_for)
{
	for (uint64_t number = 10; number < 20; number++) {
		cr_assert(postgres_parts_announce(&parts, "a", number - 5));
		cr_assert(look("a", number));
	}
}

Test(postgres_parts, of_several_the_one_that_ended_is_found)
{
	for (int i = 0; i < 2; i++) {
		postgres_parts_announce(&parts, "a", 3);
		postgres_parts_announce(&parts, "b", 5);
		cr_assert(postgres_parts_see(&parts, "a", 3));
		cr_assert(postgres_parts_see(&parts, "b", 6));
		postgres_parts_sweep(&parts);
	}
	cr_assert(postgres_parts_see(&parts, "a", 3));
	cr_assert_not(postgres_parts_see(&parts, "b", 6));
}

Test(postgres_parts, one_that_is_gone_and_comes_again_begins_anew)
{
	cr_assert(look("a", 9));
	postgres_parts_sweep(&parts);
	postgres_parts_sweep(&parts);
	cr_assert_null(parts.first);
	cr_assert(look("a", 9));
}
