/* The common part of the operations that change a session. */
#ifndef API_HANDLERS_SESSION_CHANGES_H
#define API_HANDLERS_SESSION_CHANGES_H

#include "api/pipeline/call.h"

/*
 * Calls `apply` with the open session if If-Match and the strategy of the request allow it, and
 * call->condition set; else responds.
 */
void change_begin(
	struct call *call, void (*apply)(struct call *call, const struct session *session));

/*
 * Calls `respond` with the session that the first request with the key of this one has changed or
 * created; responds 409 if it is at another version by now (see idempotency.h).
 */
void change_reconstruct(
	struct call *call, void (*respond)(struct call *call, const struct session *session));

#endif
