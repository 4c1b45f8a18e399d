#include "http/internal.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <sys/un.h>

static struct http_peer v4(const char *text)
{
	struct sockaddr_in at = {.sin_family = AF_INET};

	cr_assert_eq(inet_pton(AF_INET, text, &at.sin_addr), 1);
	return peer_of((const struct sockaddr *)&at);
}

static struct http_peer v6(const char *text)
{
	struct sockaddr_in6 at = {.sin6_family = AF_INET6};

	cr_assert_eq(inet_pton(AF_INET6, text, &at.sin6_addr), 1);
	return peer_of((const struct sockaddr *)&at);
}

Test(http_peer, this_machine_is_local_by_whichever_address)
{
	struct sockaddr_un file = {.sun_family = AF_UNIX};

	cr_assert(v4("127.0.0.1").local);
	cr_assert(v4("127.8.9.10").local);
	cr_assert(v6("::1").local);
	cr_assert(v6("::ffff:127.0.0.1").local);
	cr_assert(peer_of((const struct sockaddr *)&file).local);
	cr_assert(peer_of(NULL).local);
}

Test(http_peer, other_machines_are_distinguished)
{
	cr_assert_not(v4("192.168.1.7").local);
	cr_assert_neq(v4("192.168.1.7").number, v4("192.168.1.8").number);
	cr_assert_eq(v4("192.168.1.7").number, v6("::ffff:192.168.1.7").number);
}

Test(http_peer, a_network_of_ipv6_is_one)
{
	cr_assert_not(v6("2001:db8:0:1::1").local);
	cr_assert_eq(v6("2001:db8:0:1::1").number, v6("2001:db8:0:1:ffff::2").number);
	cr_assert_neq(v6("2001:db8:0:1::1").number, v6("2001:db8:0:2::1").number);
}
