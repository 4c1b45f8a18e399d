#include "api/condition.h"

#include <criterion/criterion.h>

Test(condition, a_version_is_a_strong_tag)
{
	char etag[ETAG_ROOM];

	condition_etag(etag, 7);
	cr_assert_str_eq(etag, "\"7\"");
	condition_etag(etag, 9223372036854775807u);
	cr_assert_str_eq(etag, "\"9223372036854775807\"");
}

Test(condition, a_version_is_found_in_a_list)
{
	cr_assert(condition_names("\"7\"", 7, false));
	cr_assert(condition_names("\"5\", \"7\"", 7, false));
	cr_assert(condition_names(" \"5\",\"a,b\" , \"7\" ", 7, false));
	cr_assert_not(condition_names("\"5\", \"77\"", 7, false));
	cr_assert_not(condition_names("", 7, false));
}

Test(condition, a_star_names_every_version)
{
	cr_assert(condition_names("*", 7, false));
	cr_assert(condition_names(" * ", 7, false));
	cr_assert_not(condition_names("\"*\"", 7, false));
}

Test(condition, weak_tags_count_only_in_weak_comparison)
{
	cr_assert_not(condition_names("W/\"7\"", 7, false));
	cr_assert(condition_names("W/\"7\"", 7, true));
}

Test(condition, what_is_no_list_of_tags_is_malformed)
{
	static const char *const broken[] = {"7", "\"7", "7\"", "\"7\"\"8\"", "w/\"7\"", "\"7\" x"};
	struct mk_error error;

	for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
		cr_expect_eq(condition_check(broken[i], &error), MK_MALFORMED, "%s", broken[i]);
		cr_expect_str_eq(error.code, "bad_if_match");
	}
	cr_assert_eq(condition_check("*", &error), MK_OK);
	cr_assert_eq(condition_check("W/\"7\", \"abc\"", &error), MK_OK);
}
