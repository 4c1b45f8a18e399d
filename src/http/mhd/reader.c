/* The system calls of libmicrohttpd: the limit of a turn, the check of framing, and the response to
 * a faulty message. */
#undef _FORTIFY_SOURCE /* its inline recv() would be a second definition */
#include "http/internal.h"

#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* No valid target contains the control character. */
static const char stand_in[] = "- \1 HTTP/1.0\r\n\r\n";
enum {
	STAND_IN_LENGTH = sizeof stand_in - 1,
	HEAD_SIZE = 2048,
	AFTER_REFUSAL_S = 2, /* time for a client to read the refusal and close */
};

/* libpq reads in other threads, and several servers may share one thread in tests. */
static _Thread_local struct http_server *running;

void reader_run(struct http_server *server)
{
	struct http_server *outer = running;

	server->run++;
	server->is_round_cut = false;
	server->is_now_fresh = false;
	turn_is_over(server); /* starts the turn if it has not begun */
	running = server;
	MHD_run(server->daemon);
	running = outer;
	if (!server->is_round_cut) {
		server->round = server->run + 1;
	}
}

/* ---- The connections by socket -------------------------------------------------------------- */

bool reader_add(struct http_connection *connection)
{
	struct http_server *server = connection->server;
	size_t wanted = (size_t)connection->socket + 1;

	if (wanted > server->by_socket_size) {
		size_t size = wanted < 64 ? 64 : wanted * 2;
		/* NOLINTBEGIN(bugprone-sizeof-expression): it is an array of pointers. */
		struct http_connection **grown = realloc(server->by_socket, size * sizeof *grown);

		if (!grown) {
			return false;
		}
		memset(grown + server->by_socket_size, 0,
			(size - server->by_socket_size) * sizeof *grown);
		/* NOLINTEND(bugprone-sizeof-expression) */
		server->by_socket = grown;
		server->by_socket_size = size;
	}
	server->by_socket[connection->socket] = connection;
	return true;
}

void reader_remove(struct http_connection *connection)
{
	if (connection->socket >= 0) {
		connection->server->by_socket[connection->socket] = NULL;
	}
}

void reader_finish(struct http_server *server)
{
	free(server->by_socket);
}

static struct http_connection *connection_at(int socket)
{
	return running && socket >= 0 && (size_t)socket < running->by_socket_size
		       ? running->by_socket[socket]
		       : NULL;
}

/* ---- The limit of a turn --------------------------------------------------------------------- */

enum {
	TURN_NS = 5000000,
	/* libmicrohttpd closes all connections of a run at its end, and asks for 128 events. */
	RUN_EVENTS = 64,
};

bool turn_is_over(struct http_server *server)
{
	if (!server->is_now_fresh) {
		server->now_ns = clock_ticks_ns();
	}
	server->is_now_fresh = false;
	if (server->turn_end_ns == 0) {
		server->turn_end_ns = server->now_ns + TURN_NS;
	}
	return server->now_ns >= server->turn_end_ns && !server->forced;
}

bool turn_has_half(struct http_server *server)
{
	return !turn_is_over(server) &&
	       (server->forced || server->turn_end_ns - server->now_ns >= TURN_NS / 2);
}

/*
 * Each run of libmicrohttpd visits every connection that is ready. A visit reads, handles at most
 * three requests and sends. Once the turn is over, further visits are put off by EINTR, after which
 * libmicrohttpd keeps the connection among the ready ones. A round ends with the run in which none
 * was put off; until then a connection is visited once, so that none waits for the others' second
 * requests.
 */
static bool may_proceed(struct http_connection *connection)
{
	struct http_server *server = connection->server;

	if (connection->visited == server->run) {
		return true;
	}
	if (connection->visited >= server->round && !server->forced) {
		return false;
	}
	if (turn_is_over(server)) {
		server->is_round_cut = true;
		return false;
	}
	connection->visited = server->run;
	return true;
}

static bool is_put_off(int socket)
{
	struct http_connection *connection = connection_at(socket);

	if (!connection || may_proceed(connection)) {
		return false;
	}
	errno = EINTR;
	return true;
}

/* The names of the parameters are those of glibc. */
ssize_t send(int fd, const void *buf, size_t n, int flags)
{
	return is_put_off(fd) ? -1 : sendto(fd, buf, n, flags, NULL, 0);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	return is_put_off(fd) ? -1 : syscall(SYS_sendmsg, fd, message, flags);
}

int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout)
{
	return epoll_pwait(epfd, events, running && maxevents > RUN_EVENTS ? RUN_EVENTS : maxevents,
		timeout, NULL);
}

/* ---- Faulty messages ------------------------------------------------------------------------ */

bool reader_is_refused(const char *target)
{
	return target[0] == '\1';
}

/* Takes two calls if the buffer is nearly full. */
static size_t place_stand_in(struct http_connection *connection, char *bytes, size_t size)
{
	size_t left = STAND_IN_LENGTH - connection->placed;
	size_t length = left < size ? left : size;

	memcpy(bytes, stand_in + connection->placed, length);
	connection->placed += (unsigned)length;
	return length;
}

/*
 * libmicrohttpd is in the middle of this message and waits for its bytes: no response is being
 * sent, and in the middle of a body it would accept none.
 */
static void refuse_here(struct http_connection *connection)
{
	const struct http_error *fault = connection->framing.fault;
	struct http_request *request = connection->request;

	if (!request) {
		request = request_begin(connection, "");
	}
	if (request && request->stage < REQUEST_HELD) {
		request->bypasses = true;
		request_reject(request, fault);
		request_end(request);
	}
	connection->cut_short = true;
}

/*
 * A connection that was resumed is read once more before its answer is sent. An end of stream read
 * there would drop the response; connections_look() finds it again afterwards.
 */
