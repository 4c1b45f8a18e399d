/* Subscribers to the notifications of a session. */
#ifndef SESSION_LISTENER_H
#define SESSION_LISTENER_H

#include "session/session.h"

enum session_notification {
	SESSION_CHANGED,  /* the present session: at first, after a change, when in sync again */
	SESSION_ADVICE,   /* better advice for the same table; the last one is final */
	SESSION_CONFLICT, /* a rejected snapshot: session->observed has the reason */
	SESSION_ENDED,    /* after the SESSION_CHANGED by which the game was won, lost or drawn */
	SESSION_DELETED,  /* the last one; the subscription has ended */
	SESSION_SHUTDOWN, /* the daemon stops */
};

/*
 * The first member of the subscriber's own struct, zeroed before its first use. `hear` is called on
 * the loop thread; `session` is borrowed for the call.
 */
struct session_subscriber {
	void (*hear)(struct session_subscriber *listener, enum session_notification news,
		const struct session *session);
	struct session_subscriber *next, *previous; /* the session's own use */
	void *of;                                   /* the session's own use */
};

#endif
