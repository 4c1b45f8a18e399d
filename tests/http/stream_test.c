/* Endless answers. */
#include "base/limits.h"
#include "http/handlers.h"

#include <criterion/criterion.h>
#include <math.h>

TestSuite(http_stream, .timeout = 300);

Test(http_stream, sent_data_arrives_and_the_end_is_the_end_of_the_body)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	client_say(client, "GET /lines?n=3 HTTP/1.1\r\nHost: h\r\n\r\n"
			   "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
	answer = client_read(client, true);
	cr_assert_eq(answer->status, 200);
	cr_assert(strstr(answer->head, "Content-Type: application/x-ndjson\r\n"));
	cr_assert(strstr(answer->head, "Cache-Control: no-store\r\n"));
	cr_assert_str_eq(answer->body, "line 3\nline 2\nline 1\n");
	free(answer);
	answer = client_read(client, true);
	cr_assert_str_eq(answer->body, "hello");
	free(answer);
	cr_assert_eq(handlers_closed, 1);
	close(client);
	rig_stop(rig);
}

Test(http_stream, an_old_client_gets_it_without_chunks)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;
	char bytes[64] = "";

	client_say(client, "GET /lines?n=2 HTTP/1.0\r\n\r\n");
	answer = client_read(client, false);
	cr_assert_not(strstr(answer->head, "chunked"));
	free(answer);
	client_read_bytes(client, bytes, sizeof bytes - 1);
	cr_assert_str_eq(bytes, "line 2\nline 1\n");
	close(client);
	rig_stop(rig);
}

Test(http_stream, head_gets_no_stream)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	client_say(client, "HEAD /lines HTTP/1.1\r\nHost: h\r\n\r\n");
	answer = client_read(client, false);
	cr_assert_eq(answer->status, 200);
	cr_assert(strstr(answer->head, "Content-Type: application/x-ndjson\r\n"));
	cr_assert(answer->closes);
	cr_assert(client_sees_end(client));
	free(answer);
	cr_assert(rig_becomes(&handlers_closed, 1));
	close(client);
	rig_stop(rig);
}

Test(http_stream, the_header_comes_before_there_is_anything_to_send)
{
	struct rig *rig = rig_start(rig_options(), handle);
	double least = INFINITY;

	/* Kept back it would come after 200 ms each time; a busy machine is not busy each time. */
	for (int tries = 1; tries <= 100 && least >= 0.18; tries++) {
		int client = client_connect(rig);
		double start = rig_seconds();
		struct answer *answer;

		client_say(client, "GET /quiet HTTP/1.1\r\nHost: h\r\n\r\n");
		answer = client_read(client, false);
		cr_assert_eq(answer->status, 200);
		least = fmin(least, rig_seconds() - start);
		cr_assert_eq(rig_figures(rig).streams, 1);
		free(answer);
		close(client);
		cr_assert(rig_becomes(&handlers_closed, tries));
		cr_assert_eq(rig_figures(rig).streams, 0);
	}
	cr_assert_lt(least, 0.18);
	rig_stop(rig);
}

Test(http_stream, a_reader_that_goes_away_in_the_middle_is_noticed)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	char bytes[1000];

	client_say(client, "GET /lines?n=100000 HTTP/1.1\r\nHost: h\r\n\r\n");
	cr_assert_eq(client_read_bytes(client, bytes, sizeof bytes), sizeof bytes);
	close(client);
	cr_assert(rig_becomes(&handlers_closed, 1));
	cr_assert(rig_becomes(&rig->finished, 1));
	rig_stop(rig);
}

/* An endless answer to a client that sends no more would be held for as long as it is quiet. */
Test(http_stream, a_reader_that_sends_no_more_has_left)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	char bytes[1000];

	client_say(client, "GET /lines?n=100000 HTTP/1.1\r\nHost: h\r\n\r\n");
	cr_assert_eq(client_read_bytes(client, bytes, sizeof bytes), sizeof bytes);
	shutdown(client, SHUT_WR);
	cr_assert(rig_becomes(&handlers_closed, 1));
	cr_assert(rig_empties(rig));
	close(client);
	rig_stop(rig);
}

