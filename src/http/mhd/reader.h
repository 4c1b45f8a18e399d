/*
 * What libmicrohttpd reads from its sockets passes here first.
 *
 * It has no hook for that: it calls recv(). This file defines recv() in the program, and the
 * dynamic linker finds that one before libc's. It costs no system call and no copy, which a filter
 * on a pair of sockets would (two of each a request); refusing chunked bodies (411) instead would
 * lock out clients that stream and what a proxy forwards as it comes; and the bytes that were read
 * along with a header cannot be peeked at any more. Calls outside of reader_run(), and those for
 * other sockets, are passed on to the kernel as they are.
 *
 * A faulty message is not handed over. Where it begins in the piece just read, a short request
 * takes its place that leads to the usual refusal; where its beginning is in libmicrohttpd already,
 * the refusal is written to the socket, and the connection reads as ended. Requests before it in
 * the pipeline are answered first.
 */
#ifndef HTTP_MHD_READER_H
#define HTTP_MHD_READER_H

#include <stdbool.h>

struct http_server;
struct http_connection;
struct http_request;
struct http_response;

/* MHD_run() with the check in place. */
void reader_run(struct http_server *server);

/* Its socket is checked from now on. False without memory. */
bool reader_add(struct http_connection *connection);
void reader_remove(struct http_connection *connection);
void reader_finish(struct http_server *server);

/* Is `target` that of the request that stands for a faulty one? No other has a control character.
 */
bool reader_is_refused(const char *target);

/*
 * Answers the faulty message of a connection whose `is_refusal_due` is set, when the requests
 * before it have been answered. The client closes then, or is disconnected after 2 seconds.
 */
void reader_refuse(struct http_connection *connection);

/* Writes an answer past libmicrohttpd, as far as the socket takes it at once. */
void reader_write(struct http_request *request, const struct http_response *reply);

#endif
