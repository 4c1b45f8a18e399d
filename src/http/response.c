/* The three kinds of responses: a complete response, a stream, and an upgrade. */

#include "http/internal.h"

#include "base/arena.h"
#include "http/queue.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utlist.h>

/* ---- Responses ------------------------------------------------------------------------------ */

static bool add_headers(
	struct MHD_Response *response, const struct http_header *headers, size_t header_count)
{
	for (size_t i = 0; i < header_count; i++) {
		if (MHD_add_response_header(response, headers[i].name, headers[i].value) !=
			MHD_YES) {
			return false;
		}
	}
	return true;
}

/* Queues it: it is sent in the same round. Without a response the connection can only be closed. */
static void send_response(struct http_request *request, struct MHD_Response *response, int status)
{
	bool queued =
		MHD_queue_response(request->connection->mhd, (unsigned)status, response) == MHD_YES;

	MHD_destroy_response(response);
	request->status = status;
	request_enter(request, queued ? REQUEST_RESPONDED : REQUEST_ABANDONED);
}

/* The bytes after this request must not be read: see mhd/reader.c. */
static bool add_end(const struct http_request *request, struct MHD_Response *response, int status)
{
	return !request->connection->ends_after_reply || status == MHD_HTTP_SWITCHING_PROTOCOLS ||
	       MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close") == MHD_YES;
}

bool reply_queue(struct http_request *request, struct MHD_Response *response, int status,
	const struct http_header *headers, size_t header_count)
{
	if (response && add_headers(response, headers, header_count) &&
		add_end(request, response, status)) {
		send_response(request, response, status);
		return request->stage != REQUEST_ABANDONED;
	}
	if (response) {
		MHD_destroy_response(response);
	}
	request_enter(request, REQUEST_ABANDONED);
	return false;
}

static bool add_own_headers(struct http_request *request, struct MHD_Response *response,
	const struct http_response *reply)
{
	if (reply->content_type && MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
					   reply->content_type) != MHD_YES) {
		return false;
	}
	if (!reply->close && !request->connection->server->stopping &&
		!request->connection->server->ends_keep_alive) {
		return true;
	}
	return MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close") == MHD_YES;
}

static struct MHD_Response *make_response(
	struct http_request *request, const struct http_response *reply)
{
	/*
	 * The library only reads through this non-const pointer; PERSISTENT keeps it from freeing.
	 */
	union {
		const char *bytes;
		void *handed;
	} body = {.bytes = reply->body};
	struct MHD_Response *response = MHD_create_response_from_buffer(
		reply->content_type ? reply->length : 0, body.handed, MHD_RESPMEM_PERSISTENT);

	if (response && !add_own_headers(request, response, reply)) {
		MHD_destroy_response(response);
		return NULL;
	}
	return response;
}

void http_request_respond(struct http_request *request, const struct http_response *reply)
{
	bool has_body = reply->content_type && strcmp(request->method, MHD_HTTP_METHOD_HEAD) != 0;

	if (request->bypasses) {
		reader_write(request, reply);
	} else if (reply_queue(request, make_response(request, reply), reply->status,
			   reply->headers, reply->header_count)) {
		request->reply_bytes = has_body ? reply->length : 0;
	}
}

/* ---- Streams (SSE, NDJSON) ------------------------------------------------------------------ */

/*
 * libmicrohttpd requests bytes when it can send; without any the connection is suspended. The queue
 * is bounded.
 */

enum {
	BLOCK = 4096,
	END_SECONDS = 10, /* deadline for a reader to receive the queued bytes at the end */
};

struct http_stream {
	struct http_request *request;
	struct queue queue;
	struct http_backlog backlog;
	bool suspended;
	bool ended;
	bool broken;
	void (*closed)(struct http_stream *stream, void *context);
	void *context;
};

