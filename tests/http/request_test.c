/* Whole requests in, replies out. */
#include "http/handlers.h"

#include <criterion/criterion.h>
#include <sys/un.h>

TestSuite(http_request, .timeout = 300);

static struct answer *ask(const struct rig *rig, const char *request)
{
	return client_ask(rig, request, strlen(request));
}

static void tell_target(struct http_request *request, void *context)
{
	static char text[128];
	struct http_response reply = {.status = 200, .content_type = "text/plain", .body = text};

	(void)context;
	snprintf(text, sizeof text, "%s %s %s", http_request_path(request),
		http_request_host(request), http_request_header(request, "Host"));
	reply.length = strlen(text);
	http_request_respond(request, &reply);
}

Test(http_request, a_get_is_answered_and_its_outcome_reported_once)
{
	struct rig *rig = rig_start(rig_options(), handle);
	struct answer *answer = ask(rig, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");

	cr_assert_eq(answer->status, 200);
	cr_assert_str_eq(answer->body, "hello");
	cr_assert(strstr(answer->head, "Content-Type: text/plain\r\n"));
	cr_assert(strstr(answer->head, "Date: "));
	free(answer);
	cr_assert(rig_becomes(&rig->finished, 1));
	cr_assert_eq(rig->last_status, 200);
	rig_stop(rig);
}

Test(http_request, head_gets_the_header_alone)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	client_say(client, "HEAD /hello HTTP/1.1\r\nHost: h\r\n\r\n"
			   "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
	answer = client_read(client, false);
	cr_assert_eq(answer->status, 200);
	cr_assert(strstr(answer->head, "Content-Length: 5\r\n"));
	free(answer);
	answer = client_read(client, true);
	cr_assert_str_eq(answer->body, "hello");
	free(answer);
	close(client);
	rig_stop(rig);
}

Test(http_request, path_header_and_query_are_seen_decoded)
{
	struct rig *rig = rig_start(rig_options(), handle);
	struct answer *answer = ask(rig, "GET /describe%20me?a=1%262+3&flag&b= HTTP/1.1\r\n"
					 "Host: h\r\nX-TEST:  some value\r\n\r\n");

	cr_assert_str_eq(answer->body, "GET /describe me some value [1&2 3] []");
	free(answer);
	answer = ask(rig, "PURGE /describe HTTP/1.1\r\nHost: h\r\n\r\n");
	cr_assert_str_eq(answer->body, "PURGE /describe - [-] [-]");
	free(answer);
	rig_stop(rig);
}

/* RFC 9112, 3.2.2: its host counts, and the header's does not. */
Test(http_request, an_absolute_target_is_its_path_and_its_host)
{
	static const struct {
		const char *target, *path, *host;
	} rows[] = {
		{"http://i:80/describe?a=1", "/describe", "i:80"},
		{"HTTP://[::1]:80/describe", "/describe", "[::1]:80"},
		{"http://i", "/", "i"},
		{"http://i?a=1", "/", "i"},
		{"/describe", "/describe", "h"},
	};
	struct rig *rig = rig_start(rig_options(), tell_target);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char request[128], wanted[64];
		struct answer *answer;

		snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n",
			rows[i].target);
		snprintf(wanted, sizeof wanted, "%s %s %s", rows[i].path, rows[i].host,
			rows[i].host);
		answer = client_ask(rig, request, strlen(request));
		cr_expect_eq(answer->status, 200, "%s", rows[i].target);
		cr_expect_str_eq(answer->body, wanted, "%s: %s", rows[i].target, answer->body);
		free(answer);
	}
	rig_stop(rig);
}

Test(http_request, a_reply_carries_its_headers_and_may_close)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	client_say(client, "GET /teapot HTTP/1.1\r\nHost: h\r\n\r\n");
	answer = client_read(client, true);
	cr_assert_eq(answer->status, 418);
	cr_assert(strstr(answer->head, "X-Kind: oolong\r\n"));
	cr_assert(strstr(answer->head, "X-Request: 1\r\n"));
	cr_assert(answer->closes);
	cr_assert(client_sees_end(client));
	free(answer);
	close(client);
	rig_stop(rig);
}

