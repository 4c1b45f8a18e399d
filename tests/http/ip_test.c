#include "http/ip.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *plain(const char *text)
{
	static char written[IP_SIZE];
	struct ip ip;

	if (!ip_read(text, strlen(text), &ip)) {
		return "nothing";
	}
	ip_write(&ip, written);
	return written;
}

static bool has(const char *text, const char *address)
{
	struct ip_network network;
	struct ip ip;

	cr_assert(ip_network_read(text, &network), "%s", text);
	cr_assert(ip_read(address, strlen(address), &ip), "%s", address);
	return ip_network_has(&network, &ip);
}

Test(ip, is_read_as_proxies_write_it)
{
	cr_assert_str_eq(plain("192.0.2.7"), "192.0.2.7");
	cr_assert_str_eq(plain("192.0.2.7:4711"), "192.0.2.7");
	cr_assert_str_eq(plain("2001:DB8:0::1"), "2001:db8::1");
	cr_assert_str_eq(plain("[2001:db8::1]"), "2001:db8::1");
	cr_assert_str_eq(plain("[2001:db8::1]:65535"), "2001:db8::1");
	cr_assert_str_eq(plain("::ffff:192.0.2.7"), "192.0.2.7");
}

Test(ip, is_nothing_else)
{
	static const char *const others[] = {"", " ", "unknown", "localhost", "1.2.3", "1.2.3.4.5",
		"256.1.1.1", "1.2.3.4:", "1.2.3.4:x", "1.2.3.4:123456", "1.2.3.4 ", "0x7f.0.0.1",
		"[1.2.3.4]", "[2001:db8::1", "2001:db8::1]", "[2001:db8::1]x",
		"[2001:db8::1]:", "2001:db8::1::2", "fe80::1%eth0", "[]", "[]:1",
		"1.2.3.4, 5.6.7.8",
		"11111111111111111111111111111111111111111111111111111111111111111111111111"};

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		cr_expect_str_eq(plain(others[i]), "nothing", "%s", others[i]);
	}
}

Test(ip, with_a_nul_inside_is_invalid)
{
	struct ip ip;

	cr_assert_not(ip_read("1.2.3.4\0", 8, &ip));
}

Test(ip, networks_contain_the_addresses_with_their_prefix)
{
	cr_assert(has("10.0.0.0/8", "10.255.3.4"));
	cr_assert_not(has("10.0.0.0/8", "11.0.0.0"));
	cr_assert(has("172.16.0.0/12", "172.31.255.255"));
	cr_assert_not(has("172.16.0.0/12", "172.32.0.0"));
	cr_assert(has("192.0.2.7", "192.0.2.7"));
	cr_assert_not(has("192.0.2.7", "192.0.2.6"));
	cr_assert(has("fd00::/9", "fd7f::1"));
	cr_assert_not(has("fd00::/9", "fd80::1"));
	cr_assert(has("0.0.0.0/0", "8.8.8.8"));
	cr_assert_not(has("0.0.0.0/0", "2001:db8::1"));
	cr_assert(has("::/0", "8.8.8.8"));
}

Test(ip, invalid_networks_are_rejected)
{
	static const char *const others[] = {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1",
		"10.0.0.0/8x", "::/129", "10/8", "example.org", "10.0.0.0/0008", "[::1]/128",
		"10.0.0.1:80"};
	struct ip_network network;

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		cr_expect_not(ip_network_read(others[i], &network), "%s", others[i]);
	}
}