static void wake_stream(struct http_stream *stream)
{
	struct http_connection *connection = stream->request->connection;

	if (stream->suspended) {
		stream->suspended = false;
		MHD_resume_connection(connection->mhd);
		connection->server->dirty = true;
	}
}

static ssize_t wait_for_more(struct http_stream *stream)
{
	if (stream->ended) {
		return MHD_CONTENT_READER_END_OF_STREAM;
	}
	stream->suspended = true;
	MHD_suspend_connection(stream->request->connection->mhd);
	return 0;
}

/*
 * An aborted stream ends like any other: the last chunk cannot be sent any more, and libmicrohttpd
 * closes. If it gets an error instead, it (0.9.75, with epoll) closes in the middle of a round and
 * never frees the connection and its descriptor.
 */
static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t capacity)
{
	struct http_stream *stream = context;
	size_t waiting = queue_length(&stream->queue);
	size_t length = waiting < capacity ? waiting : capacity;

	(void)position;
	if (stream->broken) {
		return MHD_CONTENT_READER_END_OF_STREAM;
	}
	if (length == 0) {
		return wait_for_more(stream);
	}
	memcpy(bytes, stream->queue.bytes + stream->queue.start, length);
	queue_drop(&stream->queue, length);
	http_backlog_set(&stream->backlog, queue_length(&stream->queue));
	stream->request->reply_bytes += length;
	return (ssize_t)length;
}

bool http_stream_send(struct http_stream *stream, const char *bytes, size_t length)
{
	if (stream->ended || stream->broken) {
		return true;
	}
	if (length > MAX_QUEUE_BYTES - queue_length(&stream->queue)) {
		limits_count(http_request_limits(stream->request), LIMIT_QUEUE_BYTES);
		return false;
	}
	if (!http_backlog_set(&stream->backlog, queue_length(&stream->queue) + length)) {
		return false;
	}
	if (!queue_add(&stream->queue, bytes, length)) {
		http_backlog_set(&stream->backlog, queue_length(&stream->queue));
		return false;
	}
	wake_stream(stream);
	return true;
}

void http_stream_end(struct http_stream *stream)
{
	stream->ended = true;
	connection_set_deadline(stream->request->connection, END_SECONDS);
	wake_stream(stream);
}

void http_stream_abort(struct http_stream *stream)
{
	stream->broken = true;
	queue_finish(&stream->queue);
	http_backlog_set(&stream->backlog, 0);
	connection_abort(stream->request->connection);
	wake_stream(stream);
}

void stream_closed(struct http_stream *stream)
{
	stream->request->connection->server->figures.streams--;
	http_backlog_set(&stream->backlog, 0);
	queue_finish(&stream->queue);
	stream->closed(stream, stream->context);
}

/*
 * HEAD: libmicrohttpd would send the last chunk of a body that HEAD does not have. As a server of
 * HTTP/1.0 it uses no chunks, and closes.
 */
static void forgo_chunks_for_head(struct http_request *request, struct MHD_Response *response)
{
	if (strcmp(request->method, MHD_HTTP_METHOD_HEAD) == 0) {
		MHD_set_response_options(response, MHD_RF_HTTP_1_0_SERVER, MHD_RO_END);
	}
}

static bool queue_stream(struct http_stream *stream, const char *content_type,
	const struct http_header *headers, size_t header_count)
{
	struct MHD_Response *response = MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, BLOCK, read_stream, stream, NULL);

	if (response && MHD_add_response_header(
				response, MHD_HTTP_HEADER_CONTENT_TYPE, content_type) != MHD_YES) {
		MHD_destroy_response(response);
		response = NULL;
	}
	if (response) {
		forgo_chunks_for_head(stream->request, response);
	}
	return reply_queue(stream->request, response, MHD_HTTP_OK, headers, header_count);
}

