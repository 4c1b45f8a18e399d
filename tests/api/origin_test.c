#include "api/pipeline/origin.h"

#include <criterion/criterion.h>

Test(origin, a_page_of_our_own_host_is_our_own)
{
	cr_assert(origin_is_own("http://127.0.0.1:8377", "127.0.0.1:8377"));
	cr_assert(origin_is_own("https://Cards.example", "cards.example"));
}

Test(origin, another_port_or_host_is_another_origin)
{
	cr_assert_not(origin_is_own("http://127.0.0.1:8378", "127.0.0.1:8377"));
	cr_assert_not(origin_is_own("http://127.0.0.1:8377.evil.example", "127.0.0.1:8377"));
	cr_assert_not(origin_is_own("http://evil.example", "cards.example"));
	cr_assert_not(origin_is_own("null", "null"));
	cr_assert_not(origin_is_own("http://a", NULL));
}

Test(origin, the_list_decides_about_others)
{
	static const char *const list[] = {"https://cards.example", NULL};
	static const char *const all[] = {"*", NULL};

	cr_assert(origin_is_listed("https://cards.example", list));
	cr_assert_not(origin_is_listed("http://cards.example", list));
	cr_assert_not(origin_is_listed("https://cards.example", NULL));
	cr_assert(origin_is_listed("null", all));
}
