#include "daemon/values.h"

#include <criterion/criterion.h>
#include <string.h>

static struct proxies proxies;
static struct mk_error error;

Test(proxies, are_separated_by_blanks_or_commas)
{
	cr_assert_eq(proxies_read(" 127.0.0.1,10.0.0.0/8\t::1 ", &proxies, &error), MK_OK);
	cr_assert_eq(proxies.count, 3);
	cr_assert_eq(proxies.networks[1].bits, 104);
	cr_assert_eq(proxies_read("", &proxies, &error), MK_OK);
	cr_assert_eq(proxies.count, 0);
}

Test(proxies, a_wrong_one_is_named_and_nothing_is_changed)
{
	proxies.count = 7;
	cr_assert_eq(proxies_read("::1 proxy.example", &proxies, &error), MK_MALFORMED);
	cr_assert(strstr(error.detail, "'proxy.example'"), "%s", error.detail);
	cr_assert_eq(proxies.count, 7);
}

Test(proxies, there_may_be_32)
{
	char text[40 * 8] = "";

	for (int i = 0; i < MAX_PROXIES; i++) {
		strcat(text, "::1 ");
	}
	cr_assert_eq(proxies_read(text, &proxies, &error), MK_OK);
	strcat(text, "::1");
	cr_assert_eq(proxies_read(text, &proxies, &error), MK_MALFORMED);
}
