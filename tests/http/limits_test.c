/* The resources that one address uses: connections and request bodies, and its identity. */
#include "http/handlers.h"

#include "base/limits.h"

#include <criterion/criterion.h>

enum { CONNECTIONS = 3, BODY_BYTES = 20000 };

static struct limits limits;
static struct rig *rig;

static void start(void)
{
	struct http_options options = rig_options();

	limits_init(&limits);
	limits.value[LIMIT_ADDRESS_CONNECTIONS] = CONNECTIONS;
	limits.value[LIMIT_ADDRESS_BODY_BYTES] = BODY_BYTES;
	options.limits = &limits;
	options.limits_local = true;
	rig = rig_start(options, handle);
}

static void stop(void)
{
	rig_stop(rig);
}

TestSuite(http_limits, .init = start, .fini = stop, .timeout = 300);

/* Every address of 127.0.0.0/8 is this machine's. */
static int connect_from(const char *ip)
{
	struct sockaddr_in from = {.sin_family = AF_INET};
	struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)rig->port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct timeval patience = {.tv_sec = RIG_PATIENCE_S};
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	cr_assert_eq(inet_pton(AF_INET, ip, &from.sin_addr), 1);
	cr_assert_eq(bind(client, (struct sockaddr *)&from, sizeof from), 0);
	cr_assert_eq(connect(client, (struct sockaddr *)&to, sizeof to), 0);
	setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	return client;
}

static int status_of(int client)
{
	struct answer *answer;
	int status;

	client_say(client, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
	answer = client_read(client, true);
	status = answer->status;
	free(answer);
	return status;
}

Test(http_limits, one_connection_beyond_is_closed_and_another_address_is_served)
{
	int clients[CONNECTIONS], beyond, other;

	for (int i = 0; i < CONNECTIONS; i++) {
		clients[i] = connect_from("127.0.0.1");
		cr_assert_eq(status_of(clients[i]), 200);
	}
	beyond = connect_from("127.0.0.1");
	cr_expect_eq(status_of(beyond), 0);
	other = connect_from("127.0.0.2");
	cr_expect_eq(status_of(other), 200);
	cr_expect_eq(limits.refused[LIMIT_ADDRESS_CONNECTIONS], 1);
	cr_expect_eq(status_of(clients[0]), 200, "the others stay open");
	close(beyond);
	close(other);
	close(clients[0]);
	cr_assert(rig_counts(rig, offsetof(struct http_figures, connections), CONNECTIONS - 1));
	clients[0] = connect_from("127.0.0.1");
	cr_expect_eq(status_of(clients[0]), 200, "there is a place again");
	for (int i = 0; i < CONNECTIONS; i++) {
		close(clients[i]);
	}
}

static void count_local(struct rig *of)
{
	http_server_count_local(of->server, true);
}

static void do_not_count_local(struct rig *of)
{
	http_server_count_local(of->server, false);
}

/* A body of 15000 bytes, of which all but the last is sent. */
static int begin_body(void)
{
	static char body[14999];
	int client = connect_from("127.0.0.1");

	memset(body, 'x', sizeof body);
	client_say(client, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 15000\r\n\r\n");
	client_send(client, body, sizeof body);
	return client;
}

static int end_body(int client)
{
	struct answer *answer;
	int status;

	client_say(client, "x");
	answer = client_read(client, true);
	status = answer->status;
	free(answer);
	close(client);
	return status;
}

static bool holds_bytes(uint64_t bytes)
{
	for (int i = 0; i < RIG_TURNS && limits.used[LIMIT_BODY_BYTES_TOTAL] != bytes; i++) {
		rig_sleep_ms(RIG_TURN_MS);
	}
	return limits.used[LIMIT_BODY_BYTES_TOTAL] == bytes;
}

Test(http_limits, counts_are_released_also_after_local_programs_are_exempted)
{
	int client = begin_body();

	cr_assert(holds_bytes(15001));
	rig_do(rig, do_not_count_local);
	cr_expect_eq(end_body(client), 200);
	cr_assert(holds_bytes(0));
	rig_do(rig, count_local);
	cr_expect_eq(end_body(begin_body()), 200, "nothing of the first body is left");
}

Test(http_limits, uncounted_connections_release_no_count)
{
	int first, second;

	rig_do(rig, do_not_count_local);
	first = begin_body();
	cr_assert(holds_bytes(15001));
	rig_do(rig, count_local);
	second = begin_body();
	cr_assert(holds_bytes(30002));
	cr_expect_eq(end_body(first), 200);
	cr_assert(holds_bytes(15001));
	cr_expect_eq(end_body(begin_body()), 429, "the second body is still counted");
	cr_expect_eq(end_body(second), 200);
}
