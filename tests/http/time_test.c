/* Slow clients, absent clients, and the end of the server. */
#include "http/handlers.h"

#include <criterion/criterion.h>

TestSuite(http_time, .timeout = 300);

static struct http_options impatient(void)
{
	struct http_options options = rig_options();

	options.header_timeout_s = 1;
	options.body_timeout_s = 1;
	options.idle_timeout_s = 1;
	return options;
}

/*
 * Sends a byte every 50 ms, and more of the last one when there are no others: a timer that starts
 * again with each would never fire. With no byte it only waits.
 */
static void drip(int client, const char *bytes, double since)
{
	struct pollfd ready = {.fd = client, .events = POLLIN};

	while (rig_seconds() - since < RIG_PATIENCE_S && poll(&ready, 1, 50) == 0) {
		if (*bytes && !client_send(client, bytes, 1)) {
			break;
		}
		bytes += *bytes && bytes[1];
	}
}

/* `since`: before its timer can have begun. */
static void expect_end_after_a_second(int client, const char *bytes, double since)
{
	drip(client, bytes, since);
	cr_expect_geq(rig_seconds() - since, 0.9);
	cr_expect(client_sees_end(client));
	close(client);
}

Test(http_time, a_slow_header_is_not_waited_for)
{
	struct rig *rig = rig_start(impatient(), handle);
	double since = rig_seconds();

	expect_end_after_a_second(client_connect(rig),
		"GET /hello HTTP/1.1\r\nHost: a-very-long-name-of-a-host.example.org\r\n"
		"X-More: and more and more and more and more and more and more",
		since);
	rig_stop(rig);
}

Test(http_time, a_connection_without_a_request_is_not_kept)
{
	struct rig *rig = rig_start(impatient(), handle);
	double since = rig_seconds();

	expect_end_after_a_second(client_connect(rig), "", since);
	rig_stop(rig);
}

static void expect_too_slow(int client)
{
	struct answer *answer = client_read(client, true);

	cr_expect_eq(answer->status, 408);
	free(answer);
	cr_expect(client_sees_end(client));
	close(client);
}

