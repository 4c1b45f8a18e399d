/* HTTP without sockets. */
#include "fuzz/fake_http.h"

#include "base/arena.h"
#include "base/clock.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_REQUESTS = 24, MAX_HEADERS = 24, MAX_PAIRS = 24, ARENA_BYTES = 8 << 20 };

struct pair {
	const char *name, *value;
};

struct http_stream {
	void (*closed)(struct http_stream *stream, void *context);
	void *context;
};

struct http_request {
	bool answered;
	const char *method, *version;
	char path[1024];
	struct pair headers[MAX_HEADERS], queries[MAX_PAIRS];
	size_t header_count, query_count;
	const char *body;
	size_t length;
	struct mk_arena *arena; /* kept for the next */
	void (*gone)(void *context);
	void *gone_context;
	struct http_stream stream;
	void (*start)(struct http_upgraded *upgraded, int socket, const char *early,
		size_t early_length, void *context);
	void *start_context;
};

char fake_location[64];

static struct http_request requests[MAX_REQUESTS];
static size_t request_count;

static void require(bool holds)
{
	if (!holds) {
		abort();
	}
}

/* ---- reading -------------------------------------------------------------------------------- */

/* The text up to `end`, which is overwritten and passed; all of it where there is none. */
static char *cut(char **at, char end)
{
	char *word = *at;
	char *stop = strchr(word, end);

	*at = stop ? stop + 1 : word + strlen(word);
	if (stop) {
		*stop = '\0';
	}
	return word;
}

static bool has_controls(const char *text)
{
	for (; *text; text++) {
		if (((unsigned char)*text < 0x20 && *text != '\t') || *text == 0x7f) {
			return true;
		}
	}
	return false;
}

static void read_queries(struct http_request *request, char *text)
{
	while (*text && request->query_count < MAX_PAIRS) {
		char *value = cut(&text, '&');
		char *name = cut(&value, '=');

		request->queries[request->query_count++] = (struct pair){name, value};
	}
}

static bool read_target(struct http_request *request, char *target, const char *id)
{
	char *query = target;
	const char *path = cut(&query, '?');
	size_t length = 0;

	for (; *path && length < sizeof request->path - 64; path++) {
		const char *more = *path == '@' ? id : NULL;

		length += (size_t)snprintf(request->path + length, sizeof request->path - length,
			"%.*s", more ? 40 : 1, more ? more : path);
	}
	request->path[length] = '\0';
	read_queries(request, query);
	return request->path[0] == '/';
}

static bool read_headers(struct http_request *request, char **at)
{
	request->headers[request->header_count++] = (struct pair){"Host", "localhost"};
	while (**at) {
		char *value = cut(at, '\n');
		const char *name;

		if (!*value) {
			return true;
		}
		name = cut(&value, ':');
		value += strspn(value, " ");
		if (has_controls(name) || has_controls(value) ||
			request->header_count == MAX_HEADERS) {
			return false;
		}
		request->headers[request->header_count++] = (struct pair){name, value};
	}
	return true;
}

/* The parts of a reused request that stay. */
static struct http_request *take_place(void)
{
	struct http_request *request = &requests[request_count++];
	struct mk_arena *arena = request->arena ? request->arena : mk_arena_create(ARENA_BYTES);

	mk_arena_reset(arena);
	*request = (struct http_request){.arena = arena, .version = "HTTP/1.1", .body = ""};
	return request;
}

struct http_request *fake_request(char *text, size_t length, const char *id)
{
	char *at = text;
	char *line, *method;
	struct http_request *request;

	if (request_count == MAX_REQUESTS) {
		return NULL;
	}
	request = take_place();
	request->answered = true; /* until it is one */
	line = cut(&at, '\n');
	method = cut(&line, ' ');
	request->method = method;
	if (has_controls(line) || !*method || has_controls(method) ||
		!read_target(request, line, id) || !read_headers(request, &at)) {
		return NULL;
	}
	request->body = at;
	request->length = (size_t)(text + length - at);
	request->answered = false;
	return request;
}

static void go(struct http_request *request)
{
	if (!request->answered) {
		request->answered = true;
		require(request->gone != NULL);
		request->gone(request->gone_context);
	}
	if (request->stream.closed) {
		request->stream.closed(&request->stream, request->stream.context);
	}
	if (request->start) {
		request->start(NULL, -1, NULL, 0, request->start_context);
	}
}

void fake_hang_up(void)
{
	for (size_t i = 0; i < request_count; i++) {
		go(&requests[i]);
	}
	request_count = 0;
	fake_location[0] = '\0';
}

/* ---- what the API asks ---------------------------------------------------------------------- */

const char *http_request_id(const struct http_request *request)
{
	(void)request;
	return "0123456789abcdef";
}

const char *http_request_method(const struct http_request *request)
{
	return request->method;
}

const char *http_request_version(const struct http_request *request)
{
	return request->version;
}

const char *http_request_path(const struct http_request *request)
{
	return request->path;
}

int64_t http_request_time_ns(const struct http_request *request)
{
	(void)request;
	return clock_ticks_ns();
}

/* The last one counts: the first is a Host for those that bring none. */
const char *http_request_find_header(
	const struct http_request *request, const char *name, size_t length)
{
	for (size_t i = request->header_count; i-- > 0;) {
		if (strlen(request->headers[i].name) == length &&
			strncasecmp(request->headers[i].name, name, length) == 0) {
			return request->headers[i].value;
		}
	}
	return NULL;
}

void http_request_each_query(const struct http_request *request,
	bool (*each)(void *context, const char *name), void *context)
{
	for (size_t i = 0; i < request->query_count && each(context, request->queries[i].name);
		i++) {
	}
}

