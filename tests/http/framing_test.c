/* The check of framing alone: accepted and rejected input, independent of how it is split. */
#include "http/mhd/framing.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNKED "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
#define GET "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

struct row {
	int status; /* 0: it passes */
	size_t length;
	const char *bytes;
};

#define ROW(status, bytes) \
	{ \
		status, sizeof(bytes) - 1, bytes \
	}

static const struct row rows[] = {
	ROW(0, GET),
	ROW(0, GET GET),
	ROW(0, "\r\n" GET "\r\n\r\n" GET),
	ROW(0, "GET /a?b=c&d HTTP/1.0\r\n\r\n" GET),
	ROW(0, "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\na\nb" GET),
	ROW(0, "POST / HTTP/1.1\r\ncontent-LENGTH:\t 03\r\n\r\nabc" GET),
	ROW(0, CHUNKED "3\r\n\r\nx\r\n0\r\n\r\n" GET),
	ROW(0, CHUNKED "3;a=b;c\r\nabc\r\nA\r\n0123456789\r\n0;x\r\nA: b\r\n\r\n" GET),
	ROW(0, "POST / HTTP/1.1\r\nTransfer-Encoding:  CHUNKED\r\n\r\n0\r\n\r\n" GET),
	/* The body of a request that is refused by its header is not read. */
	ROW(0, "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n\n\n\n"),
	ROW(0, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked \r\n\r\n\n\n\n"),
	ROW(0, "POST / HTTP/1.1\r\nTransfer-Encoding: chunke\r\n\r\n\n\n\n"),
	ROW(0, CHUNKED "0\r\nContent-Length: x\r\n\r\n" GET),
	ROW(400, "\n" GET),
	ROW(400, "\r\n\r\n\r\n" GET),
	ROW(400, " GET / HTTP/1.1\r\n\r\n"),
	ROW(400, "GET  / HTTP/1.1\r\n\r\n"),
	ROW(400, "GET /  HTTP/1.1\r\n\r\n"),
	ROW(400, "GET / HTTP/1.1 \r\n\r\n"),
	ROW(400, "GET /\r\n\r\n"),
	ROW(400, "GET / HTTP/1.1\n\r\n"),
	ROW(400, "GET /\1 HTTP/1.1\r\n\r\n"),
	ROW(400, "G(T / HTTP/1.1\r\n\r\n"),
	ROW(505, "GET / HTTP/2.0\r\n\r\n"),
	ROW(505, "GET / HTTP/0.9\r\n\r\n"),
	ROW(400, "GET / HTTP/1.1\r\nA: b\n\r\n"),
	ROW(400, "GET / HTTP/1.1\r\nA: b\r\n\n"),
	ROW(400, "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n"),
	ROW(400, "GET / HTTP/1.1\r\nA: b\0\r\n\r\n"),
	ROW(400, "GET / HTTP/1.1\r\nA : b\r\n\r\n"),
	ROW(400, "GET / HTTP/1.1\r\nA\r\n\r\n"),
	ROW(400, "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n"),
	ROW(400, "GET / HTTP/1.1\r\n: b\r\n\r\n"),
	ROW(400, "POST / HTTP/1.1\r\nContent-Length: +2\r\n\r\n{}"),
	ROW(400, "POST / HTTP/1.1\r\nContent-Length: 2,2\r\n\r\n{}"),
	ROW(400, "POST / HTTP/1.1\r\nContent-Length: 2 \r\n\r\n{}"),
	ROW(400, "POST / HTTP/1.1\r\nContent-Length: \r\n\r\n{}"),
	ROW(400, "POST / HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
	ROW(413, "POST / HTTP/1.1\r\nContent-Length: 9999999999999999999\r\n\r\n"),
	ROW(400, CHUNKED "2\n{}\r\n0\r\n\r\n"),
	ROW(400, CHUNKED "2;a\n{}\r\n0\r\n\r\n"),
	ROW(400, CHUNKED "2;a\rb\r\n{}\r\n0\r\n\r\n"),
	ROW(400, CHUNKED "2\r{}\r\n0\r\n\r\n"),
	ROW(400, CHUNKED "2\r\n{}\n0\r\n\r\n"),
	ROW(400, CHUNKED "2\r\n{}\r0\r\n\r\n"),
	ROW(400, CHUNKED "2\r\n{}x\r\n0\r\n\r\n"),
	ROW(400, CHUNKED "2\r\n{}\r\n0\n\r\n"),
	ROW(400, CHUNKED "2\r\n{}\r\n0\r\n\n"),
	ROW(400, CHUNKED "2\r\n{}\r\n0\r\nA: b\n\r\n"),
	ROW(400, CHUNKED "2 \r\n{}\r\n0\r\n\r\n"),
	ROW(400, CHUNKED "+2\r\n{}\r\n0\r\n\r\n"),
	ROW(400, CHUNKED "\r\n{}\r\n0\r\n\r\n"),
	ROW(413, CHUNKED "1000000000000000\r\n"),
	ROW(413, CHUNKED "ffffffffffffffff\r\n"),
	ROW(400, CHUNKED "0000000000000002\r\n{}\r\n0\r\n\r\n"),
	ROW(400, CHUNKED "2\r\n{}\r\n00000000000000000000\r\n\r\n"),
	ROW(413, "POST / HTTP/1.1\r\nContent-Length: 1000000000000000000\r\n\r\n"),
	ROW(400, "POST / HTTP/1.1\r\nContent-Length: 0000000000000000002\r\n\r\n{}"),
};

static int status_of(const struct framing *framing)
{
	return framing->fault ? framing->fault->status : 0;
}

Test(framing, is_judged_alike_in_one_piece_and_in_any_two)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		for (size_t cut = 0; cut <= rows[i].length; cut++) {
			struct framing framing = {0};
			size_t good;

			if (framing_feed(&framing, rows[i].bytes, cut, &good)) {
				framing_feed(
					&framing, rows[i].bytes + cut, rows[i].length - cut, &good);
			}
			cr_expect_eq(status_of(&framing), rows[i].status, "row %zu cut at %zu: %d",
				i, cut, status_of(&framing));
		}
	}
}

