#include "api/handlers/invitation.h"

#include "base/limits.h"

#include <criterion/criterion.h>
#include <string.h>

static char address[300];

static enum mk_status reached(const char *public_url, const char *host, const char *lan)
{
	struct mk_text text;
	struct mk_error error;

	mk_text_fixed(&text, address, sizeof address);
	return public_address_write(&text,
		&(struct public_address){
			.public_url = public_url, .host = host, .lan_address = lan},
		&error);
}

Test(invitation, the_address_that_was_asked_leads_here_for_others_too)
{
	cr_assert_eq(reached("", "192.168.1.7:8377", ""), MK_OK);
	cr_assert_str_eq(address, "http://192.168.1.7:8377");
}

Test(invitation, the_configuration_knows_best_and_ends_without_a_slash)
{
	cr_assert_eq(reached("https://cards.example/", "x", "192.168.1.7"), MK_OK);
	cr_assert_str_eq(address, "https://cards.example");
}

Test(invitation, this_machine_has_another_name_for_others)
{
	static const char *const hosts[] = {"localhost:8377", "LocalHost:8377", "127.0.0.1:8377",
		"127.1.2.3:8377", "[::1]:8377"};

	for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
		cr_assert_eq(reached("", hosts[i], "192.168.1.7"), MK_OK);
		cr_expect_str_eq(address, "http://192.168.1.7:8377", "%s", hosts[i]);
	}
	reached("", "localhost", "192.168.1.7");
	cr_assert_str_eq(address, "http://192.168.1.7");
}

Test(invitation, where_others_cannot_connect_it_stays_as_it_was_asked)
{
	cr_assert_eq(reached("", "localhost:8377", ""), MK_OK);
	cr_assert_str_eq(address, "http://localhost:8377");
}

Test(invitation, names_that_only_look_like_this_machine_stay)
{
	static const char *const hosts[] = {
		"localhost.example:1", "[fd00::1]:1", "10.127.0.1", "l"};

	for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
		cr_assert_eq(reached("", hosts[i], "192.168.1.7"), MK_OK);
		cr_expect_str_eq(address + strlen("http://"), hosts[i]);
	}
}

Test(invitation, invalid_characters_of_a_host_are_rejected)
{
	static const char *const hosts[] = {
		"", "a b", "a/b", "<a>", "a\"", "a@b", "a?b", "\xc3\xa6"};

	for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
		cr_expect_eq(reached("", hosts[i], ""), MK_MALFORMED, "%s", hosts[i]);
	}
	cr_assert_eq(reached("", NULL, ""), MK_MALFORMED);
}

Test(invitation, a_host_and_an_address_for_the_public_are_as_long_as_the_limit_and_no_longer)
{
	char host[MAX_QR_LENGTH + 2] = "http://";
	struct mk_text text;
	struct mk_error error;

	memset(host + strlen("http://"), 'h', sizeof host - 1 - strlen("http://"));
	host[MAX_QR_LENGTH + 1] = '\0';
	cr_assert_not(public_address_is_url(host));
	host[MAX_QR_LENGTH] = '\0';
	cr_assert(public_address_is_url(host));
	memset(host, 'h', MAX_QR_LENGTH);
	cr_assert_eq(reached("", host, ""), MK_OK);
	cr_assert_str_eq(address + strlen("http://"), host);
	host[MAX_QR_LENGTH] = 'h';
	mk_text_fixed(&text, address, sizeof address);
	cr_assert_eq(
		public_address_write(&text, &(struct public_address){"", host, "", false}, &error),
		MK_MALFORMED);
	cr_assert_eq(error.code, limit_rows[LIMIT_QR_LENGTH].code, "it is counted by the address");
	cr_assert_eq(text.length, 0);
}

Test(invitation, an_address_for_the_public_begins_with_its_scheme)
{
	cr_assert(public_address_is_url("https://cards.example"));
	cr_assert(public_address_is_url("http://[fd00::7]:8377/"));
	cr_assert_not(public_address_is_url("cards.example"));
	cr_assert_not(public_address_is_url("https://"));
	cr_assert_not(public_address_is_url("https:///"));
	cr_assert_not(public_address_is_url("https://cards.example/makker"));
	cr_assert_not(public_address_is_url("https://cards.example//"));
	cr_assert_not(public_address_is_url("javascript:alert(1)"));
	cr_assert_not(public_address_is_url("https://a/?q=<b>"));
}
