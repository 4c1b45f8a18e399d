#include "api/pipeline/negotiation.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

static const char *const offers[] = {"application/json", "text/plain", NULL};

struct accept_case {
	char accept[96];
	int offer;
};

ParameterizedTestParameters(media, the_best_accepted_offer_is_chosen)
{
	static struct accept_case cases[] = {
		{"", 0},
		{"*/*", 0},
		{"text/plain", 1},
		{"TEXT/Plain; charset=utf-8", 1},
		{"text/*", 1},
		{"application/json;q=0.4, text/plain;q=0.5", 1},
		{"text/plain;q=0.5, */*;q=0.5", 0},
		{"text/html, */*;q=0.1", 0},
		{"*/*, application/json;q=0", 1},
		{"text/plain;q=0.001", 1},
		{"text/html", -1},
		{"application/json;q=0", -1},
		{"application/jsonx, text/plainly", -1},
		{" , ,text/plain ; format=flowed ; q=1 , ", 1},
		{"nonsense", -1},
	};

	return cr_make_param_array(struct accept_case, cases, sizeof cases / sizeof cases[0]);
}

ParameterizedTest(struct accept_case *given, media, the_best_accepted_offer_is_chosen)
{
	cr_assert_eq(media_choose(given->accept, offers), given->offer, "%s", given->accept);
}

Test(media, everything_is_accepted_where_nothing_is_said)
{
	cr_assert_eq(media_choose(NULL, offers), 0);
}

struct body_case {
	char type[64];
	char body[32];
	enum media_body kind;
};

ParameterizedTestParameters(media, a_body_is_what_its_type_says_or_looks_like_it)
{
	static struct body_case cases[] = {
		{"application/json", "KS", MEDIA_BODY_JSON},
		{"Application/JSON; charset=utf-8", "", MEDIA_BODY_JSON},
		{"text/plain", "{}", MEDIA_BODY_LINE},
		{"text/csv;header=absent", "KS,UU", MEDIA_BODY_LINE},
		{"", " \r\n{}", MEDIA_BODY_JSON},
		{"", "[]", MEDIA_BODY_JSON},
		{"", "KS,UU", MEDIA_BODY_LINE},
		{"", "", MEDIA_BODY_LINE},
		{"application/x-www-form-urlencoded", "{}", MEDIA_BODY_JSON},
		{"application/x-www-form-urlencoded", "KS,UU", MEDIA_BODY_LINE},
		{"application/jsonp", "{}", MEDIA_BODY_OTHER},
		{"text/html", "KS", MEDIA_BODY_OTHER},
		{"image/png", "", MEDIA_BODY_OTHER},
	};

	return cr_make_param_array(struct body_case, cases, sizeof cases / sizeof cases[0]);
}

ParameterizedTest(struct body_case *given, media, a_body_is_what_its_type_says_or_looks_like_it)
{
	cr_assert_eq(media_of_body(given->type, given->body, strlen(given->body)), given->kind,
		"%s %s", given->type, given->body);
}

Test(media, gzip_is_accepted_by_name_or_wildcard)
{
	cr_assert(media_takes_gzip("deflate, gzip;q=0.1"));
	cr_assert(media_takes_gzip("br, *;q=0.5"));
	cr_assert_not(media_takes_gzip("*, gzip;q=0"));
	cr_assert_not(media_takes_gzip("br, *;q=0"));
	cr_assert_not(media_takes_gzip(""));
	cr_assert_not(media_takes_gzip(NULL));
}

Test(media, the_best_of_our_languages_is_chosen)
{
	enum mk_language language = MK_GREEK;

	cr_assert(media_language("fr, de;q=0.5, da-DK;q=0.8", &language));
	cr_assert_eq(language, MK_DANISH);
}

Test(media, no_language_of_ours_leaves_it_as_it_was)
{
	enum mk_language language = MK_GREEK;

	cr_assert_not(media_language("fr, de;q=0", &language));
	cr_assert_not(media_language(NULL, &language));
	cr_assert_eq(language, MK_GREEK);
}

Test(media, only_identity_is_no_coding)
{
	cr_assert(media_is_uncoded(NULL));
	cr_assert(media_is_uncoded(""));
	cr_assert(media_is_uncoded("Identity"));
	cr_assert_not(media_is_uncoded("gzip"));
	cr_assert_not(media_is_uncoded("identity, gzip"));
	cr_assert_not(media_is_uncoded("identity2"));
	cr_assert_not(media_is_uncoded("*"));
}

Test(media, a_type_may_name_utf8_as_its_charset_and_no_other)
{
	static const char *const good[] = {"", "application/json", "text/plain; charset=utf-8",
		"text/plain;charset=\"UTF-8\"", "text/plain ; format=flowed ;; Charset=us-ascii;",
		"text/plain; charset=utf8"};
	static const char *const bad[] = {"text/plain; charset=latin1",
		"text/plain; charset=utf-16", "text/plain; charset",
		"text/plain; charset=", "text/plain; =utf-8", "text/plain; charset=\"utf-8",
		"text/plain; charset=utf-8 x", "text/plain utf-8",
		"text/plain; charset=utf-8; charset=utf-8", "text/plain; charset=\"utf\\-8\"",
		"text/plain; charset = utf-8"};

	cr_assert(media_is_utf8(NULL));
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		cr_expect(media_is_utf8(good[i]), "%s", good[i]);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_expect_not(media_is_utf8(bad[i]), "%s", bad[i]);
	}
}
