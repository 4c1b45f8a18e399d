/* Subscribers to the notifications of a session. */
#ifndef SESSION_LISTENER_H
#define SESSION_LISTENER_H

#include "session/session.h"

enum session_notification {
	SESSION_CHANGED,  /* the present session: at first, after a change, when in sync again */
	SESSION_ADVICE,   /* better advice for the same table; the last one is final */
	SESSION_CONFLICT, /* a snapshot that was not accepted: session->observed says why */
	SESSION_ENDED,    /* after the SESSION_CHANGED by which the game was won, lost or drawn */
	SESSION_DELETED,  /* the last that is heard: the listener is no longer one */
	SESSION_SHUTDOWN, /* the daemon stops */
};

/*
 * Embedded in the hearer's own struct, cleared before its first use. `hear` is called on the loop
 * thread; `session` is borrowed for the call.
 */
struct session_subscriber {
	void (*hear)(struct session_subscriber *listener, enum session_notification news,
		const struct session *session);
	struct session_subscriber *next, *previous; /* the session's own use */
	void *of;                                   /* the session's own use */
};

#endif
