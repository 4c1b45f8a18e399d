/* A server on a loop in a thread of its own, and a blocking client: for the tests of http and ws.
 */
#ifndef TESTS_HTTP_RIG_H
#define TESTS_HTTP_RIG_H

#include "http/http.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

struct rig {
	struct http_options options;
	struct http_server *server;
	struct http_figures figures; /* of the moment of rig_figures() */
	uv_loop_t loop;
	uv_async_t wake;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	void (*job)(struct rig *rig);
	unsigned port;
	unsigned grace_ms;
	bool running;
	atomic_int finished;
	atomic_int last_status;
	atomic_int rejected;
};

static inline void rig_sleep_ms(unsigned ms)
{
	struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};

	nanosleep(&time, NULL);
}

/* How long anything is waited for: only so that what hangs ends. */
enum { RIG_PATIENCE_S = 60, RIG_TURNS = RIG_PATIENCE_S * 200, RIG_TURN_MS = 5 };

/* Waits for a counter that another thread changes. */
static inline bool rig_becomes(atomic_int *counter, int wanted)
{
	for (int i = 0; i < RIG_TURNS && atomic_load(counter) != wanted; i++) {
		rig_sleep_ms(RIG_TURN_MS);
	}
	return atomic_load(counter) == wanted;
}

static inline double rig_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- The server's side ---------------------------------------------------------------------- */

static inline int rig_listen(unsigned *port)
{
	struct sockaddr_in address = {.sin_family = AF_INET};
	socklen_t length = sizeof address;
	int socket_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(socket_fd, (struct sockaddr *)&address, sizeof address) != 0 ||
		listen(socket_fd, 512) != 0) {
		abort();
	}
	getsockname(socket_fd, (struct sockaddr *)&address, &length);
	*port = ntohs(address.sin_port);
	return socket_fd;
}

static inline void rig_on_finished(const struct http_access_record *outcome, void *context)
{
	struct rig *rig = context;

	atomic_store(&rig->last_status, outcome->status);
	atomic_fetch_add(&rig->finished, 1);
}

static inline void rig_refuse(struct http_request *request, int status, const char *code,
	const char *detail, void *context)
{
	struct http_response reply = {
		.status = status, .content_type = "text/plain", .close = true};

	(void)detail;
	(void)context;
	reply.body = code;
	reply.length = strlen(code);
	http_request_respond(request, &reply);
}

/* A job runs on the loop's thread; the caller waits for it. */
static inline void rig_on_wake(uv_async_t *handle)
{
	struct rig *rig = handle->data;

	pthread_mutex_lock(&rig->lock);
	if (rig->job) {
		rig->job(rig);
		rig->job = NULL;
		pthread_cond_broadcast(&rig->changed);
	}
	pthread_mutex_unlock(&rig->lock);
}

static inline void rig_do(struct rig *rig, void (*job)(struct rig *rig))
{
	pthread_mutex_lock(&rig->lock);
	rig->job = job;
	uv_async_send(&rig->wake);
	while (rig->job) {
		pthread_cond_wait(&rig->changed, &rig->lock);
	}
	pthread_mutex_unlock(&rig->lock);
}

static inline void *rig_thread(void *context)
{
	struct rig *rig = context;

	uv_run(&rig->loop, UV_RUN_DEFAULT);
	return NULL;
}

static inline struct http_options rig_options(void)
{
	return (struct http_options){
		.body_limit = 65536,
		.connection_limit = 1100,
		/* Longer than any client waits: what ends before was ended for something else. */
		.header_timeout_s = 600,
		.body_timeout_s = 600,
		.idle_timeout_s = 600,
		.refuse = rig_refuse,
	};
}

static inline struct rig *rig_start(
	struct http_options options, void (*handle)(struct http_request *request, void *context))
{
	struct rig *rig = calloc(1, sizeof *rig);

	pthread_mutex_init(&rig->lock, NULL);
	pthread_cond_init(&rig->changed, NULL);
	uv_loop_init(&rig->loop);
	uv_async_init(&rig->loop, &rig->wake, rig_on_wake);
	rig->wake.data = rig;
	rig->grace_ms = 3000;
	rig->options = options;
	rig->options.loop = &rig->loop;
	if (options.socket == 0) {
		rig->options.socket = rig_listen(&rig->port);
	}
	rig->options.handle = handle;
	rig->options.finished = rig_on_finished;
	rig->options.context = rig;
	rig->server = http_server_create(&rig->options, NULL);
	if (!rig->server) {
		abort();
	}
	pthread_create(&rig->thread, NULL, rig_thread, rig);
	return rig;
}

static inline void rig_job_figures(struct rig *rig)
{
	rig->figures = http_server_figures(rig->server);
}

static inline struct http_figures rig_figures(struct rig *rig)
{
	rig_do(rig, rig_job_figures);
	return rig->figures;
}

static inline void rig_on_stopped(void *context)
{
	struct rig *rig = context;

	http_server_destroy(rig->server);
	uv_close((uv_handle_t *)&rig->wake, NULL);
}

static inline void rig_job_stop(struct rig *rig)
{
	http_server_stop(rig->server, rig->grace_ms, rig_on_stopped, rig);
}

static inline void rig_stop_start(struct rig *rig)
{
	rig_do(rig, rig_job_stop);
}

