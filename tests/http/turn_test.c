/* How long a turn of the loop is, and whose requests it takes. */
#include "http/rig.h"

#include <criterion/criterion.h>

TestSuite(http_turn, .timeout = 300);

enum {
	WORK_MS = 1,
	CLIENTS = 40,
	REQUESTS = 50, /* of each, sent at once */
	VISIT = 3,     /* the most requests that one visit of a connection handles */
	TURN_MS = 5,
};

static atomic_int handled;
static atomic_int handled_before_newcomer;
static int in_longest_turn;
static uv_prepare_t turns;

static void work(struct http_request *request, void *context)
{
	double end = rig_seconds() + WORK_MS / 1000.0;

	(void)context;
	if (strcmp(http_request_path(request), "/newcomer") == 0) {
		atomic_store(&handled_before_newcomer, atomic_load(&handled));
	}
	while (rig_seconds() < end) {
	}
	atomic_fetch_add(&handled, 1);
	http_request_respond(request, &(struct http_response){.status = 204});
}

static void on_turn(uv_prepare_t *handle)
{
	static int before;
	int now = atomic_load(&handled);

	(void)handle;
	in_longest_turn = now - before > in_longest_turn ? now - before : in_longest_turn;
	before = now;
}

static void watch_turns(struct rig *rig)
{
	uv_prepare_init(&rig->loop, &turns);
	uv_prepare_start(&turns, on_turn);
}

static void end_watch(struct rig *rig)
{
	(void)rig;
	uv_close((uv_handle_t *)&turns, NULL);
}

/* Meanwhile the bytes of all clients arrive. */
static void hold_loop(struct rig *rig)
{
	(void)rig;
	rig_sleep_ms(300);
}

static void *send_all(void *context)
{
	const int *clients = context;
	char requests[64 * REQUESTS] = "";

	for (int i = 0; i < REQUESTS; i++) {
		strcat(requests, "GET /work HTTP/1.1\r\nHost: h\r\n\r\n");
	}
	for (int i = 0; i < CLIENTS; i++) {
		client_say(clients[i], requests);
	}
	return NULL;
}

static struct rig *start_busy(const struct http_options *options, int clients[CLIENTS])
{
	struct rig *rig = rig_start(*options, work);
	pthread_t sender;

	rig_do(rig, watch_turns);
	for (int i = 0; i < CLIENTS; i++) {
		clients[i] = client_connect(rig);
	}
	cr_assert(rig_counts(rig, offsetof(struct http_figures, connections), CLIENTS));
	pthread_create(&sender, NULL, send_all, clients);
	rig_do(rig, hold_loop);
	pthread_join(sender, NULL);
	return rig;
}

static void stop_busy(struct rig *rig, const int clients[CLIENTS])
{
	for (int i = 0; i < CLIENTS; i++) {
		close(clients[i]);
	}
	rig_do(rig, end_watch);
	rig_stop(rig);
}

Test(http_turn, a_turn_ends_after_5_ms_however_many_requests_are_ready)
{
	struct http_options options = rig_options();
	int clients[CLIENTS];
	struct rig *rig = start_busy(&options, clients);

	cr_assert(rig_becomes(&handled, CLIENTS * REQUESTS));
	/* One before the loop sleeps and one after it, and a visit more each. */
	cr_assert_leq(in_longest_turn, 2 * (TURN_MS / WORK_MS + VISIT), "%d", in_longest_turn);
	stop_busy(rig, clients);
}

Test(http_turn, a_newcomer_waits_for_one_visit_of_each_busy_connection_not_for_all_of_its_requests)
{
	struct http_options options = rig_options();
	int clients[CLIENTS];
	struct rig *rig = start_busy(&options, clients);
	int newcomer = client_connect(rig);
	struct answer *answer;
	int before;

	client_say(newcomer, "GET /newcomer HTTP/1.1\r\nHost: h\r\n\r\n");
	before = atomic_load(&handled);
	answer = client_read(newcomer, false);
	cr_assert_eq(answer->status, 204);
	/* The present round and the next one. */
	cr_assert_leq(atomic_load(&handled_before_newcomer) - before, 2 * CLIENTS * VISIT);
	cr_assert(rig_becomes(&handled, CLIENTS * REQUESTS + 1));
	free(answer);
	close(newcomer);
	stop_busy(rig, clients);
}

/*
 * Its connections are accepted in the turns of a round in which none of them is visited yet, and so
 * none is known to be quiet when the next one is accepted.
 */
Test(http_turn, connections_without_requests_while_the_loop_is_busy_block_no_client)
{
	enum { IDLE_CLIENTS = 300, SPARE = 64 };
	struct http_options options = rig_options();
	int clients[CLIENTS], idle_clients[IDLE_CLIENTS], honest;
	struct rig *rig;
	struct answer *answer;

	options.connection_limit = CLIENTS + 20;
	rig = start_busy(&options, clients);
	for (int i = 0; i < IDLE_CLIENTS; i++) {
		idle_clients[i] = client_connect(rig);
		client_say(idle_clients[i], "GET /work HTTP/1.1\r\nHo");
	}
	honest = client_connect(rig);
	client_say(honest, "GET /work HTTP/1.1\r\nHost: h\r\n\r\n");
	answer = client_read(honest, false);
	cr_assert_eq(answer->status, 204);
	cr_assert_leq(rig_figures(rig).connections, options.connection_limit + SPARE);
	free(answer);
	close(honest);
	for (int i = 0; i < IDLE_CLIENTS; i++) {
		close(idle_clients[i]);
	}
	stop_busy(rig, clients);
}

/* ---- A server that is late ------------------------------------------------------------------- */

static void hold_beyond_header_timeout(struct rig *rig)
{
	(void)rig;
	rig_sleep_ms(1500);
}

static void *send_one(void *context)
{
	rig_sleep_ms(300);
	client_say(*(const int *)context, "GET /work HTTP/1.1\r\nHost: h\r\n\r\n");
	return NULL;
}

Test(http_turn, a_request_sent_in_time_is_answered_although_it_was_read_too_late)
{
	struct http_options options = rig_options();
	struct rig *rig;
	pthread_t sender;
	struct answer *answer;
	int client;

	options.header_timeout_s = 1;
	rig = rig_start(options, work);
	client = client_connect(rig);
	cr_assert(rig_counts(rig, offsetof(struct http_figures, connections), 1));
	pthread_create(&sender, NULL, send_one, &client);
	rig_do(rig, hold_beyond_header_timeout);
	pthread_join(sender, NULL);
	answer = client_read(client, false);
	cr_assert_eq(answer->status, 204);
	free(answer);
	close(client);
	rig_stop(rig);
}
