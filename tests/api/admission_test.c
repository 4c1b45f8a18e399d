#include "api/pipeline/admission.h"

#include <criterion/criterion.h>

static const char *const list[] = {"cards.example", "kitchen", NULL};

static void expect(bool known, const char *const *hosts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		cr_expect_eq(host_is_known(hosts[i], list), known, "%s", hosts[i]);
	}
}

Test(host, localhost_names_and_addresses_are_allowed)
{
	static const char *const hosts[] = {"localhost", "localhost:8377", "LocalHost:1",
		"makker.localhost", "127.0.0.1", "127.0.0.1:8377", "192.168.1.7:8377", "[::1]:8377",
		"[fe80::1]"};

	expect(true, hosts, sizeof hosts / sizeof *hosts);
}

Test(host, a_listed_name_is_known_at_any_port)
{
	static const char *const hosts[] = {"cards.example", "Cards.Example:443", "kitchen:8377"};

	expect(true, hosts, sizeof hosts / sizeof *hosts);
}

Test(host, any_other_name_is_not)
{
	static const char *const hosts[] = {"evil.example", "evil.example:8377", "",
		"localhost.evil.example", "notlocalhost", "127.0.0.1.evil.example",
		"cards.example.evil.example", "xcards.example", "cards.exampl", ":8377",
		"evil.example:127.0.0.1"};

	expect(false, hosts, sizeof hosts / sizeof *hosts);
}

Test(host, a_star_knows_all_and_an_empty_list_none)
{
	static const char *const all[] = {"*", NULL};

	cr_assert(host_is_known("evil.example", all));
	cr_assert_not(host_is_known("cards.example", NULL));
}

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
	static const char *const origins[] = {"https://cards.example", NULL};
	static const char *const all[] = {"*", NULL};

	cr_assert(origin_is_listed("https://cards.example", origins));
	cr_assert_not(origin_is_listed("http://cards.example", origins));
	cr_assert_not(origin_is_listed("https://cards.example", NULL));
	cr_assert(origin_is_listed("null", all));
}
