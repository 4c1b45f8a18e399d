/*
 * Many websockets on one session: their cost to the daemon, and how soon all of them receive a
 * change.
 *
 * listen PORT PID SESSION LISTENERS CHANGES: opens the websockets to the daemon PID, then changes
 * the session, again and again: from sending the change until the last listener has the whole
 * message. Prints a line of JSON; the daemon's time is what its processor worked.
 */
#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_EVENTS = 256, HEAD_SIZE = 1024, PAUSE_NS = 20 * 1000 * 1000, SILENCE_MS = 20000 };

/* Received bytes are discarded, except for the headers of frames. */
struct listener {
	int socket;
	bool upgraded;
	size_t head_length;
	unsigned char head[HEAD_SIZE]; /* of the answer, then of the frame that is coming */
	uint64_t body_left;
	unsigned received; /* whole messages */
};

static uint16_t port;
static const char *session;
static struct listener *all;
static int count;
static int epoll;
static char bytes[1 << 18];

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* ---- what comes in -------------------------------------------------------------------------- */

/* How long a frame's header is, as far as that is known: at least 2. */
static size_t header_size(const unsigned char *head, size_t length)
{
	unsigned small = length > 1 ? head[1] & 127 : 0;

	return 2 + (small == 126 ? 2 : small == 127 ? 8 : 0);
}

static uint64_t body_size(const unsigned char *head, size_t size)
{
	uint64_t length = 0;

	if (size == 2) {
		return head[1] & 127;
	}
	for (size_t i = 2; i < size; i++) {
		length = length << 8 | head[i];
	}
	return length;
}

static void end_frame(struct listener *listener)
{
	listener->received += (listener->head[0] & 15) == 1;
	listener->head_length = 0;
}

static bool ends_answer(const struct listener *listener)
{
	return listener->head_length >= 4 &&
	       memcmp(listener->head + listener->head_length - 4, "\r\n\r\n", 4) == 0;
}

static void end_answer(struct listener *listener)
{
	if (memcmp(listener->head, "HTTP/1.1 101", 12) != 0) {
		fprintf(stderr, "listen: no websocket: %.40s\n", (const char *)listener->head);
		exit(1);
	}
	listener->upgraded = true;
	listener->head_length = 0;
}

/* The header of a frame is there. */
static void begin_frame(struct listener *listener)
{
	listener->body_left = body_size(listener->head, listener->head_length);
	if (listener->body_left == 0) {
		end_frame(listener);
	}
}

/* Takes what belongs to the head; returns how much that was. */
static size_t take_head(struct listener *listener, const char *from, size_t length)
{
	size_t taken = 0;

	while (taken < length && listener->body_left == 0) {
		if (listener->head_length == HEAD_SIZE) {
			fputs("listen: the answer is too long\n", stderr);
			exit(1);
		}
		listener->head[listener->head_length++] = (unsigned char)from[taken++];
		if (!listener->upgraded) {
			if (ends_answer(listener)) {
				end_answer(listener);
			}
		} else if (listener->head_length >= 2 &&
			   listener->head_length ==
				   header_size(listener->head, listener->head_length)) {
			begin_frame(listener);
		}
	}
	return taken;
}

static void take(struct listener *listener, const char *from, size_t length)
{
	while (length > 0) {
		size_t part = listener->body_left < length ? listener->body_left : length;

		if (listener->body_left == 0) {
			part = take_head(listener, from, length);
		} else {
			listener->body_left -= part;
			if (listener->body_left == 0) {
				end_frame(listener);
			}
		}
		from += part;
		length -= part;
	}
}

/* ---- listening ------------------------------------------------------------------------------ */

static int connect_to_daemon(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr = {htonl(INADDR_LOOPBACK)}};
	int descriptor = socket(AF_INET, SOCK_STREAM, 0);
	int yes = 1;

	if (descriptor < 0 ||
		connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
		fail("listen: connect");
	}
	setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
	return descriptor;
}

static void send_all(int descriptor, const char *text)
{
	if (write(descriptor, text, strlen(text)) != (ssize_t)strlen(text)) {
		fail("listen: write");
	}
}

static void open_listener(struct listener *listener)
{
	struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = listener}};
	char request[512];

	snprintf(request, sizeof request,
		"GET /v1/sessions/%s/events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
		"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
		session);
	listener->socket = connect_to_daemon();
	send_all(listener->socket, request);
	epoll_ctl(epoll, EPOLL_CTL_ADD, listener->socket, &event);
}

