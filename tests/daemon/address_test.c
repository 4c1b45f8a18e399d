#include "daemon/address.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Four of them and a slash are one letter too many for a socket's file. */
#define LONG "aaaaaaaaaaaaaaaaaaaaaaaaaaa"

static struct address address;
static struct mk_error error;

static const char *written(const char *text)
{
	static char url[ADDRESS_TEXT_SIZE];

	if (address_read(text, &address, &error) != MK_OK) {
		return error.detail;
	}
	address_write(&address, url);
	return url;
}

Test(address, is_read_and_written)
{
	cr_assert_str_eq(written("127.0.0.1:8377"), "http://127.0.0.1:8377");
	cr_assert_str_eq(written("[::1]:80"), "http://[::1]:80");
	cr_assert_str_eq(written("0.0.0.0:0"), "http://0.0.0.0:0");
	cr_assert_str_eq(written("unix:/run/makker.sock"), "unix:/run/makker.sock");
}

Test(address, an_invalid_address_is_rejected)
{
	static const char *const wrong[] = {"", ":", "127.0.0.1", "127.0.0.1:", ":80",
		"localhost:80", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:8o", "::1:80",
		"[::1]", "[::1]80", "[127.0.0.1]:80", "[]:80", "1.2.3.4.5:80", "]:80",
		"[0000000000000000000000000000000000000000000000000000000]:1",
		"unix:", "unix:makker.sock", "unix:/" LONG LONG LONG LONG};

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
	cr_expect(is_local("unix:/run/makker.sock"));
	cr_expect_not(is_local("0.0.0.0:1"));
	cr_expect_not(is_local("[::]:1"));
	cr_expect_not(is_local("192.168.1.1:1"));
	cr_expect_not(is_local("[::ffff:127.0.0.1]:1"));
}

Test(address, port_0_becomes_a_free_port_that_no_other_socket_gets)
{
	struct address second;
	int descriptor;

	cr_assert_eq(address_read("127.0.0.1:0", &address, &error), MK_OK);
	descriptor = address_listen(&address, 0600, &error);
	cr_assert_geq(descriptor, 0);
	second = address;
	cr_assert_eq(address_listen(&second, 0600, &error), -1);
	cr_assert_eq(error.status, MK_IO);
	close(descriptor);
}

/* A file of its own for the test, gone after it. */
static void name_file(char text[64])
{
	char folder[] = "/tmp/makker-address-XXXXXX";

	cr_assert_not_null(mkdtemp(folder));
	snprintf(text, 64, "unix:%s/s", folder);
}

static void remove_file(const char *text)
{
	char folder[64];

	snprintf(folder, sizeof folder, "%.*s", (int)strlen(text) - 2 - 5, text + 5);
	cr_expect_eq(rmdir(folder), 0, "the socket's file is still there");
}

Test(address, a_file_that_was_left_behind_is_taken_over_and_a_used_one_is_not)
{
	char text[64];
	int first, second;

	name_file(text);
	cr_assert_eq(address_read(text, &address, &error), MK_OK);
	first = address_listen(&address, 0600, &error);
	cr_assert_geq(first, 0);
	cr_assert_eq(address_listen(&address, 0600, &error), -1);
	close(first);
	second = address_listen(&address, 0600, &error);
	cr_assert_geq(second, 0);
	close(second);
	address_unlink(&address);
	remove_file(text);
}

Test(address, a_unix_socket_has_its_mode_whatever_the_umask_is)
{
	static const mode_t modes[] = {0600, 0660, 0666};
	mode_t before = umask(0077);
	char text[64];

	name_file(text);
	for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
		struct stat file;
		int listening;

		cr_assert_eq(address_read(text, &address, &error), MK_OK);
		listening = address_listen(&address, modes[i], &error);
		cr_assert_geq(listening, 0);
		cr_assert_eq(stat(text + 5, &file), 0);
		cr_expect_eq(file.st_mode & 0777, modes[i]);
		close(listening);
		address_unlink(&address);
	}
	umask(before);
	remove_file(text);
}

Test(address, a_file_that_is_no_socket_is_not_removed)
{
	char text[64];
	FILE *file;

	name_file(text);
	file = fopen(text + 5, "w");
	cr_assert_not_null(file);
	fclose(file);
	cr_assert_eq(address_read(text, &address, &error), MK_OK);
	cr_assert_eq(address_listen(&address, 0600, &error), -1);
	cr_expect_not_null(strstr(error.detail, "not a socket"), "%s", error.detail);
	address_unlink(&address);
	cr_expect_eq(unlink(text + 5), 0);
	remove_file(text);
}

Test(address, a_link_is_not_followed_and_stays_where_it_is)
{
	char text[64], other[80];
	struct address target;
	int listening;

	name_file(text);
	snprintf(other, sizeof other, "%s.target", text);
	cr_assert_eq(address_read(other, &target, &error), MK_OK);
	listening = address_listen(&target, 0600, &error);
	cr_assert_geq(listening, 0);
	close(listening);
	cr_assert_eq(symlink(other + 5, text + 5), 0);
	cr_assert_eq(address_read(text, &address, &error), MK_OK);
	cr_assert_eq(address_listen(&address, 0600, &error), -1);
	address_unlink(&address);
	cr_expect_eq(unlink(text + 5), 0, "the link is gone");
	cr_expect_eq(unlink(other + 5), 0, "what it leads to is gone");
	remove_file(text);
}

Test(address, only_a_listening_stream_socket_can_be_handed_over)
{
	struct address inherited;
	int listening, pipes[2];

	cr_assert_eq(address_read("127.0.0.1:0", &address, &error), MK_OK);
	listening = address_listen(&address, 0600, &error);
	cr_assert_eq(address_from_fd(listening, &inherited, &error), MK_OK);
	cr_assert_arr_eq(&inherited.at, &address.at, address.length);
	close(listening);
	cr_assert_eq(pipe(pipes), 0);
	cr_assert_eq(address_from_fd(pipes[0], &inherited, &error), MK_IMPOSSIBLE);
	cr_assert_eq(address_from_fd(-1, &inherited, &error), MK_IMPOSSIBLE);
}