Test(http_request, a_body_in_one_piece_in_bytes_or_in_chunks_is_the_same)
{
	static const char head[] = "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n";
	struct rig *rig = rig_start(rig_options(), handle);
	struct answer *answer =
		ask(rig, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n"
			 "hello world");
	int client = client_connect(rig);

	cr_assert_str_eq(answer->body, "hello world");
	free(answer);
	answer = ask(rig, "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
			  "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nTrailer: t\r\n\r\n");
	cr_assert_str_eq(answer->body, "hello world");
	free(answer);
	for (const char *byte = head; *byte; byte++) {
		client_send(client, byte, 1);
	}
	for (const char *byte = "hello world"; *byte; byte++) {
		client_send(client, byte, 1);
		rig_sleep_ms(2);
	}
	answer = client_read(client, true);
	cr_assert_str_eq(answer->body, "hello world");
	free(answer);
	close(client);
	rig_stop(rig);
}

Test(http_request, a_body_as_large_as_the_limit_arrives_whole)
{
	static char request[70000];
	struct rig *rig = rig_start(rig_options(), handle);
	struct answer *answer;
	int length = snprintf(request, sizeof request,
		"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 65536\r\n\r\n");

	for (int i = 0; i < 65536; i++) {
		request[length + i] = (char)('a' + i % 23);
	}
	answer = client_ask(rig, request, (size_t)length + 65536);
	cr_assert_eq(answer->length, 65536);
	cr_assert_eq(memcmp(answer->body, request + length, 65536), 0);
	free(answer);
	rig_stop(rig);
}

Test(http_request, expect_100_continue_is_answered_before_the_body)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	client_say(client, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n"
			   "Expect: 100-continue\r\n\r\n");
	answer = client_read(client, false);
	cr_assert_eq(answer->status, 100);
	free(answer);
	client_say(client, "body");
	answer = client_read(client, true);
	cr_assert_str_eq(answer->body, "body");
	free(answer);
	close(client);
	rig_stop(rig);
}

Test(http_request, a_large_reply_arrives_whole)
{
	struct rig *rig = rig_start(rig_options(), handle);
	struct answer *answer = ask(rig, "GET /big?n=3000000 HTTP/1.1\r\nHost: h\r\n\r\n");

	cr_assert_eq(answer->length, 3000000);
	cr_assert_eq(answer->body[2999999], 'x');
	free(answer);
	rig_stop(rig);
}

Test(http_request, a_thousand_requests_on_one_connection)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);

	for (int i = 0; i < 1000; i++) {
		char request[128];
		char wanted[32];
		struct answer *answer;

		snprintf(wanted, sizeof wanted, "number %03d", i);
		snprintf(request, sizeof request,
			"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n%s", wanted);
		client_say(client, request);
		answer = client_read(client, true);
		cr_assert_str_eq(answer->body, wanted);
		free(answer);
	}
	cr_assert(rig_becomes(&rig->finished, 1000));
	cr_assert_eq(rig_figures(rig).connections, 1);
	close(client);
	rig_stop(rig);
}

Test(http_request, pipelined_requests_are_answered_in_order)
{
	static char requests[100 * 64];
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	size_t length = 0;

	for (int i = 0; i < 100; i++) {
		length += (size_t)snprintf(requests + length, sizeof requests - length,
			"GET /%s?a=%d HTTP/1.1\r\nHost: h\r\n\r\n", i % 3 ? "describe" : "later",
			i);
	}
	client_send(client, requests, length);
	for (int i = 0; i < 100; i++) {
		struct answer *answer = client_read(client, true);
		char wanted[64];

		snprintf(wanted, sizeof wanted, "GET /describe - [%d] [-]", i);
		cr_assert_str_eq(answer->body, i % 3 ? wanted : "late");
		free(answer);
	}
	close(client);
	rig_stop(rig);
}

Test(http_request, an_old_client_gets_its_answer_and_the_end)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	client_say(client, "GET /hello HTTP/1.0\r\n\r\n");
	answer = client_read(client, true);
	cr_assert_str_eq(answer->body, "hello");
	cr_assert(client_sees_end(client));
	free(answer);
	close(client);
	rig_stop(rig);
}

