/*
 * Streams: endless answers (SSE, NDJSON) with a bounded queue.
 *
 * libmicrohttpd asks for bytes when it can send some; when there are none the connection is
 * suspended until there are.
 */
#include "http/internal.h"

#include "base/arena.h"
#include "http/queue.h"

#include <string.h>

enum {
	BLOCK = 4096,
	END_SECONDS = 10, /* a reader has this long to take what waits at the end */
};

struct http_stream {
	struct http_request *request;
	struct queue queue;
	bool suspended;
	bool ended;
	bool broken;
	void (*closed)(struct http_stream *stream, void *context);
	void *context;
};

static void wake(struct http_stream *stream)
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
 * What is broken ends like all others: the last chunk cannot be sent any more, and libmicrohttpd
 * closes. Told of an error instead, it (0.9.75, with epoll) closes in the middle of a round and
 * never comes back to let go of the connection and its descriptor.
 */
static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t room)
{
	struct http_stream *stream = context;
	size_t waiting = queue_length(&stream->queue);
	size_t length = waiting < room ? waiting : room;

	(void)position;
	if (stream->broken) {
		return MHD_CONTENT_READER_END_OF_STREAM;
	}
	if (length == 0) {
		return wait_for_more(stream);
	}
	memcpy(bytes, stream->queue.bytes + stream->queue.start, length);
	queue_drop(&stream->queue, length);
	limits_give(http_request_limits(stream->request), LIMIT_SUBSCRIBER_BYTES, length);
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
	if (!limits_take(http_request_limits(stream->request), LIMIT_SUBSCRIBER_BYTES, length)) {
		return false;
	}
	if (!queue_add(&stream->queue, bytes, length)) {
		limits_give(http_request_limits(stream->request), LIMIT_SUBSCRIBER_BYTES, length);
		return false;
	}
	wake(stream);
	return true;
}

void http_stream_end(struct http_stream *stream)
{
	stream->ended = true;
	connection_set_deadline(stream->request->connection, END_SECONDS);
	wake(stream);
}

void stream_abort(struct http_stream *stream)
{
	stream->broken = true;
	connection_abort(stream->request->connection);
	wake(stream);
}

void stream_closed(struct http_stream *stream)
{
	stream->request->connection->server->figures.streams--;
	limits_give(http_request_limits(stream->request), LIMIT_SUBSCRIBER_BYTES,
		queue_length(&stream->queue));
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
	*stream = (struct http_stream){.request = request, .closed = closed, .context = context};
	if (!queue_stream(stream, content_type, headers, header_count)) {
		return NULL;
	}
	request->stream = stream;
	request->connection->server->figures.streams++;
	connection_set_deadline(request->connection, 0);
	watch_add(request);
	return stream;
}
