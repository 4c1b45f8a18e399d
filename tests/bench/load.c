/*
 * Posts the snapshots of simulated games over keep-alive connections and times the answers.
 *
 * load PORT CONNECTIONS GAMES: plays GAMES games in the library first, so that here only bytes are
 * sent and read. Every connection opens a session for each of its games; only the snapshots are
 * counted. A server that answers anything will do, so that the same bodies can be posted to a bare
 * one.
 */
#include "base/clock.h"

#include <arpa/inet.h>
#include <makker/game.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	MAX_LINES = 1024,
	LINE_SIZE = 64,
	BUFFER = 1 << 17,
	MAX_CONNECTIONS = 1024,
	MAX_EVENTS = 64
};

/* With so many clients answers come several at a time: being woken up by the first is cheap. */
enum { PATIENCE_NS = 2 * 1000 * 1000, CROWD = 64 };

struct game_lines {
	int count;
	char (*lines)[LINE_SIZE];
};

struct connection {
	int socket;
	int line; /* -1: the session is being opened */
	const struct game_lines *game;
	char id[64];
	int64_t sent_ns;
	size_t length;
	char buffer[BUFFER];
};

static struct game_lines *games;
static int game_count, next_game;
static float *times_us;
static size_t answered, capacity, reply_bytes, failures;

static void *need(void *memory)
{
	if (!memory) {
		fputs("load: no memory\n", stderr);
		exit(1);
	}
	return memory;
}

/* ---- Games ---------------------------------------------------------------------------------- */

static void note_line(struct game_lines *lines, const struct mk_game *game,
	const struct mk_world *world, struct mk_snapshot *seen)
{
	struct mk_text line;

	if (lines->count == MAX_LINES) {
		return;
	}
	memset(seen, 0, game->snapshot_size);
	mk_game_observe(game, world, 0, seen);
	mk_text_fixed(&line, lines->lines[lines->count++], LINE_SIZE);
	mk_snapshot_write_line(&line, game, seen);
}

static void play(struct game_lines *lines, const struct mk_game *game, uint64_t number)
{
	const struct mk_strategy *strategy = mk_strategy_find(game, "heuristic");
	struct mk_world *world = need(calloc(1, game->world_size));
	struct mk_view *view = need(calloc(1, game->view_size));
	struct mk_snapshot *seen = need(calloc(1, game->snapshot_size));
	struct mk_rng rng;
	struct mk_move move;

	lines->lines = need(calloc(MAX_LINES, LINE_SIZE));
	mk_rng_init(&rng, 1, number);
	game->deal(world, &game->presets[0].rules, &rng);
	note_line(lines, game, world, seen);
	while (mk_game_seat_to_move(game, world) != MK_NO_SEAT &&
		strategy->choose_move(mk_game_view_of_seat(game, world, 0, view), &move)) {
		game->apply(world, move);
		note_line(lines, game, world, seen);
	}
	free(world);
	free(view);
	free(seen);
}

/* ---- Connections ---------------------------------------------------------------------------- */

static void send_request(struct connection *connection)
{
	static const char opening[] = "{\"game\":\"klondike\"}";
	bool opens = connection->line < 0;
	const char *body = opens ? opening : connection->game->lines[connection->line];
	char request[512];
	int length = snprintf(request, sizeof request,
		"POST /v1/sessions%s%s%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n"
		"Content-Length: %zu\r\n\r\n%s",
		opens ? "" : "/", opens ? "" : connection->id,
		opens ? "" : "/snapshots?budget_ms=0", opens ? "application/json" : "text/plain",
		strlen(body), body);

	connection->sent_ns = clock_ticks_ns();
	connection->length = 0;
	if (write(connection->socket, request, (size_t)length) != length) {
		perror("load: write");
		exit(1);
	}
}

/* The next game for this connection; false when all are given out. */
static bool next_table(struct connection *connection)
{
	if (next_game == game_count) {
		return false;
	}
	connection->game = &games[next_game++];
	connection->line = -1;
	send_request(connection);
	return true;
}

static void open_connection(struct connection *connection, int epoll, uint16_t port)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr = {htonl(INADDR_LOOPBACK)}};
	struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = connection}};
	int yes = 1;

	connection->socket = socket(AF_INET, SOCK_STREAM, 0);
	if (connect(connection->socket, (struct sockaddr *)&address, sizeof address) != 0) {
		perror("load: connect");
		exit(1);
	}
	setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
	epoll_ctl(epoll, EPOLL_CTL_ADD, connection->socket, &event);
}

