/* Who wants to hear of a session's changes. */
#ifndef SESSION_LISTENER_H
#define SESSION_LISTENER_H

#include "session/session.h"

enum session_news {
	SESSION_CHANGED, /* the present session: at the start and after every accepted change */
	SESSION_REFUSED, /* a snapshot that was not accepted: session->observed has why */
	SESSION_ENDED, /* told after SESSION_CHANGED when the game has just been won, lost or drawn
			*/
	SESSION_DELETED,
	SESSION_FAREWELL, /* the daemon stops */
};

/*
 * Embedded in the hearer's own struct. `hear` is called on the loop thread; `session` is borrowed
 * for the call.
 */
struct session_listener {
	void (*hear)(struct session_listener *listener, enum session_news news,
		const struct session *session);
	struct session_listener *next, *previous; /* the session's own use */
	void *of;                                 /* the session's own use */
};

#endif