/* The sender is notified, others are served meanwhile, and the reader gets all that was taken. */
Test(http_stream, a_slow_reader_is_reported_and_blocks_no_other)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int client = client_connect(rig);
	struct answer *answer;

	client_say(client, "GET /flood HTTP/1.1\r\nHost: h\r\n\r\n");
	cr_assert(rig_becomes(&handlers_slow, 1));
	cr_assert_eq(client_status(rig, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n"), 200);
	cr_assert_eq(handlers_closed, 0);
	answer = malloc(sizeof *answer);
	answer->length = 0;
	cr_assert(client_read_head(client, answer));
	while (client_read_chunk(client, answer) > 0) {
		cr_assert_eq(answer->body[0], 'y');
		if (answer->length > 2 * 1024 * 1024) {
			answer->length = 0;
		}
	}
	free(answer);
	cr_assert(rig_becomes(&handlers_closed, 1));
	close(client);
	rig_stop(rig);
}

Test(http_stream, the_queue_of_a_reader_has_a_limit_and_accepted_data_arrives)
{
	static const char request[] = "GET /brim HTTP/1.1\r\nHost: h\r\n\r\n";
	struct limits limits;
	struct http_options options = rig_options();
	struct answer *answer;
	struct rig *rig;

	limits_init(&limits);
	options.limits = &limits;
	rig = rig_start(options, handle);
	answer = client_ask(rig, request, sizeof request - 1);
	cr_assert_eq(answer->length, MAX_QUEUE_BYTES);
	cr_assert_eq(handlers_slow, 1);
	cr_assert_eq(limits.refused[LIMIT_QUEUE_BYTES], 1);
	free(answer);
	rig_stop(rig);
}

/*
 * With room for less than one reader's queue the flood ends there; another reader gets its first
 * bytes all the same; and all is given back.
 */
static void flood_beyond(struct http_options options, enum limit_id id)
{
	static const char other[] = "GET /lines?n=3 HTTP/1.1\r\nHost: h\r\n\r\n";
	struct limits limits;
	struct answer *answer;
	struct rig *rig;
	int client;

	limits_init(&limits);
	limits.value[id] = 65536;
	options.limits = &limits;
	rig = rig_start(options, handle);
	client = client_connect(rig);
	client_say(client, "GET /flood HTTP/1.1\r\nHost: h\r\n\r\n");
	cr_assert(rig_becomes(&handlers_slow, 1));
	cr_assert_leq(limits.used[LIMIT_SUBSCRIBER_BYTES], 65536);
	cr_assert_geq(limits.used[LIMIT_SUBSCRIBER_BYTES], 65536 - HTTP_BACKLOG_SHARE);
	cr_assert_eq(limits.refused[id], 1);
	cr_assert_eq(limits.refused[LIMIT_QUEUE_BYTES], 0);
	answer = client_ask(rig, other, sizeof other - 1);
	cr_assert_str_eq(answer->body, "line 3\nline 2\nline 1\n");
	free(answer);
	cr_assert_eq(limits.refused[id], 1);
	close(client);
	cr_assert(rig_becomes(&handlers_closed, 2));
	cr_assert_eq(limits.used[LIMIT_SUBSCRIBER_BYTES], 0);
	rig_stop(rig);
}

Test(http_stream, the_queues_of_all_readers_together_have_a_limit)
{
	flood_beyond(rig_options(), LIMIT_SUBSCRIBER_BYTES);
}

Test(http_stream, the_queues_of_the_readers_of_one_address_have_a_limit)
{
	struct http_options options = rig_options();

	options.limits_local = true;
	flood_beyond(options, LIMIT_ADDRESS_SUBSCRIBER_BYTES);
}
