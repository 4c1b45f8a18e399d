#include "base/json.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>

static char buffer[4096];
static struct mk_text out;

static void start(void)
{
	mk_text_fixed(&out, buffer, sizeof buffer);
}

TestSuite(json, .init = start);

Test(json, puts_commas_where_they_belong)
{
	mk_json_open_object(&out, NULL);
	mk_json_int(&out, "a", 1);
	mk_json_open_array(&out, "b");
	mk_json_bool(&out, NULL, true);
	mk_json_null(&out, NULL);
	mk_json_open_object(&out, NULL);
	mk_json_close_object(&out);
	mk_json_close_array(&out);
	mk_json_string(&out, "c", "x");
	mk_json_close_object(&out);
	cr_assert_str_eq(buffer, "{\"a\":1,\"b\":[true,null,{}],\"c\":\"x\"}");
}

Test(json, escapes_characters_not_allowed_in_a_string)
{
	mk_json_string(&out, NULL, "a\"b\\c\nd\x01 \xc3\xa6");
	cr_assert_str_eq(buffer, "\"a\\\"b\\\\c\\nd\\u0001 \xc3\xa6\"");
}

Test(json, a_word_stands_as_it_is)
{
	mk_json_open_object(&out, NULL);
	mk_json_literal(&out, "suit", "\xc3\xa6");
	mk_json_literal(&out, "none", "");
	mk_json_close_object(&out);
	cr_assert_str_eq(buffer, "{\"suit\":\"\xc3\xa6\",\"none\":\"\"}");
}

Test(json, replaces_bytes_that_are_no_utf8)
{
	json_t *read;

	mk_json_string(&out, NULL, "\xff \xc0\x80 \xed\xa0\x80 \xe2\x82");
	read = json_loadb(buffer, out.length, JSON_DECODE_ANY, NULL);

	cr_assert_not_null(read);
	json_decref(read);
	cr_assert_eq(strncmp(buffer, "\"\xef\xbf\xbd ", 5), 0);
}

Test(json, writes_a_comma_after_a_string_that_ends_like_an_opening)
{
	mk_json_open_array(&out, NULL);
	mk_json_string(&out, NULL, "{");
	mk_json_string(&out, NULL, ":");
	mk_json_close_array(&out);
	cr_assert_str_eq(buffer, "[\"{\",\":\"]");
}

Test(json, writes_reals_short_and_never_nan)
{
	mk_json_open_array(&out, NULL);
	mk_json_real(&out, NULL, 0.41, 4);
	mk_json_real(&out, NULL, 1.0, 4);
	mk_json_real(&out, NULL, NAN, 4);
	mk_json_real(&out, NULL, -INFINITY, 4);
	mk_json_real(&out, NULL, 100.0, 0);
	mk_json_close_array(&out);
	cr_assert_str_eq(buffer, "[0.41,1,null,null,100]");
}

Test(json, rounds_reals_to_their_decimals)
{
	static const struct {
		double value;
		int digits;
		const char *text;
	} cases[] = {
		{0, 4, "0"},
		{0.00004, 4, "0"},
		{0.00006, 4, "0.0001"},
		{0.05, 2, "0.05"},
		{12.3456, 3, "12.346"},
		{99.9999, 3, "100"},
		{-0.25, 4, "-0.25"},
		{-0.00001, 4, "0"},
		{-7, 0, "-7"},
		{999999999.9, 1, "999999999.9"},
		{1234567890.5, 1, "1234567890.5"},
		{0.123456789, 8, "0.12345679"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		start();
		mk_json_real(&out, NULL, cases[i].value, cases[i].digits);
		cr_expect_str_eq(buffer, cases[i].text, "%s is not %s", buffer, cases[i].text);
	}
}

Test(json, escapes_at_every_place_of_long_strings)
{
	for (size_t at = 0; at < 40; at++) {
		char text[41];
		json_t *json;

		memset(text, 'x', 40);
		text[40] = '\0';
		text[at] = at % 3 == 0 ? '"' : at % 3 == 1 ? '\\' : '\x1f';
		start();
		mk_json_string(&out, NULL, text);
		json = json_loadb(buffer, out.length, JSON_DECODE_ANY, NULL);
		cr_expect_str_eq(json_string_value(json), text);
		json_decref(json);
	}
}

Test(json, stops_where_there_is_no_room)
{
	char small[64];

	mk_text_fixed(&out, small, sizeof small);
	mk_json_open_array(&out, NULL);
	for (int i = 0; i < 100; i++) {
		mk_json_string(&out, NULL, "twelve bytes");
	}
	cr_assert(out.truncated);
	cr_assert_lt(out.length, sizeof small);
	cr_assert_eq(small[out.length], '\0');
}

Test(json, starts_lines_of_ndjson_without_a_comma)
{
	mk_json_open_object(&out, NULL);
	mk_json_close_object(&out);
	mk_text_char(&out, '\n');
	mk_json_open_object(&out, NULL);
	mk_json_close_object(&out);
	cr_assert_str_eq(buffer, "{}\n{}");
}