Test(framing, is_judged_alike_byte_by_byte)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct framing framing = {0};
		size_t good;

		for (size_t at = 0; at < rows[i].length && !framing.fault; at++) {
			framing_feed(&framing, rows[i].bytes + at, 1, &good);
		}
		cr_expect_eq(status_of(&framing), rows[i].status, "row %zu", i);
	}
}

Test(framing, knows_where_the_faulty_message_begins)
{
	static const char bytes[] = GET GET "GET / HTTP/3.0\r\n\r\n";
	struct framing framing = {0};
	size_t good;

	cr_assert_not(framing_feed(&framing, bytes, sizeof bytes - 1, &good));
	cr_assert_eq(good, 2 * (sizeof GET - 1));
	framing = (struct framing){0};
	cr_assert(framing_feed(&framing, bytes, 2 * (sizeof GET - 1) + 1, &good));
	cr_assert_not(framing_feed(&framing, "ET / HTTP/3.0\r\n", 15, &good));
	cr_assert_eq(good, SIZE_MAX);
}

static int status_byte_by_byte(const char *bytes, size_t length)
{
	struct framing framing = {0};
	size_t good;

	for (size_t at = 0; at < length && !framing.fault; at++) {
		framing_feed(&framing, bytes + at, 1, &good);
	}
	return status_of(&framing);
}

/* The first of two faults counts, also where one state reads both at once. */
Test(framing, a_limit_that_is_passed_before_another_fault_comes_first)
{
	static const struct {
		const char *begin, *end;
		int status;
	} heads[] = {
		{"GET /?", "\1 HTTP/1.1\r\n", 414},
		{"GET / HTTP/1.1\r\nA", " : b\r\n\r\n", 431},
		{"GET / HTTP/1.1\r\nCookie: ", "\1\r\n\r\n", 431},
	};
	char *bytes = malloc(64 * 1024);

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		size_t length = strlen(heads[i].begin);
		struct framing framing = {0};
		size_t good;

		strcpy(bytes, heads[i].begin);
		memset(bytes + length, 'a', MAX_HEADER_BYTES);
		strcpy(bytes + length + MAX_HEADER_BYTES, heads[i].end);
		length = strlen(bytes);
		framing_feed(&framing, bytes, length, &good);
		cr_expect_eq(status_of(&framing), heads[i].status, "%zu", i);
		cr_expect_eq(status_byte_by_byte(bytes, length), heads[i].status, "%zu", i);
	}
	free(bytes);
}

