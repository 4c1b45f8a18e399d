#include "daemon/address.h"

#include <criterion/criterion.h>
#include <unistd.h>

static struct address address;
static struct mk_error error;

static const char *written(const char *text)
{
	static char url[ADDRESS_ROOM];

	if (address_read(text, &address, &error) != MK_OK) {
		return error.what;
	}
	address_write(&address, url);
	return url;
}

Test(address, is_read_and_written)
{
	cr_assert_str_eq(written("127.0.0.1:8377"), "http://127.0.0.1:8377");
	cr_assert_str_eq(written("[::1]:80"), "http://[::1]:80");
	cr_assert_str_eq(written("0.0.0.0:0"), "http://0.0.0.0:0");
}

Test(address, what_is_none_is_refused)
{
	static const char *const wrong[] = {"", ":", "127.0.0.1", "127.0.0.1:", ":80",
		"localhost:80", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:8o", "::1:80",
		"[::1]", "[::1]80", "[127.0.0.1]:80", "[]:80", "1.2.3.4.5:80", "]:80",
		"[0000000000000000000000000000000000000000000000000000000]:1"};

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		cr_expect_eq(
			address_read(wrong[i], &address, &error), MK_MALFORMED, "%s", wrong[i]);
	}
}

static bool is_local(const char *text)
{
	cr_assert_eq(address_read(text, &address, &error), MK_OK);
	return address_is_local(&address);
}

Test(address, only_loopback_is_local)
{
	cr_expect(is_local("127.0.0.1:1"));
	cr_expect(is_local("127.1.2.3:1"));
	cr_expect(is_local("[::1]:1"));
	cr_expect_not(is_local("0.0.0.0:1"));
	cr_expect_not(is_local("[::]:1"));
	cr_expect_not(is_local("192.168.1.1:1"));
	cr_expect_not(is_local("[::ffff:127.0.0.1]:1"));
}

Test(address, port_0_becomes_a_free_one_that_nobody_else_gets)
{
	struct address second;
	int descriptor;

	cr_assert_eq(address_read("127.0.0.1:0", &address, &error), MK_OK);
	descriptor = address_listen(&address, &error);
	cr_assert_geq(descriptor, 0);
	second = address;
	cr_assert_eq(address_listen(&second, &error), -1);
	cr_assert_eq(error.status, MK_IO);
	close(descriptor);
}
