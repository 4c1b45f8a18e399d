/* The server of these tests: it echoes, and some messages are commands. */
#ifndef TESTS_WS_ECHO_H
#define TESTS_WS_ECHO_H

#include "ws/peer.h"
#include "ws/ws.h"

enum { MOST = 1000 };

extern atomic_int opened;
extern atomic_int closed;
extern struct ws *sockets[MOST]; /* of the loop's thread */

void handle_ws(struct http_request *request, void *context);

#endif
