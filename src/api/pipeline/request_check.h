/* Whether a request asks for nothing that its route does not do: before the handler sees it. */
#ifndef API_PIPELINE_REQUEST_CHECK_H
#define API_PIPELINE_REQUEST_CHECK_H

#include <stdbool.h>

struct call;

/*
 * False where the call has been answered: 400 for query parameters that the route does not have,
 * 415 for a body in another coding or character set, 417 for an unknown expectation. Its route is
 * known.
 */
bool request_check(struct call *call);

#endif
