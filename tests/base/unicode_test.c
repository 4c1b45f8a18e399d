#include "base/unicode.h"

#include <criterion/criterion.h>
#include <string.h>

static char buffer[256];
static struct mk_text text;

static const char *printable(const char *bytes)
{
	mk_text_fixed(&text, buffer, sizeof buffer);
	unicode_put_printable(&text, bytes, strlen(bytes));
	return buffer;
}

static const char *quoted(const char *bytes, size_t most)
{
	mk_text_fixed(&text, buffer, sizeof buffer);
	unicode_put_quoted(&text, bytes, strlen(bytes), most);
	return buffer;
}

Test(unicode, code_points_of_all_lengths_are_read)
{
	uint32_t point;

	cr_assert_eq(unicode_read("a", 1, &point), 1);
	cr_assert_eq(point, 'a');
	cr_assert_eq(unicode_read("\u00f8", 2, &point), 2);
	cr_assert_eq(point, 0xf8);
	cr_assert_eq(unicode_read("\u20ac", 3, &point), 3);
	cr_assert_eq(point, 0x20ac);
	cr_assert_eq(unicode_read("\U0001f0a1", 4, &point), 4);
	cr_assert_eq(point, 0x1f0a1);
}

Test(unicode, invalid_utf8_is_not_read)
{
	static const char *const broken[] = {"\x80", "\xc0\xaf", "\xc1\xbf", "\xc3", "\xc3(",
		"\xe0\x80\xaf", "\xed\xa0\x80", "\xf0\x80\x80\xaf", "\xf4\x90\x80\x80", "\xf5",
		"\xff"};
	uint32_t point = 7;

	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		cr_expect_eq(unicode_read(broken[i], strlen(broken[i]), &point), 0, "%zu", i);
	}
	cr_expect_eq(unicode_read("\u20ac", 2, &point), 0);
	cr_expect_eq(unicode_read("", 0, &point), 0);
	cr_assert_eq(point, 7);
}

Test(unicode, a_terminal_gets_no_controls)
{
	cr_assert_str_eq(printable("\x1b[31mred\x07"), "\\u{1b}[31mred\\u{7}");
	cr_assert_str_eq(printable("a\xc2\x85\xc2\x9b"
				   "2Jb"),
		"a\\u{85}\\u{9b}2Jb");
	cr_assert_str_eq(printable("\u202eevil\u2028"), "\\u{202e}evil\\u{2028}");
	cr_assert_str_eq(printable("\xff\xc3"), "\\x{ff}\\x{c3}");
	cr_assert_str_eq(printable("k\u00f8kken \u2660 \u039a"), "k\u00f8kken \u2660 \u039a");
}

Test(unicode, a_quoted_word_is_cut_between_characters)
{
	cr_assert_str_eq(quoted("stok", 10), "\"stok\"");
	cr_assert_str_eq(quoted("\u00f8\u00f8\u00f8\u00f8", 4), "\"\u00f8\u00f8...\"");
}