Test(http_time, a_slow_body_is_not_waited_for)
{
	struct rig *rig = rig_start(impatient(), handle);
	double since = rig_seconds();
	int client = client_connect(rig);

	client_say(client, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\n\r\n");
	drip(client, "one byte at a time", since);
	cr_expect_geq(rig_seconds() - since, 0.9);
	expect_too_slow(client);
	cr_assert(rig_becomes(&rig->finished, 1));
	cr_assert_eq(rig->last_status, 408);
	rig_stop(rig);
}

Test(http_time, a_body_that_stops_is_not_waited_for)
{
	struct rig *rig = rig_start(impatient(), handle);
	double since = rig_seconds();
	int client = client_connect(rig);

	client_say(client,
		"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe");
	drip(client, "", since);
	cr_expect_geq(rig_seconds() - since, 0.9);
	expect_too_slow(client);
	cr_assert(rig_becomes(&rig->finished, 1));
	cr_assert_eq(rig->last_status, 408);
	rig_stop(rig);
}

Test(http_time, an_idle_connection_ends_and_so_does_a_slow_second_header)
{
	struct rig *rig = rig_start(impatient(), handle);

	for (int slow = 0; slow < 2; slow++) {
		double since = rig_seconds();
		int client = client_connect(rig);
		struct answer *answer;

		client_say(client, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
		answer = client_read(client, true);
		cr_assert_eq(answer->status, 200);
		free(answer);
		expect_end_after_a_second(
			client, slow ? "GET /hello/with/a/path/that/never/ends" : "", since);
	}
	rig_stop(rig);
}

Test(http_time, an_answer_may_take_longer_than_any_timeout)
{
	struct rig *rig = rig_start(impatient(), handle);

	cr_assert_eq(client_status(rig, "GET /later?ms=2500 HTTP/1.1\r\nHost: h\r\n\r\n"), 200);
	rig_stop(rig);
}

/* A client that is gone for certain: its end of the connection answers with RST. */
static void leave(int client)
{
	struct linger at_once = {.l_onoff = 1};

	setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
	close(client);
}

Test(http_time, a_client_that_sends_no_more_gets_its_answer)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int older = client_connect(rig); /* to which libmicrohttpd attends before the others */
	struct answer *answer;

	static const char *const rows[] = {
		"GET /later?ms=0 HTTP/1.1\r\nHost: h\r\n\r\n",
		"GET /later?ms=900 HTTP/1.1\r\nHost: h\r\n\r\n",
		"POST /later?ms=450 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}",
		"GET /hello HTTP/1.1\r\nHost: h\r\n\r\n",
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int client = client_connect(rig);

		client_say(client, rows[i]);
		shutdown(client, SHUT_WR);
		answer = client_read(client, true);
		cr_expect_eq(answer->status, 200, "%s: %d", rows[i], answer->status);
		cr_assert(client_sees_end(client));
		free(answer);
		close(client);
	}
	close(older);
	cr_assert(rig_empties(rig));
	cr_assert_eq(handlers_gone, 0);
	rig_stop(rig);
}

/* A client that has left cannot be distinguished from one that still reads, so only then. */
Test(http_time, clients_that_send_no_more_are_given_up_first_where_connections_run_out)
{
	struct http_options options = rig_options();
	struct rig *rig;
	int client, others[5];

	options.connection_limit = 4;
	rig = rig_start(options, handle);
	client = client_connect(rig);
	client_say(client, "GET /never HTTP/1.1\r\nHost: h\r\n\r\n");
	cr_assert(rig_becomes(&handlers_kept, 1));
	close(client);
	rig_sleep_ms(1000);
	cr_assert_eq(handlers_gone, 0);
	for (int i = 0; i < 5; i++) {
		others[i] = client_connect(rig);
		client_say(others[i], "GET /never HTTP/1.1\r\nHost: h\r\n\r\n");
	}
	cr_assert(rig_becomes(&handlers_gone, 1));
	for (int i = 0; i < 5; i++) {
		leave(others[i]);
	}
	cr_assert(rig_empties(rig));
	rig_stop(rig);
}

Test(http_time, data_and_an_end_at_once_hold_nothing)
{
	static const char *const halves[] = {"GET /hel", "GET /hello HTTP/1.1\r\nHost: h\r\nA",
		"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx",
		"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nx",
		"GET /hello HTTP/1.1\r\nHost: h\r\n\r\n"};
	enum { ROUNDS = 5, CLIENTS = 20 }; /* in rounds: each end takes the server 0.2 s */
	struct rig *rig = rig_start(rig_options(), handle);

	for (unsigned round = 0; round < ROUNDS; round++) {
		int clients[CLIENTS];

		for (unsigned i = 0; i < CLIENTS; i++) {
			clients[i] = client_connect(rig);
			client_say(clients[i], halves[i % 5]);
			shutdown(clients[i], SHUT_WR);
		}
		/* Not closed: only the server's own end releases them. */
		for (unsigned i = 0; i < CLIENTS; i++) {
			cr_expect(i % 5 == 4 || client_sees_end(clients[i]), "%s", halves[i % 5]);
		}
	}
	cr_assert(rig_empties(rig));
	rig_stop(rig);
}

Test(http_time, a_disconnect_is_reported_once)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);

	client_say(client, "GET /never HTTP/1.1\r\nHost: h\r\n\r\n");
	cr_assert(rig_becomes(&handlers_kept, 1));
	cr_assert_eq(rig_figures(rig).requests_running, 1);
	rig_sleep_ms(700);
	cr_assert_eq(handlers_gone, 0);
	leave(client);
	cr_assert(rig_becomes(&handlers_gone, 1));
	cr_assert(rig_becomes(&rig->finished, 1));
	cr_assert_eq(rig->last_status, 0);
	cr_assert(rig_empties(rig));
	cr_assert_eq(handlers_gone, 1);
	rig_stop(rig);
}

Test(http_time, a_client_that_goes_away_early_is_noticed_too)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);

	client_say(client, "GET /never HTTP/1.1\r\nHost: h\r\n\r\n");
	cr_assert(rig_becomes(&handlers_kept, 1));
	leave(client);
	cr_assert(rig_becomes(&handlers_gone, 1));
	rig_stop(rig);
}