/* The body of a complete answer, or NULL. */
static const char *complete(const struct connection *connection, size_t *body_length)
{
	const char *end = strstr(connection->buffer, "\r\n\r\n");
	const char *length = strcasestr(connection->buffer, "content-length:");

	if (!end || !length || length > end) {
		return NULL;
	}
	*body_length = strtoul(length + 15, NULL, 10);
	end += 4;
	return connection->buffer + connection->length >= end + *body_length ? end : NULL;
}

static void take_id(struct connection *connection, const char *body)
{
	const char *id = strstr(body, "\"id\":\"");

	snprintf(connection->id, sizeof connection->id, "%.32s",
		id ? id + 6 : "00000000000000000000000000000000");
}

static void note_answer(const struct connection *connection, size_t body_length)
{
	if (answered == capacity) {
		capacity = capacity ? capacity * 2 : 65536;
		times_us = need(realloc(times_us, capacity * sizeof *times_us));
	}
	times_us[answered++] = (float)(clock_ticks_ns() - connection->sent_ns) / 1000;
	reply_bytes += body_length;
	if (strncmp(connection->buffer + 9, "200", 3) != 0 && !failures++)
		fprintf(stderr, "load: the first refusal is %.3s, of %s\n", connection->buffer + 9,
			connection->game->lines[connection->line]);
}

/* False when this connection has nothing more to do. */
static bool on_answer(struct connection *connection, const char *body, size_t body_length)
{
	if (connection->line < 0) {
		take_id(connection, body);
	} else {
		note_answer(connection, body_length);
	}
	if (++connection->line == connection->game->count) {
		return next_table(connection);
	}
	send_request(connection);
	return true;
}

static bool on_readable(struct connection *connection)
{
	ssize_t got = read(connection->socket, connection->buffer + connection->length,
		BUFFER - 1 - connection->length);
	const char *body;
	size_t body_length;

	if (got <= 0) {
		fputs("load: the server closed a connection\n", stderr);
		exit(1);
	}
	connection->length += (size_t)got;
	connection->buffer[connection->length] = '\0';
	body = complete(connection, &body_length);
	return body ? on_answer(connection, body, body_length) : true;
}

static int by_time(const void *one, const void *two)
{
	float a = *(const float *)one, b = *(const float *)two;

	return (a > b) - (a < b);
}

static void report(double seconds)
{
	qsort(times_us, answered, sizeof *times_us, by_time);
	printf("{\"requests\":%zu,\"failures\":%zu,\"per_second\":%.0f,\"p50_us\":%.0f,"
	       "\"p99_us\":%.0f,\"reply_bytes\":%zu}\n",
		answered, failures, (double)answered / seconds, times_us[answered / 2],
		times_us[answered * 99 / 100], reply_bytes / answered);
}

/*
 * A sleeping client must be woken up by the server's next answer, which on a virtual machine costs
 * the server as much as half a request: so there is no sleeping while answers come in, unless the
 * clients are many. (A client that never sleeps keeps a processor from the store's threads.)
 */
static int await(int epoll, struct epoll_event events[MAX_EVENTS], bool crowded)
{
	int64_t deadline = clock_ticks_ns() + (crowded ? 0 : PATIENCE_NS);
	int count;

	do {
		count = epoll_wait(epoll, events, MAX_EVENTS, 0);
	} while (count == 0 && clock_ticks_ns() < deadline);
	return count ? count : epoll_wait(epoll, events, MAX_EVENTS, -1);
}

static void drive(int connections, uint16_t port)
{
	struct connection *all = need(calloc((size_t)connections, sizeof *all));
	int epoll = epoll_create1(0);
	int busy = 0;
	int64_t started;

	for (int i = 0; i < connections; i++) {
		open_connection(&all[i], epoll, port);
	}
	started = clock_ticks_ns();
	for (int i = 0; i < connections; i++) {
		busy += next_table(&all[i]);
	}
	while (busy > 0) {
		struct epoll_event events[MAX_EVENTS];
		int count = await(epoll, events, connections >= CROWD);

		for (int i = 0; i < count; i++) {
			busy -= !on_readable(events[i].data.ptr);
		}
	}
	report((double)(clock_ticks_ns() - started) / 1e9);
	free(all);
}

int main(int count, char **words)
{
	if (count < 4) {
		fputs("usage: load PORT CONNECTIONS GAMES\n", stderr);
		return 2;
	}
	game_count = atoi(words[3]);
	games = need(calloc((size_t)game_count, sizeof *games));
	for (int i = 0; i < game_count; i++) {
		play(&games[i], mk_game_find("klondike"), (uint64_t)i);
	}
	drive(atoi(words[2]) > MAX_CONNECTIONS ? MAX_CONNECTIONS : atoi(words[2]),
		(uint16_t)atoi(words[1]));
	return 0;
}
