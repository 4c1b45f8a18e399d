/* How every operation begins that changes a session: which session, and under what condition. */
#ifndef API_HANDLERS_CHANGE_H
#define API_HANDLERS_CHANGE_H

#include "api/pipeline/call.h"

/*
 * Reads wishes and If-Match, finds the session, and calls `carry_out` with it when the condition
 * holds; else the call is answered. (It is checked again when the change's turn comes.)
 */
void change_begin(
	struct call *call, void (*carry_out)(struct call *call, const struct session *session));

/*
 * Has what the call has led to told from the session as it is; another version than that is refused
 * as repeat.h says.
 */
void change_tell_again(
	struct call *call, void (*tell)(struct call *call, const struct session *session));

/* Reads the body as JSON into call->json. False: the call has been answered. */
bool change_read_json(struct call *call);

/* The same; a missing body is allowed, call->json is then NULL. */
bool change_read_optional_json(struct call *call);

/* Answers 415. */
void change_refuse_type(struct call *call);

#endif
