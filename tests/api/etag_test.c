#include "api/pipeline/etag.h"

#include <criterion/criterion.h>

Test(condition, a_version_is_a_strong_tag)
{
	char etag[ETAG_SIZE];

	etag_write(etag, 7);
	cr_assert_str_eq(etag, "\"7\"");
	etag_write(etag, 9223372036854775807u);
	cr_assert_str_eq(etag, "\"9223372036854775807\"");
}

Test(condition, a_version_is_found_in_a_list)
{
	cr_assert(etag_names_version("\"7\"", 7));
	cr_assert(etag_names_version("\"5\", \"7\"", 7));
	cr_assert(etag_names_version(" \"5\",\"a,b\" , \"7\" ", 7));
	cr_assert_not(etag_names_version("\"5\", \"77\"", 7));
	cr_assert_not(etag_names_version("", 7));
}

Test(condition, a_star_names_every_version)
{
	cr_assert(etag_names_version("*", 7));
	cr_assert(etag_names_version(" * ", 7));
	cr_assert_not(etag_names_version("\"*\"", 7));
}

Test(condition, weak_tags_count_only_where_nothing_is_changed)
{
	cr_assert_not(etag_names_version("W/\"7\"", 7));
	cr_assert(etag_is_known("W/\"7\"", "\"7\""));
}

Test(condition, the_etag_of_a_version_matches_that_version)
{
	cr_assert(etag_names_version("\"7.2\"", 7));
	cr_assert_not(etag_names_version("\"72\"", 7));
	cr_assert_not(etag_names_version("\"7.2\"", 72));
}

Test(condition, the_etag_of_an_earlier_revision_does_not_match)
{
	struct session session = {.version = 7};
	char etag[ETAG_SIZE];

	etag_of_session(etag, &session);
	cr_assert_str_eq(etag, "\"7\"");
	session.revision = 2;
	etag_of_session(etag, &session);
	cr_assert_str_eq(etag, "\"7.2\"");
	cr_assert(etag_is_known("\"7\", \"7.2\"", etag));
	cr_assert_not(etag_is_known("\"7\", \"7.1\"", etag));
}

Test(condition, a_draft_has_no_lasting_etag)
{
	static const struct mk_advice draft;
	struct session session = {.version = 7, .advice = &draft};
	char etag[ETAG_SIZE];

	etag_of_session(etag, &session);
	cr_assert_str_eq(etag, "\"7.0-draft\"");
	cr_assert_not(etag_is_known(etag, etag));
}

Test(condition, an_invalid_list_of_tags_is_malformed)
{
	static const char *const broken[] = {"7", "\"7", "7\"", "\"7\"\"8\"", "w/\"7\"", "\"7\" x",
		"\"7\" *", "\"99\" *", "*, \"7\"", "*,*", "* *", "\"7\",*", "\"7\" \"8\"", "", " ",
		",", "W/", "\"7 8\"", "\"7\t\"", "\"7\x01\"", "\"7\x7f\"", "\"7\",x", "\"7\"; q=1"};
	struct mk_error error;

	for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
		cr_expect_eq(etag_check(broken[i], &error), MK_MALFORMED, "%s", broken[i]);
		cr_expect_str_eq(error.code, "invalid_if_match");
		cr_expect_not(etag_names_version(broken[i], 7), "%s", broken[i]);
		cr_expect_not(etag_is_known(broken[i], "\"7\""), "%s", broken[i]);
		cr_expect_not(etag_is_any(broken[i]), "%s", broken[i]);
	}
	cr_assert_eq(etag_check("*", &error), MK_OK);
	cr_assert_eq(etag_check("W/\"7\", \"abc\"", &error), MK_OK);
	cr_assert_eq(etag_check(",, \"7\" ,\t,\"\",", &error), MK_OK);
}