/* Reads until all have received `messages`; records the time of each (NULL: does not). */
static void receive(unsigned messages, int64_t since_ns, float *times_us)
{
	int waiting = 0;

	for (int i = 0; i < count; i++) {
		waiting += all[i].received < messages;
	}
	while (waiting > 0) {
		struct epoll_event events[MAX_EVENTS];
		int ready = epoll_wait(epoll, events, MAX_EVENTS, SILENCE_MS);

		if (ready <= 0) {
			fputs("listen: a message does not come\n", stderr);
			exit(1);
		}
		for (int i = 0; i < ready; i++) {
			struct listener *listener = events[i].data.ptr;
			ssize_t got = read(listener->socket, bytes, sizeof bytes);
			unsigned received = listener->received;

			if (got <= 0) {
				fail("listen: the daemon closed a websocket");
			}
			take(listener, bytes, (size_t)got);
			if (received < messages && listener->received >= messages) {
				waiting--;
				if (times_us) {
					times_us[listener - all] =
						(float)(clock_ticks_ns() - since_ns) / 1000;
				}
			}
		}
	}
}

/* ---- changing ------------------------------------------------------------------------------- */

static void send_change(int descriptor, int number)
{
	char body[32], request[512];
	int length = snprintf(body, sizeof body, "{\"name\":\"table %d\"}", number);

	snprintf(request, sizeof request,
		"PATCH /v1/sessions/%s HTTP/1.1\r\nHost: localhost\r\n"
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		session, length, body);
	send_all(descriptor, request);
}

/* The response is ignored: the messages to the subscribers are sufficient. */
static void drop_answer(int descriptor)
{
	if (recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) == 0) {
		fputs("listen: the daemon closed the connection\n", stderr);
		exit(1);
	}
}

/* ---- the daemon ----------------------------------------------------------------------------- */

static double worked_ms(long pid)
{
	char path[64];
	long long ns = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/schedstat", pid);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%lld", &ns) != 1) {
		fail("listen: no such daemon");
	}
	fclose(file);
	return (double)ns / 1e6;
}

static long resident_kb(long pid)
{
	char path[64], line[256];
	long kb = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/status", pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file)) {
		sscanf(line, "VmRSS: %ld kB", &kb);
	}
	if (file) {
		fclose(file);
	}
	return kb;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int by_time(const void *one, const void *two)
{
	float a = *(const float *)one, b = *(const float *)two;

	return (a > b) - (a < b);
}

static float at(float *times, size_t length, double share)
{
	qsort(times, length, sizeof *times, by_time);
	return times[(size_t)((double)(length - 1) * share + 0.5)] / 1000;
}

static void rest(void)
{
	usleep(PAUSE_NS / 1000);
}

static void measure(int changes, long pid, long each)
{
	float *received = calloc((size_t)count * (size_t)changes + 1, sizeof *received);
	float *last = calloc((size_t)changes + 1, sizeof *last);
	int descriptor = connect_to_daemon();
	double worked = 0;

	for (int change = 0; change < changes; change++) {
		float *times = received + (size_t)change * (size_t)count;
		double before;
		int64_t since;

		rest();
		before = worked_ms(pid);
		since = clock_ticks_ns();
		send_change(descriptor, change);
		receive(2 + (unsigned)change, since, times);
		worked += worked_ms(pid) - before;
		drop_answer(descriptor);
		for (int i = 0; i < count; i++) {
			last[change] = times[i] > last[change] ? times[i] : last[change];
		}
	}
	printf("{\"listeners\":%d,\"bytes_each\":%ld,\"changes\":%d", count, each, changes);
	if (changes > 0) {
		printf(",\"received_p50_ms\":%.2f,\"received_p99_ms\":%.2f,\"last_p50_ms\":%.2f,"
		       "\"last_p99_ms\":%.2f,\"daemon_ms\":%.2f",
			at(received, (size_t)count * (size_t)changes, 0.5),
			at(received, (size_t)count * (size_t)changes, 0.99),
			at(last, (size_t)changes, 0.5), at(last, (size_t)changes, 0.99),
			worked / changes);
	}
	puts("}");
}

int main(int words_count, char **words)
{
	struct rlimit files;
	long pid, before;

	if (words_count != 6) {
		fputs("usage: listen PORT PID SESSION LISTENERS CHANGES\n", stderr);
		return 2;
	}
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	port = (uint16_t)atoi(words[1]);
	pid = atol(words[2]);
	session = words[3];
	count = atoi(words[4]);
	all = calloc((size_t)count, sizeof *all);
	epoll = epoll_create1(0);
	before = resident_kb(pid);
	for (int i = 0; i < count; i++) {
		open_listener(&all[i]);
	}
	receive(1, 0, NULL);
	rest();
	measure(atoi(words[5]), pid, (resident_kb(pid) - before) * 1024 / (count ? count : 1));
	return 0;
}