struct http_stream *http_request_stream(struct http_request *request, const char *content_type,
	const struct http_header *headers, size_t header_count,
	void (*closed)(struct http_stream *stream, void *context), void *context)
{
	struct http_stream *stream = mk_arena_alloc_zeroed(request->arena, sizeof *stream);

	if (!stream) {
		request_enter(request, REQUEST_ABANDONED);
		return NULL;
	}
	request->is_long = true;
	*stream = (struct http_stream){.request = request, .closed = closed, .context = context};
	http_backlog_begin(&stream->backlog, request);
	if (!queue_stream(stream, content_type, headers, header_count)) {
		return NULL;
	}
	request->stream = stream;
	request->connection->server->figures.streams++;
	connection_set_deadline(request->connection, 0);
	watch_add(request);
	return stream;
}

/* ---- Upgrades ------------------------------------------------------------------------------- */

/*
 * The owner of an upgraded connection gets a duplicate of the descriptor, and libmicrohttpd closes
 * its own at once. So an upgraded connection uses no connection memory there (32 KiB), counts
 * against no limit of it, is not among the suspended connections that every resume walks through,
 * and cannot abort a stop.
 */

static struct http_upgraded *take_over(struct http_server *server, int socket)
{
	struct http_upgraded *upgraded = malloc(sizeof *upgraded);

	if (!upgraded) {
		return NULL;
	}
	*upgraded = (struct http_upgraded){
		.server = server,
		.socket = fcntl(socket, F_DUPFD_CLOEXEC, 0),
	};
	if (upgraded->socket < 0) {
		free(upgraded);
		return NULL;
	}
	DL_APPEND(server->upgraded, upgraded);
	server->figures.upgraded++;
	return upgraded;
}

void upgrade_failed(struct http_request *request)
{
	request->upgrading = false;
	request->upgrade_start(NULL, -1, NULL, 0, request->upgrade_context);
}

static void on_upgrade(void *context, struct MHD_Connection *mhd, void *request_context,
	const char *early, size_t early_length, MHD_socket socket,
	struct MHD_UpgradeResponseHandle *handle)
{
	struct http_connection *connection = context;
	struct http_server *server = connection->server;
	struct http_request *request = connection->request;
	struct http_upgraded *upgraded = take_over(server, socket);

	(void)mhd;
	(void)request_context;
	if (upgraded) {
		request->upgrading = false;
		request->upgrade_start(
			upgraded, upgraded->socket, early, early_length, request->upgrade_context);
	}
	request_end(request);
	reader_remove(connection);
	/* A shutdown of the connection would affect the duplicate as well. */
	connection->socket = -1;
	MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
	server->dirty = true;
}

void http_request_upgrade(struct http_request *request, const struct http_header *headers,
	size_t header_count,
	void (*start)(struct http_upgraded *upgraded, int socket, const char *early,
		size_t early_length, void *context),
	void *context)
{
	struct http_server *server = request->connection->server;

	request->upgrading = true;
	request->is_long = true;
	request->upgrade_start = start;
	request->upgrade_context = context;
	if (server->figures.upgraded >= server->options.connection_limit) {
		limits_count(server->options.limits, LIMIT_CONNECTIONS);
		request_refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "too_many_connections",
			"There is no room for another websocket.");
		return;
	}
	reply_queue(request, MHD_create_response_for_upgrade(on_upgrade, request->connection),
		MHD_HTTP_SWITCHING_PROTOCOLS, headers, header_count);
}

struct uv_loop_s *http_upgraded_loop(struct http_upgraded *upgraded)
{
	return upgraded->server->options.loop;
}

void http_upgraded_finish(struct http_upgraded *upgraded)
{
	struct http_server *server = upgraded->server;

	DL_DELETE(server->upgraded, upgraded);
	server->figures.upgraded--;
	close(upgraded->socket);
	free(upgraded);
}

void upgraded_break_all(struct http_server *server)
{
	struct http_upgraded *upgraded;

	for (upgraded = server->upgraded; upgraded; upgraded = upgraded->next) {
		shutdown(upgraded->socket, SHUT_RDWR);
	}
}