/* A head of `lines` lines of `name: value`, behind a target. */
static int status_of_head(const char *target, const char *line, int lines)
{
	char *bytes = malloc(128 * 1024);
	size_t length = (size_t)sprintf(bytes, "GET %s HTTP/1.1\r\n", target);
	struct framing framing = {0};
	size_t good;

	for (int i = 0; i < lines; i++) {
		length += (size_t)sprintf(bytes + length, "%s\r\n", line);
	}
	length += (size_t)sprintf(bytes + length, "\r\n");
	framing_feed(&framing, bytes, length, &good);
	free(bytes);
	return status_of(&framing);
}

Test(framing, limits_the_memory_of_a_head)
{
	char many[1024] = "/?";
	char cookies[1024] = "Cookie: ";

	memset(many + 2, '&', 159);
	cr_assert_eq(status_of_head(many, "", 0), 0);
	memset(many + 2, '&', 160);
	cr_assert_eq(status_of_head(many, "", 0), 414);
	cr_assert_eq(status_of_head("/", "A: b", MAX_RECORDS), 0);
	cr_assert_eq(status_of_head("/", "A: b", MAX_RECORDS + 1), 431);
	memset(cookies + 8, ';', 159);
	cr_assert_eq(status_of_head("/", cookies, 1), 0);
	memset(cookies + 8, ';', 160);
	cr_assert_eq(status_of_head("/", cookies, 1), 431);
}

/* libmicrohttpd copies a cookie to take it apart. */
Test(framing, a_cookie_counts_twice_of_the_pool)
{
	static char cookie[12 * 1024 + 1] = "Cookie: ";

	memset(cookie + 8, 'a', 10 * 1024);
	cr_assert_eq(status_of_head("/", cookie, 1), 0);
	memset(cookie + 8, 'a', 12 * 1024 - 8);
	cr_assert_eq(status_of_head("/", cookie, 1), 431);
}

static int status_of_body(const char *part, int times, const char *end)
{
	struct framing framing = {0};
	size_t good;

	framing_feed(&framing, CHUNKED, sizeof CHUNKED - 1, &good);
	for (int i = 0; i < times && !framing.fault; i++) {
		framing_feed(&framing, part, strlen(part), &good);
	}
	if (!framing.fault) {
		framing_feed(&framing, end, strlen(end), &good);
	}
	return status_of(&framing);
}

Test(framing, limits_chunk_extensions_and_trailers)
{
	char extension[MAX_SIZE_LINE + 16];
	char trailer[MAX_TRAILER_BYTES + 16];

	snprintf(extension, sizeof extension, "1;%0*d\r\nx\r\n", MAX_SIZE_LINE, 0);
	cr_assert_eq(status_of_body(extension, 1, "0\r\n\r\n"), 0);
	cr_assert_eq(status_of_body(extension, 16, "0\r\n\r\n"), 0);
	cr_assert_eq(status_of_body(extension, 17, "0\r\n\r\n"), 400);
	snprintf(extension, sizeof extension, "1;%0*d\r\nx\r\n", MAX_SIZE_LINE + 1, 0);
	cr_assert_eq(status_of_body(extension, 1, "0\r\n\r\n"), 400);
	snprintf(trailer, sizeof trailer, "0\r\nA: %0*d\r\n\r\n", MAX_TRAILER_BYTES - 7, 0);
	cr_assert_eq(status_of_body("", 0, trailer), 0);
	snprintf(trailer, sizeof trailer, "0\r\nA: %0*d\r\n\r\n", MAX_TRAILER_BYTES - 5, 0);
	cr_assert_eq(status_of_body("", 0, trailer), 431);
}