static bool is_being_answered(const struct http_connection *connection)
{
	return connection->request && connection->request->stage >= REQUEST_HELD &&
	       !connection->broken;
}

/*
 * libmicrohttpd has the beginning of the faulty message. Requests before it in the pipeline are
 * answered first; connections_look() then handles the malformed message.
 */
static ssize_t refuse_in_turn(struct http_connection *connection)
{
	if (is_being_answered(connection)) {
		connection->is_refusal_due = true;
		errno = EAGAIN;
		return -1;
	}
	connection->is_refusal_due = false;
	connection->is_refused_here = true;
	refuse_here(connection);
	return 0;
}

static ssize_t read_on(struct http_connection *connection, char *bytes, size_t size)
{
	if (connection->is_refused_here) {
		return 0;
	}
	if (connection->is_refusal_due) {
		return refuse_in_turn(connection);
	}
	if (connection->placed < STAND_IN_LENGTH) {
		return (ssize_t)place_stand_in(connection, bytes, size);
	}
	errno = EAGAIN;
	return -1;
}

static ssize_t replace_fault(
	struct http_connection *connection, char *bytes, size_t size, size_t length, size_t good)
{
	if (good == SIZE_MAX) {
		return refuse_in_turn(connection);
	}
	/* The first frames of a websocket may come with its handshake. If it is refused, the
	 * connection ends with that answer. */
	if (connection->framing.after_upgrade) {
		connection->ends_after_reply = true;
		connection->framing = (struct framing){.state = FRAMING_REST};
		return (ssize_t)length;
	}
	return (ssize_t)(good + place_stand_in(connection, bytes + good, size - good));
}

void reader_refuse(struct http_connection *connection)
{
	connection->server->now_ns = clock_ticks_ns();
	refuse_in_turn(connection);
	shutdown(connection->socket, SHUT_WR);
	connection_set_deadline(connection, AFTER_REFUSAL_S);
}

static const struct http_error too_slow = {
	MHD_HTTP_REQUEST_TIMEOUT, "request_timeout", "The body did not come to its end in time."};

/*
 * In the middle of a body libmicrohttpd accepts no response, so it is written here; libmicrohttpd
 * then finds the end of the stream.
 */
void reader_time_out(struct http_connection *connection)
{
	connection->server->now_ns = clock_ticks_ns();
	connection->framing.fault = &too_slow;
	connection->is_refused_here = true;
	refuse_here(connection);
	shutdown(connection->socket, SHUT_WR);
	connection_set_deadline(connection, AFTER_REFUSAL_S);
}

static ssize_t read_checked(struct http_connection *connection, char *bytes, size_t size, int flags)
{
	size_t good;
	ssize_t length;

	if (connection->framing.fault) {
		return read_on(connection, bytes, size);
	}
	length = recvfrom(connection->socket, bytes, size, flags, NULL, NULL);
	if (length == 0 && is_being_answered(connection)) {
		errno = EAGAIN;
		return -1;
	}
	if (length <= 0) {
		return length;
	}
	connection->has_read = true;
	connection->is_looked_at = false;
	if (framing_feed(&connection->framing, bytes, (size_t)length, &good)) {
		return length;
	}
	return replace_fault(connection, bytes, size, (size_t)length, good);
}

ssize_t recv(int fd, void *buf, size_t n, int flags)
{
	struct http_connection *connection = connection_at(fd);

	if (!connection) {
		return recvfrom(fd, buf, n, flags, NULL, NULL);
	}
	return is_put_off(fd) ? -1 : read_checked(connection, buf, n, flags);
}

/* ---- Responses that bypass libmicrohttpd ---------------------------------------------------- */

static void write_date(struct mk_text *head)
{
	char date[64];
	time_t now = time(NULL);
	struct tm parts;

	if (gmtime_r(&now, &parts) &&
		strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0) {
		mk_text_format(head, "Date: %s\r\n", date);
	}
}

static void write_rejection_head(struct mk_text *head, const struct http_response *reply)
{
	mk_text_format(head, "HTTP/1.1 %d %s\r\n", reply->status,
		MHD_get_reason_phrase_for((unsigned)reply->status));
	write_date(head);
	mk_text_put(head, "Connection: close\r\n");
	if (reply->content_type) {
		mk_text_format(head, "Content-Type: %s\r\n", reply->content_type);
	}
	for (size_t i = 0; i < reply->header_count; i++) {
		mk_text_format(head, "%s: %s\r\n", reply->headers[i].name, reply->headers[i].value);
	}
	mk_text_format(head, "Content-Length: %zu\r\n\r\n",
		reply->content_type ? reply->length : (size_t)0);
}

void reader_write(struct http_request *request, const struct http_response *reply)
{
	bool has_body = reply->content_type && strcmp(request->method, MHD_HTTP_METHOD_HEAD) != 0;
	/* The kernel only reads through the pointer, which is not const. */
	union {
		const char *bytes;
		void *handed;
	} body = {.bytes = reply->body};
	char bytes[HEAD_SIZE];
	struct mk_text head;
	struct iovec pieces[2];
	struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 2};

	mk_text_fixed(&head, bytes, sizeof bytes);
	write_rejection_head(&head, reply);
	pieces[0] = (struct iovec){.iov_base = head.bytes, .iov_len = head.length};
	pieces[1] = (struct iovec){
		.iov_base = body.handed,
		.iov_len = has_body ? reply->length : 0,
	};
	if (!head.truncated) {
		sendmsg(request->connection->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
	}
	request->status = reply->status;
	request->reply_bytes = pieces[1].iov_len;
	request_enter(request, REQUEST_RESPONDED);
}
