/* Requests that are refused before a handler sees them: hostile, ambiguous and too large ones. */
#include "http/handlers.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

TestSuite(http_refuse, .timeout = 300);

/* Strings with NUL in them, so with their length. Criterion wants no pointers here. */
struct hostile {
	char name[48];
	int status;
	size_t length;
	char bytes[256];
};

#define ROW(name, status, bytes) \
	{ \
		name, status, sizeof(bytes) - 1, bytes \
	}

ParameterizedTestParameters(http_refuse, hostile_requests_get_an_error_and_the_end)
{
	static struct hostile rows[] = {
		ROW("two Content-Lengths that differ", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
			"Content-Length: 4\r\n\r\nabcd"),
		ROW("two Content-Lengths that agree", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
			"Content-Length: 3\r\n\r\nabc"),
		ROW("Content-Length and Transfer-Encoding", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
			"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
		ROW("Transfer-Encoding twice", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
			"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
		ROW("an unknown Transfer-Encoding", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n"
			"\r\n0\r\n\r\n"),
		ROW("Transfer-Encoding from an old client", 400,
			"POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
		ROW("a chunk without a size", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
			"\r\nxyz\r\nabc\r\n0\r\n\r\n"),
		ROW("a bare LF behind the size of a chunk", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
			"\r\n3\nabc\r\n0\r\n\r\n"),
		ROW("a bare LF behind the data of a chunk", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
			"\r\n3\r\nabc\n0\r\n\r\n"),
		ROW("a bare LF behind the last chunk", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
			"\r\n3\r\nabc\r\n0\n\r\n"),
		ROW("a bare LF as the end of the trailers", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
			"\r\n3\r\nabc\r\n0\r\nA: b\r\n\n"),
		ROW("a bare CR in a chunk extension", 400,
			"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
			"\r\n3;a\rb\r\nabc\r\n0\r\n\r\n"),
		ROW("no HTTP", 400, "\x16\x03\x01\x02\r\n\r\n"),
		ROW("a method alone", 400, "GET\r\n\r\n"),
		ROW("CONNECT", 400, "CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("a star", 400, "GET * HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("a path that is none", 400, "GET hello HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("another scheme", 400, "GET ftp://h/hello HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("https without it", 421, "GET https://h/hello HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("user information", 400, "GET http://u@h/hello HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("an address without a host", 400,
			"GET http:///hello HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("no Host", 400, "GET /hello HTTP/1.1\r\n\r\n"),
		ROW("no Host but other headers", 400, "GET /hello HTTP/1.1\r\nA: b\r\n\r\n"),
		ROW("two Hosts", 400, "GET /hello HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n"),
		ROW("bare LF behind the request line", 400, "GET /hello HTTP/1.1\nHost: h\r\n\r\n"),
		ROW("bare LF behind a header", 400, "GET /hello HTTP/1.1\r\nHost: h\nA: b\r\n\r\n"),
		ROW("bare LF behind the last header", 400, "GET /hello HTTP/1.1\r\nHost: h\n\r\n"),
		ROW("bare LF as the empty line", 400, "GET /hello HTTP/1.1\r\nHost: h\r\n\n"),
		ROW("bare LF everywhere", 400, "GET /hello HTTP/1.1\nHost: h\n\n"),
		ROW("bare CR in a value", 400, "GET /hello HTTP/1.1\r\nHost: h\r\nA: b\rc\r\n\r\n"),
		ROW("NUL in a value", 400, "GET /hello HTTP/1.1\r\nHost: h\r\nA: b\0c\r\n\r\n"),
		ROW("NUL at the end of a value", 400,
			"GET /hello HTTP/1.1\r\nHost: h\r\nA: b\0\r\n\r\n"),
		ROW("NUL in a name", 400, "GET /hello HTTP/1.1\r\nHost: h\r\nA\0B: c\r\n\r\n"),
		ROW("NUL as a line", 400, "GET /hello HTTP/1.1\r\nHost: h\r\n\0A: c\r\n\r\n"),
		ROW("NUL in the target", 400, "GET /hello\0/x HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("NUL in the method", 400, "GE\0T /hello HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("%00 in the path", 400, "GET /hello%00x HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("%00 in the query", 400, "GET /hello?a=%00 HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("a space in the target", 400, "GET /hello x HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("a tab in the target", 400, "GET /hel\tlo HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("two spaces behind the method", 400, "GET  /hello HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("a method that is no token", 400, "GE(T /hello HTTP/1.1\r\nHost: h\r\n\r\n"),
		ROW("a space before the colon", 400,
			"GET /hello HTTP/1.1\r\nHost: h\r\nA : b\r\n\r\n"),
		ROW("a header without a name", 400,
			"GET /hello HTTP/1.1\r\nHost: h\r\n: b\r\n\r\n"),
		ROW("a header without a colon", 400,
			"GET /hello HTTP/1.1\r\nHost: h\r\nnonsense\r\n\r\n"),
		ROW("a folded header", 400, "GET /hello HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n"),
		ROW("a folded header at the end", 400,
			"GET /hello HTTP/1.1\r\nA: b\r\nHost: h\r\n\ti\r\n\r\n"),
		ROW("an unknown version", 505, "GET /hello HTTP/3.0\r\nHost: h\r\n\r\n"),
		ROW("a malformed version", 400, "GET /hello HTTX/1.1\r\nHost: h\r\n\r\n"),
	};

	return cr_make_param_array(struct hostile, rows, sizeof rows / sizeof *rows);
}

ParameterizedTest(struct hostile *row, http_refuse, hostile_requests_get_an_error_and_the_end)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	client_send(client, row->bytes, row->length);
	answer = client_read(client, true);
	cr_expect_eq(answer->status, row->status, "%s: %d", row->name, answer->status);
	cr_expect(answer->closes, "%s: does not say that it closes", row->name);
	cr_expect(client_sees_end(client), "%s: does not close", row->name);
	free(answer);
	close(client);
	rig_stop(rig);
}

/* Sends pieces one after another; gives the statuses of all that comes back, and its end. */
static const char *statuses_of(const struct rig *rig, const char *const *pieces)
{
	static char statuses[64];
	int client = client_connect(rig);
	size_t length = 0;
	struct answer *answer;

	for (; *pieces; pieces++) {
		client_say(client, *pieces);
		rig_sleep_ms(20);
	}
	for (;;) {
		answer = client_read(client, true);
		if (answer->status == 0) {
			break;
		}
		length += (size_t)snprintf(
			statuses + length, sizeof statuses - length, "%d ", answer->status);
		free(answer);
	}
	statuses[length] = '\0';
	free(answer);
	close(client);
	return statuses;
}

Test(http_refuse, a_content_length_must_be_a_number)
{
	static const char *const values[] = {"3, 3", "-3", "", "+3", "0x3", "3 3", "three"};
	struct rig *rig = rig_start(rig_options(), handle);

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		char request[128];

		snprintf(request, sizeof request,
			"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: %s\r\n\r\nabc",
			values[i]);
		cr_expect_str_eq(statuses_of(rig, (const char *const[]){request, NULL}), "400 ",
			"%s", values[i]);
	}
	cr_assert_eq(client_status(rig, "POST /echo HTTP/1.1\r\nHost: h\r\n"
					"Content-Length: 99999999999999999999\r\n\r\n"),
		413);
	rig_stop(rig);
}

#define CHUNKED "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
#define HELLO "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n"

/* However it is cut: libmicrohttpd has the first piece already when the fault is read. */
Test(http_refuse, a_fault_in_a_later_piece_gets_one_answer)
{
	static const char *const rows[][5] = {
		{"400 ", "GET /hello HT", "TX/1.1\r\n", NULL},
		{"400 ", "GE", "(T / HTTP/1.1\r\n", NULL},
		{"400 ", "GET /hello HTTP/1.1\r\nHost: h\r\nA", " : b\r\n\r\n", NULL},
		{"400 ", "GET /hello HTTP/1.1\r\n", "Host: h\n\r\n", NULL},
		{"400 ", "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2", ",2\r\n\r\n{}",
			NULL},
		{"400 ", CHUNKED, "3\nabc\r\n0\r\n\r\n", NULL},
		{"400 ", CHUNKED "3\r\n", "abc\n0\r\n\r\n", NULL},
		{"400 ", CHUNKED "3\r\nabc\r\n", "0\n\r\n", NULL},
		{"400 ", CHUNKED "3\r\nabc\r\n0\r\nA: b", "\n\r\n", NULL},
		{"400 ", CHUNKED "3;a", "\rb\r\nabc\r\n0\r\n\r\n", NULL},
		{"200 400 ", HELLO, "nonsense\r\n", NULL},
		{"200 400 ", HELLO "nons", "ense\r\n", NULL},
		{"200 200 400 ", HELLO HELLO "nonsense\r\n", HELLO, NULL},
		{"200 400 ", "GET /later?ms=100 HTTP/1.1\r\nHost: h\r\n\r\nnonsense\r\n", "more",
			NULL},
		{"505 ", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", NULL},
	};
	struct rig *rig = rig_start(rig_options(), handle);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cr_expect_str_eq(statuses_of(rig, rows[i] + 1), rows[i][0], "row %zu: %s", i,
			statuses_of(rig, rows[i] + 1));
	}
	cr_assert(rig_empties(rig));
	rig_stop(rig);
}

/* More of them than libmicrohttpd has memory for: it called no callback at the end of the request.
 */
Test(http_refuse, too_many_parameters_leave_nothing_behind)
{
	char request[512] = "GET /?";
	struct rig *rig = rig_start(rig_options(), handle);

	memset(request + 6, '&', 400);
	strcpy(request + 406, " HTTP/1.1\r\nHost: h\r\n\r\n");
	for (int i = 0; i < 20; i++) {
		cr_expect_eq(client_status(rig, request), 414);
	}
	cr_assert(rig_becomes(&rig->finished, 20));
	cr_assert_eq(rig->last_status, 414);
	cr_assert(rig_empties(rig));
	rig_stop(rig);
}

/* The first of them are let pass. */
static bool refuse_after_three(const struct http_peer *peer, int status, void *context)
{
	struct rig *rig = context;

	cr_assert(peer && peer->local);
	cr_assert_eq(status, 400);
	return atomic_fetch_add(&rig->rejected, 1) < 3;
}

Test(http_refuse, an_address_that_sends_too_many_gets_no_answer)
{
	struct http_options options = rig_options();
	struct rig *rig;

	options.rejected = refuse_after_three;
	rig = rig_start(options, handle);
	for (int i = 0; i < 6; i++) {
		cr_expect_eq(client_status(rig, "nonsense\r\n\r\n"), i < 3 ? 400 : 0);
	}
	cr_assert_eq(rig->rejected, 6);
	cr_assert(rig_empties(rig));
	rig_stop(rig);
}

/* A header of about `length` bytes in lines of 1000. */
static char *header_of(size_t length)
{
	char *request = malloc(length + 2048);
	size_t at = (size_t)sprintf(request, "GET /hello HTTP/1.1\r\nHost: h\r\n");

	while (at < length) {
		at += (size_t)sprintf(request + at, "X-%zu: %0990d\r\n", at, 7);
	}
	strcpy(request + at, "\r\n");
	return request;
}

static int status_of_header(size_t length)
{
	struct rig *rig = rig_start(rig_options(), handle);
	char *request = header_of(length);
	int status = client_status(rig, request);

	free(request);
	rig_stop(rig);
	return status;
}

Test(http_refuse, a_header_may_be_16_kib_and_no_more)
{
	cr_assert_eq(status_of_header(15 * 1024), 200);
	cr_assert_eq(status_of_header(16 * 1024), 431);
	cr_assert_eq(status_of_header(24 * 1024), 431);
	cr_assert_eq(status_of_header(40 * 1024), 431);
	cr_assert_eq(status_of_header(300 * 1024), 431);
}

Test(http_refuse, a_large_header_may_come_in_small_pieces)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	char *request = header_of(15 * 1024);
	size_t length = strlen(request);
	struct answer *answer;

	for (size_t at = 0; at < length; at += 700) {
		client_send(client, request + at, length - at < 700 ? length - at : 700);
		rig_sleep_ms(1);
	}
	answer = client_read(client, true);
	cr_assert_eq(answer->status, 200);
	free(answer);
	free(request);
	close(client);
	rig_stop(rig);
}

static int status_of_headers(int count)
{
	struct rig *rig = rig_start(rig_options(), handle);
	char request[8192] = "GET /hello HTTP/1.1\r\nHost: h\r\n";
	size_t at = strlen(request);
	int status;

	for (int i = 1; i < count; i++) {
		at += (size_t)sprintf(request + at, "X-%d: y\r\n", i);
	}
	strcpy(request + at, "\r\n");
	status = client_status(rig, request);
	rig_stop(rig);
	return status;
}

Test(http_refuse, a_hundred_headers_are_enough)
{
	cr_assert_eq(status_of_headers(100), 200);
	cr_assert_eq(status_of_headers(101), 431);
	cr_assert_eq(status_of_headers(400), 431);
}

Test(http_refuse, a_body_that_is_announced_too_large_is_refused_before_it_comes)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	client_say(client, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n"
			   "Expect: 100-continue\r\n\r\n");
	answer = client_read(client, true);
	cr_assert_eq(answer->status, 413);
	cr_assert_str_eq(answer->body, "too_large");
	free(answer);
	close(client);
	cr_assert(rig_becomes(&rig->finished, 1));
	cr_assert_eq(rig->last_status, 413);
	rig_stop(rig);
}

/* Closing at once would reset the connection, and the client would not see why. */
Test(http_refuse, a_client_that_sends_on_still_reads_the_refusal)
{
	static char body[3 * 1024 * 1024];
	struct rig *rig = rig_start(rig_options(), handle);

	for (int i = 0; i < 10; i++) {
		int client = client_connect(rig);
		struct answer *answer;

		client_say(client,
			"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3145728\r\n\r\n");
		rig_sleep_ms(10);
		cr_assert(client_send(client, body, sizeof body));
		answer = client_read(client, true);
		cr_assert_eq(answer->status, 413);
		cr_assert(client_sees_end(client));
		free(answer);
		close(client);
	}
	rig_stop(rig);
}

Test(http_refuse, a_chunked_body_beyond_the_limit_is_swallowed_and_refused_at_its_end)
{
	static char chunk[10000 + 8];
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	memset(chunk, 'z', sizeof chunk);
	memcpy(chunk, "2710\r\n", 6);
	memcpy(chunk + sizeof chunk - 2, "\r\n", 2);
	client_say(client, "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
	for (int i = 0; i < 7; i++) {
		client_send(client, chunk, sizeof chunk);
	}
	client_say(client, "0\r\n\r\n");
	answer = client_read(client, true);
	cr_assert_eq(answer->status, 413);
	cr_assert(client_sees_end(client));
	free(answer);
	close(client);
	rig_stop(rig);
}

Test(http_refuse, a_chunked_body_without_end_is_cut_off)
{
	static char chunk[10000 + 8];
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	int chunks = 0;

	memset(chunk, 'z', sizeof chunk);
	memcpy(chunk, "2710\r\n", 6);
	memcpy(chunk + sizeof chunk - 2, "\r\n", 2);
	client_say(client, "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
	while (chunks < 5000 && client_send(client, chunk, sizeof chunk)) {
		chunks++;
	}
	cr_assert_lt(chunks, 5000);
	close(client);
	rig_stop(rig);
}
