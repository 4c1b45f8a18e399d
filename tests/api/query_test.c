#include "api/pipeline/query.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct query_range range = {"limit", 1, 100, NULL};
static struct mk_error error;

Test(query, a_number_in_its_range_is_read)
{
	int64_t number = 5;

	cr_assert_eq(query_number(&range, "100", &number, &error), MK_OK);
	cr_assert_eq(number, 100);
}

Test(query, a_missing_parameter_keeps_its_default)
{
	int64_t number = 5;
	bool truth = true;
	uint32_t set = 9;

	cr_assert_eq(query_number(&range, NULL, &number, &error), MK_OK);
	cr_assert_eq(query_bool("wait", NULL, &truth, &error), MK_OK);
	cr_assert_eq(query_set("fields", NULL, NULL, &set, &error), MK_OK);
	cr_assert(number == 5 && truth && set == 9);
}

Test(query, an_error_names_the_parameter)
{
	static const char *const wrong[] = {
		"", "0", "101", "-1", "+1", "1.5", "1 ", " 1", "x", "0x10", "99999999999999999999"};
	int64_t number = 5;

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		cr_expect_eq(query_number(&range, wrong[i], &number, &error), MK_MALFORMED, "%s",
			wrong[i]);
		cr_expect_str_eq(error.where, "?limit");
		cr_expect_str_eq(error.code, "invalid_query");
	}
	cr_assert_eq(number, 5);
}

Test(query, truth_is_spelled_out)
{
	bool truth = true;

	cr_assert_eq(query_bool("wait", "false", &truth, &error), MK_OK);
	cr_assert_not(truth);
	cr_assert_eq(query_bool("wait", "0", &truth, &error), MK_MALFORMED);
	cr_assert_eq(query_bool("wait", "", &truth, &error), MK_MALFORMED);
}

static int letter(const char *word, size_t length)
{
	return length == 1 && *word >= 'a' && *word <= 'z' ? *word - 'a' : -1;
}

Test(query, a_set_has_a_bit_for_each_word)
{
	uint32_t set = 0;

	cr_assert_eq(query_set("fields", "a,c,a", letter, &set, &error), MK_OK);
	cr_assert_eq(set, 5);
}

Test(query, a_set_with_an_unknown_or_empty_word_is_malformed)
{
	static const char *const wrong[] = {"", "a,", ",a", "a,,b", "a,bb", "a, b"};
	uint32_t set = 9;

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		cr_expect_eq(query_set("fields", wrong[i], letter, &set, &error), MK_MALFORMED,
			"%s", wrong[i]);
	}
	cr_assert_eq(set, 9);
}

Test(query, only_known_words_and_languages_are_taken)
{
	static const char *const words[] = {"won", "lost", NULL};
	const char *word = NULL;
	enum mk_language language = MK_ENGLISH;

	cr_assert_eq(query_word("status", "lost", words, &word, &error), MK_OK);
	cr_assert_str_eq(word, "lost");
	cr_assert_eq(query_word("status", "los", words, &word, &error), MK_MALFORMED);
	cr_assert_eq(query_language("language", "el", &language, &error), MK_OK);
	cr_assert_eq(language, MK_GREEK);
	cr_assert_eq(query_language("language", "fr", &language, &error), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.where, "?language");
	cr_assert_str_eq(error.code, "unknown_language");
}
