/*
 * Filters the bytes that libmicrohttpd reads and writes.
 *
 * It has no hook for that, but it calls recv(), send(), sendmsg() and epoll_wait(). This file
 * defines them in the program, and the dynamic linker finds these before libc's. It costs no system
 * call and no copy, unlike a filter on a pair of sockets (two of each per request); rejecting
 * chunked bodies (411) instead would lock out clients that stream and proxies that forward them;
 * and bytes that were read along with a header cannot be peeked at any more. Calls outside of
 * reader_run(), and those for other sockets, go to the kernel.
 *
 * A faulty message is not passed on. If it begins in the piece just read, a short request replaces
 * it that leads to the usual rejection; if its beginning is in libmicrohttpd already, the rejection
 * is written to the socket, and the connection reads as ended. Requests before it in the pipeline
 * are answered first.
 */
#ifndef HTTP_MHD_READER_H
#define HTTP_MHD_READER_H

#include <stdbool.h>

struct http_server;
struct http_connection;
struct http_request;
struct http_response;

/* MHD_run() with the checks in place. */
void reader_run(struct http_server *server);

/*
 * True once the server has run for 5 ms since the turn began. A turn begins with the first call
 * after `turn_end_ns` was set to 0. Real time is measured: it costs no system call, and the
 * processor time of the thread is never more.
 */
bool turn_is_over(struct http_server *server);

/*
 * True if half of the turn is left: another run costs time even if it may visit no connection,
 * since libmicrohttpd clears the memory of answered ones.
 */
bool turn_has_half(struct http_server *server);

/* Its socket is checked from now on. False without memory. */
bool reader_add(struct http_connection *connection);
void reader_remove(struct http_connection *connection);
void reader_finish(struct http_server *server);

/*
 * True for the target of the request that replaces a faulty one. No other has a control character.
 */
bool reader_is_refused(const char *target);

/*
 * Answers the faulty message of a connection whose `is_refusal_due` is set, when the requests
 * before it have been answered. The client closes then, or is disconnected after 2 seconds.
 */
void reader_refuse(struct http_connection *connection);

/* Writes a response that bypasses libmicrohttpd, as far as the socket accepts it at once. */
void reader_write(struct http_request *request, const struct http_response *reply);

/* Responds 408 to a request whose body is incomplete; then the connection ends. */
void reader_time_out(struct http_connection *connection);

#endif
