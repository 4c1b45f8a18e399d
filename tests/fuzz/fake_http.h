/*
 * The interface of http/http.h without sockets: requests are read from text, responses are
 * inspected. Linked in the place of src/http.
 */
#ifndef TESTS_FUZZ_FAKE_HTTP_H
#define TESTS_FUZZ_FAKE_HTTP_H

#include "http/http.h"

/*
 * Reads one request: "METHOD path?query", headers a line each, an empty line, the body. A '@' in
 * the path is `id`. NULL where libmicrohttpd would have refused it or there are too many. It is the
 * fake's; the text must live as long.
 */
struct http_request *fake_request(char *text, size_t length, const char *id);

/* The id of the last Location that a reply named, "" before. */
extern char fake_location[64];

/* All clients disconnect, streams and websockets end, and the responses are discarded. */
void fake_hang_up(void);

#endif
