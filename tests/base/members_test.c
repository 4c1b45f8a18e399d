#include <makker/members.h>

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

static const struct mk_member candidate[] = {{"card", NULL}, {"p", NULL}, {0}};
static const struct mk_member members[] = {
	{"stock", NULL}, {"columns", candidate}, {"draw_pile", candidate}, {"rules", NULL}, {0}};
static const struct mk_member more[] = {{"camera", NULL}, {0}};
static struct mk_error error;

static enum mk_status check(const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	enum mk_status status = mk_members_check(json, members, more, "/base", &error);

	cr_assert_not_null(json, "%s", text);
	json_decref(json);
	return status;
}

Test(members, known_ones_pass)
{
	cr_assert_eq(check("{}"), MK_OK);
	cr_assert_eq(check("{\"stock\":\"BACK\",\"camera\":\"a\"}"), MK_OK);
	cr_assert_eq(check("{\"columns\":[\"5S\",[{\"card\":\"8D\",\"p\":1}]]}"), MK_OK);
	cr_assert_eq(check("{\"rules\":{\"anything\":1}}"), MK_OK);
	cr_assert_eq(check("[{\"x\":1}]"), MK_OK);
}

Test(members, an_unknown_one_is_named_with_the_one_that_is_close)
{
	cr_assert_eq(check("{\"stok\":\"BACK\"}"), MK_MALFORMED);
	cr_assert_str_eq(error.code, "unknown_member");
	cr_assert_str_eq(error.where, "/base/stok");
	cr_assert_str_eq(error.detail, "unknown member \"stok\", did you mean \"stock\"?");
	cr_assert_eq(check("{\"ruels\":1}"), MK_MALFORMED);
	cr_assert_str_eq(error.detail, "unknown member \"ruels\", did you mean \"rules\"?");
	cr_assert_eq(check("{\"draw\":1}"), MK_MALFORMED);
	cr_assert_str_eq(error.detail, "unknown member \"draw\", did you mean \"draw_pile\"?");
}

Test(members, where_none_is_close_all_are_listed)
{
	cr_assert_eq(check("{\"whatever\":1}"), MK_MALFORMED);
	cr_assert_str_eq(error.detail,
		"unknown member \"whatever\", allowed: stock, columns, draw_pile, rules, camera");
}

Test(members, its_pointer_leads_into_lists_and_objects)
{
	cr_assert_eq(check("{\"columns\":[\"5S\",[{\"card\":\"8D\",\"q\":1}]]}"), MK_MALFORMED);
	cr_assert_str_eq(error.where, "/base/columns/1/0/q");
	cr_assert_eq(check("{\"draw_pile\":{\"camera\":1}}"), MK_MALFORMED, "only at the top");
	cr_assert_eq(check("{\"a/b~c\":1}"), MK_MALFORMED);
	cr_assert_str_eq(error.where, "/base/a~1b~0c");
}

Test(members, a_hostile_name_is_quoted_safely)
{
	cr_assert_eq(check("{\"\\u001b[31m\\u202e\":1}"), MK_MALFORMED);
	cr_assert_null(strchr(error.detail, 0x1b));
	cr_assert_not_null(strstr(error.detail, "\\u{1b}[31m\\u{202e}"));
	cr_assert_eq(
		check("{\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		      "aaaaaaa\":1}"),
		MK_MALFORMED);
	cr_assert_not_null(strstr(error.detail, "aaa...\""));
	cr_assert_eq(check("{\"\":1}"), MK_MALFORMED);
	cr_assert_str_eq(error.where, "/base/");
}

Test(members, without_a_table_nothing_is_checked)
{
	json_t *json = json_pack("{s:i}", "x", 1);

	cr_assert_eq(mk_members_check(json, NULL, NULL, "", &error), MK_OK);
	json_decref(json);
}
