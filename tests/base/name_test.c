#include "base/name.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 24 };

static char name[SIZE] = "before";
static struct mk_error error;

static enum mk_status read_name(const char *text)
{
	return name_read(name, sizeof name, text, strlen(text), "/name", &error);
}

Test(name, words_of_any_language_are_names)
{
	static const char *const names[] = {"kitchen", "k\u00f8kken 2", "\u03ba\u03bf\u03c5\u03b6",
		"\u05d0\u05d1", "\u2665 \u2660", "\u2764\ufe0f", "\U0001f468\u200d\U0001f373"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		cr_expect_eq(read_name(names[i]), MK_OK, "%s: %s", names[i], error.detail);
		cr_expect_str_eq(name, names[i]);
	}
}

Test(name, spaces_around_it_are_taken_away)
{
	cr_assert_eq(read_name(" \u00a0the kitchen\u3000\u200b "), MK_OK);
	cr_assert_str_eq(name, "the kitchen");
}

Test(name, controls_are_refused)
{
	static const char *const texts[] = {"a\nb", "a\x1b", "a\x7f", "a\xc2\x85", "a\xc2\x9b",
		"a\u200e", "a\u200f", "a\u061c", "a\u202a", "a\u202e", "a\u2066", "a\u2069",
		"a\u2028", "a\u2029", "a\ufdd0", "a\uffff", "a\U0010ffff", "a\U000e0041", "a\ufff9",
		"\nkitchen"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		cr_expect_eq(read_name(texts[i]), MK_MALFORMED, "%zu", i);
		cr_expect_str_eq(error.code, "invalid_name");
		cr_expect_str_eq(error.where, "/name");
	}
	cr_assert_str_eq(name, "before");
}

Test(name, names_without_visible_characters_are_rejected)
{
	static const char *const texts[] = {"", " ", "\u00a0\u2003", "\u200b\u200d", "\ufeff",
		"\u115f\u3164", "\u2800", "\u00ad", "\ufe0f", "\u2060", "\u180e", "\u1680",
		"\U0001d173", "\U00013430"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		cr_expect_eq(read_name(texts[i]), MK_MALFORMED, "%zu", i);
		cr_expect_str_eq(error.code, "invalid_name");
	}
}

Test(name, private_use_characters_and_detached_marks_are_rejected)
{
	static const char *const texts[] = {"a\ue000", "\uf8ff", "a\U000f0000b", "\U0010fffd",
		"\u0301", " \u0301a", "\u20e3", "\ufe20a", "\u0483", "\u3099", "kit\u200bchen"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		cr_expect_eq(read_name(texts[i]), MK_MALFORMED, "%zu", i);
		cr_expect_str_eq(error.code, "invalid_name");
		cr_expect_str_eq(error.where, "/name");
	}
	cr_assert_str_eq(name, "before");
}

Test(name, marks_behind_a_character_and_joiners_are_kept)
{
	static const char *const names[] = {
		"e\u0301", "1\ufe0f\u20e3", "\u0647\u200c\u0627", "\u0915\u094d\u200d\u0937"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		cr_expect_eq(read_name(names[i]), MK_OK, "%s: %s", names[i], error.detail);
		cr_expect_str_eq(name, names[i]);
	}
}

Test(name, bytes_that_are_no_utf8_are_refused)
{
	cr_assert_eq(read_name("a\xff"), MK_MALFORMED);
	cr_assert_eq(name_read(name, sizeof name, "a\0b", 3, "/name", &error), MK_MALFORMED);
}

Test(name, its_length_is_limited_in_bytes)
{
	cr_assert_eq(read_name("12345678901234567890123"), MK_OK);
	cr_assert_eq(read_name("123456789012345678901234"), MK_MALFORMED);
	cr_assert_str_eq(error.detail, "A name has at most 23 bytes.");
	cr_assert_eq(read_name("  12345678901234567890123  "), MK_OK);
}

static const char *repaired(const char *text)
{
	snprintf(name, sizeof name, "%s", text);
	name_repair(name, sizeof name);
	return name;
}

Test(name, one_from_elsewhere_is_repaired)
{
	cr_assert_str_eq(repaired("kitchen"), "kitchen");
	cr_assert_str_eq(repaired("a\x1b[2J"), "a\ufffd[2J");
	cr_assert_str_eq(repaired(" \u202eevil "), "\ufffdevil");
	cr_assert_str_eq(repaired("cut \xc3"), "cut \ufffd");
	cr_assert_str_eq(repaired(" \u2800 "), "");
	cr_assert_str_eq(repaired("a\ue000"), "a\ufffd");
	cr_assert_str_eq(repaired(" \u0301a\u0301"), "\ufffda\u0301");
	cr_assert_str_eq(repaired("kit\u200bchen"), "kit\ufffdchen");
}

Test(name, one_that_is_fit_stays_whole_up_to_the_last_byte)
{
	static const char *const points[] = {"x", "\u00f8", "\u20ac", "\U0001f0a1"};

	for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
		char fit[SIZE] = "";

		while (strlen(fit) + strlen(points[i]) < sizeof fit) {
			strcat(fit, points[i]);
			cr_assert_str_eq(repaired(fit), fit);
		}
	}
}

Test(name, a_repaired_one_is_a_name_however_much_is_wrong)
{
	char twice[SIZE];

	for (size_t length = 0; length < SIZE; length++) {
		char bytes[SIZE];

		memset(bytes, 0x9b, length);
		bytes[length] = '\0';
		repaired(bytes);
		cr_expect(length == 0 ? !name[0] : read_name(strcpy(twice, name)) == MK_OK);
	}
}