Test(http_time, a_client_that_resets_in_the_middle_of_a_body_leaves_nothing_behind)
{
	struct linger at_once = {.l_onoff = 1};
	struct rig *rig = rig_start(rig_options(), handle);

	for (unsigned i = 0; i < 20; i++) {
		int client = client_connect(rig);

		client_say(
			client, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nx");
		setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
		rig_sleep_ms(i);
		close(client);
	}
	cr_assert(rig_empties(rig));
	rig_stop(rig);
}

/* ---- The end of the server ------------------------------------------------------------------ */

Test(http_time, a_stop_lets_running_requests_be_answered)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int idle = client_connect(rig);
	int waiting = client_connect(rig);
	struct answer *answer;

	rig->grace_ms = RIG_PATIENCE_S * 1000;
	client_say(waiting, "GET /held HTTP/1.1\r\nHost: h\r\n\r\n");
	cr_assert(rig_becomes(&handlers_kept, 1));
	rig_stop_start(rig);
	cr_assert(client_sees_end(idle));
	cr_assert_eq(client_connect(rig), -1);
	rig_do(rig, handlers_let_go);
	answer = client_read(waiting, true);
	cr_assert_str_eq(answer->body, "late");
	cr_assert(answer->closes);
	free(answer);
	cr_assert(client_sees_end(waiting));
	close(idle);
	close(waiting);
	rig_stop_finish(rig);
}

static int asking;

/* The request has arrived, and the stop begins before it is read. */
static void ask_and_stop(struct rig *rig)
{
	client_say(asking, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
	http_server_stop(rig->server, rig->grace_ms, rig_on_stopped, rig);
}

Test(http_time, a_request_that_arrives_on_an_idle_connection_as_the_stop_begins_is_answered)
{
	struct rig *rig = rig_start(rig_options(), handle);
	struct answer *answer;

	asking = client_connect(rig);
	rig->grace_ms = RIG_PATIENCE_S * 1000;
	client_say(asking, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
	answer = client_read(asking, true);
	cr_assert_eq(answer->status, 200);
	free(answer);
	rig_do(rig, ask_and_stop);
	answer = client_read(asking, true);
	cr_assert_eq(answer->status, 200);
	cr_assert(answer->closes);
	free(answer);
	close(asking);
	rig_stop_finish(rig);
}

Test(http_time, a_stop_answers_503_when_its_patience_ends)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int waiting = client_connect(rig);
	int stream = client_connect(rig);
	int slow = client_connect(rig);
	struct answer *answer;

	rig->grace_ms = 200;
	client_say(waiting, "GET /never HTTP/1.1\r\nHost: h\r\n\r\n");
	client_say(stream, "GET /quiet HTTP/1.1\r\nHost: h\r\n\r\n");
	client_say(slow, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nx");
	cr_assert(rig_becomes(&handlers_kept, 1));
	cr_assert(rig_counts(rig, offsetof(struct http_figures, streams), 1));
	rig_stop_start(rig);
	answer = client_read(waiting, true);
	cr_assert_eq(answer->status, 503);
	cr_assert(client_sees_end(waiting));
	cr_assert_eq(handlers_gone, 1);
	free(answer);
	rig_stop_finish(rig);
	cr_assert_eq(handlers_closed, 1);
	close(waiting);
	close(stream);
	close(slow);
}

static void job_destroy(struct rig *rig)
{
	http_server_destroy(rig->server);
	uv_close((uv_handle_t *)&rig->wake, NULL);
}

Test(http_time, a_server_can_be_destroyed_with_everything_running)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int clients[4];

	for (int i = 0; i < 4; i++) {
		clients[i] = client_connect(rig);
	}
	client_say(clients[0], "GET /never HTTP/1.1\r\nHost: h\r\n\r\n");
	client_say(clients[1], "GET /quiet HTTP/1.1\r\nHost: h\r\n\r\n");
	client_say(clients[2], "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nx");
	cr_assert(rig_becomes(&handlers_kept, 1));
	cr_assert(rig_counts(rig, offsetof(struct http_figures, streams), 1));
	rig_do(rig, job_destroy);
	rig_stop_finish(rig);
	cr_assert_eq(handlers_gone, 1);
	cr_assert_eq(handlers_closed, 1);
	for (int i = 0; i < 4; i++) {
		close(clients[i]);
	}
}