Test(http_request, a_unix_socket_serves_as_well)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	struct http_options options = rig_options();
	int client = socket(AF_UNIX, SOCK_STREAM, 0);
	struct rig *rig;
	struct answer *answer;

	/* An abstract name leaves no file behind. */
	snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "makker-test-%d", getpid());
	options.socket = socket(AF_UNIX, SOCK_STREAM, 0);
	cr_assert_eq(bind(options.socket, (struct sockaddr *)&address, sizeof address), 0);
	cr_assert_eq(listen(options.socket, 16), 0);
	rig = rig_start(options, handle);
	cr_assert_eq(connect(client, (struct sockaddr *)&address, sizeof address), 0);
	client_say(client, "GET /later HTTP/1.1\r\nHost: h\r\n\r\n"
			   "GET /never HTTP/1.1\r\nHost: h\r\n\r\n");
	answer = client_read(client, true);
	cr_assert_str_eq(answer->body, "late");
	free(answer);
	cr_assert(rig_becomes(&handlers_kept, 2));
	close(client);
	cr_assert(rig_becomes(&handlers_gone, 1));
	rig_stop(rig);
}

Test(http_request, many_clients_wait_for_later_answers_at_the_same_time)
{
	enum { CLIENTS = 200 };
	struct rig *rig = rig_start(rig_options(), handle);
	int clients[CLIENTS];

	for (int i = 0; i < CLIENTS; i++) {
		clients[i] = client_connect(rig);
		client_say(clients[i], "GET /later?ms=100 HTTP/1.1\r\nHost: h\r\n\r\n");
	}
	for (int i = 0; i < CLIENTS; i++) {
		struct answer *answer = client_read(clients[i], true);

		cr_assert_str_eq(answer->body, "late");
		free(answer);
		close(clients[i]);
	}
	cr_assert(rig_becomes(&rig->finished, CLIENTS));
	rig_stop(rig);
}

static int ask_once(int client)
{
	struct answer *answer;
	int status;

	client_say(client, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
	answer = client_read(client, true);
	status = answer->status;
	free(answer);
	return status;
}

Test(http_request, beyond_the_limit_the_connection_goes_that_asked_nothing_for_the_longest_time)
{
	struct http_options options = rig_options();
	struct rig *rig;
	int oldest, asked, newcomer;

	options.connection_limit = 2;
	rig = rig_start(options, handle);
	asked = client_connect(rig);
	oldest = client_connect(rig);
	cr_assert_eq(ask_once(asked), 200);
	newcomer = client_connect(rig);
	cr_assert_eq(ask_once(newcomer), 200);
	cr_assert(client_sees_end(oldest));
	cr_assert_eq(ask_once(asked), 200);
	cr_assert_eq(ask_once(newcomer), 200);
	close(oldest);
	close(asked);
	close(newcomer);
	rig_stop(rig);
}

Test(http_request, a_client_that_waits_for_its_response_is_not_disconnected)
{
	enum { WAITING = 20 };
	struct http_options options = rig_options();
	int clients[WAITING];
	struct rig *rig;

	options.connection_limit = 2;
	rig = rig_start(options, handle);
	for (int i = 0; i < WAITING; i++) {
		clients[i] = client_connect(rig);
		client_say(clients[i], "GET /later?ms=500 HTTP/1.1\r\nHost: h\r\n\r\n");
		cr_assert(rig_becomes(&handlers_kept, i + 1));
	}
	for (int i = 0; i < WAITING; i++) {
		struct answer *answer = client_read(clients[i], true);

		cr_assert_eq(answer->status, 200);
		free(answer);
		close(clients[i]);
	}
	rig_stop(rig);
}

/* Many more than the limit, none of which asks anything, and one honest client. */
Test(http_request, connections_without_requests_block_no_client)
{
	enum { IDLE_CLIENTS = 300 };
	struct http_options options = rig_options();
	int idle_clients[IDLE_CLIENTS], honest;
	struct rig *rig;

	options.connection_limit = 20;
	rig = rig_start(options, handle);
	for (int i = 0; i < IDLE_CLIENTS; i++) {
		idle_clients[i] = client_connect(rig);
		client_say(idle_clients[i], "GET /hello HTTP/1.1\r\nHo");
	}
	honest = client_connect(rig);
	for (int i = 0; i < 10; i++) {
		cr_assert_eq(ask_once(honest), 200);
	}
	cr_assert_leq(rig_figures(rig).connections, 20u + 64u);
	close(honest);
	for (int i = 0; i < IDLE_CLIENTS; i++) {
		close(idle_clients[i]);
	}
	rig_stop(rig);
}
