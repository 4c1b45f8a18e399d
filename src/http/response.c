/* Replies: bodies are sent from where they are, never copied. */
#include "http/internal.h"

#include <string.h>

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

/* Hands it over: it is sent in the same round. Without it the connection can only be closed. */
static void send_response(struct http_request *request, struct MHD_Response *response, int status)
{
	bool queued =
		MHD_queue_response(request->connection->mhd, (unsigned)status, response) == MHD_YES;

	MHD_destroy_response(response);
	request->status = status;
	request_enter(request, queued ? REQUEST_RESPONDED : REQUEST_ABANDONED);
}

/* What follows this request must not be read: see mhd/reader.c. */
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
	if (!reply->close && !request->connection->server->stopping) {
		return true;
	}
	return MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close") == MHD_YES;
}

static struct MHD_Response *make_response(
	struct http_request *request, const struct http_response *reply)
{
	/* The library takes a pointer to what it only reads; PERSISTENT keeps it from freeing. */
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