const char *http_request_query(const struct http_request *request, const char *name)
{
	for (size_t i = 0; i < request->query_count; i++) {
		if (strcmp(request->queries[i].name, name) == 0) {
			return request->queries[i].value;
		}
	}
	return NULL;
}

const char *http_request_body(const struct http_request *request, size_t *length)
{
	*length = request->length;
	return request->body;
}

struct http_peer http_request_peer(const struct http_request *request)
{
	(void)request;
	return (struct http_peer){.number = 1, .local = true};
}

const char *http_request_host(const struct http_request *request)
{
	return http_request_header(request, "Host");
}

bool http_request_is_secure(const struct http_request *request)
{
	(void)request;
	return false;
}

struct limits *http_request_limits(const struct http_request *request)
{
	(void)request;
	return NULL;
}

struct mk_arena *http_request_arena(struct http_request *request)
{
	return request->arena;
}

void http_request_label(struct http_request *request, const char *label)
{
	require(!request->answered && label != NULL);
}

void http_request_note(struct http_request *request, enum http_note note, const char *text)
{
	require(!request->answered && note < HTTP_NOTES && text != NULL);
}

void http_request_expect_wait(struct http_request *request)
{
	require(!request->answered);
}

void http_request_on_disconnect(
	struct http_request *request, void (*gone)(void *context), void *context)
{
	request->gone = gone;
	request->gone_context = context;
}

/* Clients here never close a half only. */
void http_request_on_half_closed(
	struct http_request *request, void (*half_closed)(void *context), void *context)
{
	(void)request;
	(void)half_closed;
	(void)context;
}

struct http_figures http_server_figures(const struct http_server *server)
{
	(void)server;
	return (struct http_figures){0};
}

bool http_server_refuse_waiting(struct http_server *server, unsigned waited_ms,
	bool (*refuse)(struct http_request *request, void *context), void *context)
{
	(void)server;
	(void)waited_ms;
	(void)refuse;
	(void)context;
	return true;
}

/* Otherwise the linker takes those of http/mhd/reader.c, and with them the server. */
ssize_t recv(int descriptor, void *bytes, size_t size, int flags)
{
	return recvfrom(descriptor, bytes, size, flags, NULL, NULL);
}

ssize_t send(int descriptor, const void *bytes, size_t size, int flags)
{
	return sendto(descriptor, bytes, size, flags, NULL, 0);
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags)
{
	return syscall(SYS_sendmsg, descriptor, message, flags);
}

/* ---- what the API answers ------------------------------------------------------------------- */

static void check_json(const struct http_response *reply)
{
	json_t *json;

	if (!reply->content_type || !strstr(reply->content_type, "json") ||
		strstr(reply->content_type, "ndjson")) {
		return;
	}
	for (size_t i = 0; i < reply->header_count; i++) {
		if (strcmp(reply->headers[i].name, "Content-Encoding") == 0) {
			return;
		}
	}
	json = json_loadb(reply->body, reply->length, JSON_REJECT_DUPLICATES, NULL);
	require(json_is_object(json));
	if (reply->status >= 400) {
		require(json_integer_value(json_object_get(json, "status")) == reply->status);
		require(json_string_length(json_object_get(json, "code")) > 0);
		require(json_string_length(json_object_get(json, "detail")) > 0);
	}
	json_decref(json);
}

static void check_headers(const struct http_header *headers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		require(headers[i].name && headers[i].value && !has_controls(headers[i].value));
		if (strcmp(headers[i].name, "Location") == 0) {
			const char *id = strrchr(headers[i].value, '/');

			snprintf(fake_location, sizeof fake_location, "%s", id ? id + 1 : "");
		}
	}
}

/* No request of a client gets 500: the cause is the request or the load. */
void http_request_respond(struct http_request *request, const struct http_response *reply)
{
	require(!request->answered);
	request->answered = true;
	require(reply->status >= 200 && reply->status < 600 && reply->status != 500);
	check_headers(reply->headers, reply->header_count);
	check_json(reply);
}

struct http_stream *http_request_stream(struct http_request *request, const char *content_type,
	const struct http_header *headers, size_t header_count,
	void (*closed)(struct http_stream *stream, void *context), void *context)
{
	require(!request->answered && content_type);
	request->answered = true;
	check_headers(headers, header_count);
	request->stream = (struct http_stream){closed, context};
	return &request->stream;
}

bool http_stream_send(struct http_stream *stream, const char *bytes, size_t length)
{
	require(stream->closed && (bytes || length == 0));
	return true;
}

void http_stream_end(struct http_stream *stream)
{
	require(stream->closed != NULL);
}

void http_stream_abort(struct http_stream *stream)
{
	require(stream->closed != NULL);
}

void http_backlog_begin(struct http_backlog *backlog, const struct http_request *request)
{
	require(request != NULL);
	*backlog = (struct http_backlog){0};
}

bool http_backlog_set(struct http_backlog *backlog, size_t bytes)
{
	backlog->counted = bytes;
	return true;
}

void http_request_upgrade(struct http_request *request, const struct http_header *headers,
	size_t header_count,
	void (*start)(struct http_upgraded *upgraded, int socket, const char *early,
		size_t early_length, void *context),
	void *context)
{
	require(!request->answered);
	request->answered = true;
	check_headers(headers, header_count);
	request->start = start;
	request->start_context = context;
}

/* No connection is upgraded: the client has gone before. */
struct uv_loop_s *http_upgraded_loop(struct http_upgraded *upgraded)
{
	(void)upgraded;
	abort();
}

void http_upgraded_finish(struct http_upgraded *upgraded)
{
	(void)upgraded;
	abort();
}