/* Waits until one of the server's figures is this, by its offset. */
static inline bool rig_counts(struct rig *rig, size_t figure, unsigned wanted)
{
	for (int i = 0; i < RIG_TURNS; i++) {
		struct http_figures figures = rig_figures(rig);

		if (*(const unsigned *)((const char *)&figures + figure) == wanted) {
			return true;
		}
		rig_sleep_ms(RIG_TURN_MS);
	}
	return false;
}

static inline bool rig_empties(struct rig *rig)
{
	return rig_counts(rig, offsetof(struct http_figures, connections), 0) &&
	       rig_counts(rig, offsetof(struct http_figures, requests_running), 0);
}

/* The loop ends when nothing is left on it; a handle that was forgotten hangs the test. */
static inline void rig_stop_finish(struct rig *rig)
{
	pthread_join(rig->thread, NULL);
	if (uv_loop_close(&rig->loop) != 0) {
		abort();
	}
	pthread_mutex_destroy(&rig->lock);
	pthread_cond_destroy(&rig->changed);
	free(rig);
}

static inline void rig_stop(struct rig *rig)
{
	rig_stop_start(rig);
	rig_stop_finish(rig);
}

/* ---- The client's side ---------------------------------------------------------------------- */

static inline int client_connect(const struct rig *rig)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)rig->port)};
	struct timeval patience = {.tv_sec = RIG_PATIENCE_S};
	int socket_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (connect(socket_fd, (struct sockaddr *)&address, sizeof address) != 0) {
		close(socket_fd);
		return -1;
	}
	setsockopt(socket_fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(socket_fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	return socket_fd;
}

static inline bool client_send(int socket_fd, const void *bytes, size_t length)
{
	size_t sent = 0;

	while (sent < length) {
		ssize_t now =
			send(socket_fd, (const char *)bytes + sent, length - sent, MSG_NOSIGNAL);

		if (now <= 0) {
			return false;
		}
		sent += (size_t)now;
	}
	return true;
}

static inline bool client_say(int socket_fd, const char *text)
{
	return client_send(socket_fd, text, strlen(text));
}

struct answer {
	int status; /* 0: the connection ended without one */
	size_t length;
	bool closes;
	char head[4096];
	char body[4 * 1024 * 1024 + 1];
};

/* One byte at a time up to the empty line: slow, and never reads into the next answer. */
static inline bool client_read_head(int socket_fd, struct answer *answer)
{
	size_t length = 0;

	memset(answer->head, 0, sizeof answer->head);
	while (length < sizeof answer->head - 1 && !strstr(answer->head, "\r\n\r\n")) {
		if (recv(socket_fd, answer->head + length, 1, 0) != 1) {
			return false;
		}
		length++;
	}
	return sscanf(answer->head, "HTTP/1.%*d %d", &answer->status) == 1;
}

static inline size_t client_read_bytes(int socket_fd, char *bytes, size_t length)
{
	size_t got = 0;

	while (got < length) {
		ssize_t now = recv(socket_fd, bytes + got, length - got, 0);

		if (now <= 0) {
			break;
		}
		got += (size_t)now;
	}
	return got;
}

static inline bool client_read_line(int socket_fd, char *line, size_t capacity)
{
	size_t length = 0;

	while (length < capacity - 1 && recv(socket_fd, line + length, 1, 0) == 1) {
		length++;
		if (line[length - 1] == '\n') {
			line[length] = '\0';
			return true;
		}
	}
	line[length] = '\0';
	return false;
}

/* One chunk's length and bytes are added to the body; 0 at the last one or at the end. */
static inline size_t client_read_chunk(int socket_fd, struct answer *answer)
{
	char line[64];
	size_t length = 0;

	if (!client_read_line(socket_fd, line, sizeof line) || sscanf(line, "%zx", &length) != 1) {
		return 0;
	}
	length = client_read_bytes(socket_fd, answer->body + answer->length, length);
	answer->length += length;
	answer->body[answer->length] = '\0';
	client_read_line(socket_fd, line, sizeof line);
	return length;
}

static inline struct answer *client_read(int socket_fd, bool has_body)
{
	struct answer *answer = malloc(sizeof *answer);
	const char *length;

	answer->status = 0;
	answer->length = 0;
	answer->body[0] = '\0';
	if (!client_read_head(socket_fd, answer)) {
		answer->status = 0;
		return answer;
	}
	answer->closes = strstr(answer->head, "Connection: close") != NULL;
	length = strstr(answer->head, "Content-Length: ");
	if (length && has_body) {
		answer->length =
			client_read_bytes(socket_fd, answer->body, strtoul(length + 16, NULL, 10));
	} else if (strstr(answer->head, "Transfer-Encoding: chunked") && has_body) {
		while (client_read_chunk(socket_fd, answer) > 0) {
		}
	}
	answer->body[answer->length] = '\0';
	return answer;
}

/* True when the server has closed (or resets) within the client's patience. */
static inline bool client_sees_end(int socket_fd)
{
	char byte;
	ssize_t got = recv(socket_fd, &byte, 1, 0);

	return got == 0 || (got < 0 && errno == ECONNRESET);
}

static inline struct answer *client_ask(const struct rig *rig, const void *bytes, size_t length)
{
	int socket_fd = client_connect(rig);
	struct answer *answer;

	client_send(socket_fd, bytes, length);
	answer = client_read(socket_fd, true);
	close(socket_fd);
	return answer;
}

static inline int client_status(const struct rig *rig, const char *request)
{
	struct answer *answer = client_ask(rig, request, strlen(request));
	int status = answer->status;

	free(answer);
	return status;
}

#endif
