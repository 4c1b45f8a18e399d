#include "api/handlers/invitation.h"

#include "base/limits.h"

#include <criterion/criterion.h>
#include <string.h>

static char picture[128 * 1024];

static bool draw(const char *words)
{
	struct mk_text text;

	mk_text_fixed(&text, picture, sizeof picture);
	return qr_write(&text, words) && !text.truncated;
}

/* tests/service/companion.test.mjs reads the content of the picture back. */
Test(qr, a_picture_has_a_margin_of_four_modules_and_the_finder_in_its_corner)
{
	cr_assert(draw("HI"));
	cr_assert_not_null(strstr(picture, "viewBox=\"0 0 29 29\""), "%s", picture);
	cr_assert_not_null(strstr(picture, "M4 4h7v1h-7z"));
	cr_assert_not_null(strstr(picture, "M18 4h7v1h-7z"));
	cr_assert_null(strstr(picture, "M3 "));
	cr_assert_null(strstr(picture, "M25 "));
}

Test(qr, the_title_is_the_text_and_never_markup)
{
	cr_assert(draw("<a>&\""));
	cr_assert_not_null(strstr(picture, "<title>&#60;a&#62;&#38;\"</title>"), "%s", picture);
}

/* The longest address: a host, a session and a token. */
Test(qr, the_longest_address_that_the_limits_allow_becomes_a_code)
{
	static char words[sizeof "https:///s/#token=" + MAX_QR_LENGTH + 32 + MAX_TOKEN_LENGTH];

	memset(words, 'a', sizeof words - 1);
	cr_assert(draw(words));
}

Test(qr, a_text_too_long_for_a_code_is_rejected)
{
	static char words[4000];

	memset(words, 'a', sizeof words - 1);
	cr_assert_not(draw(words));
}
