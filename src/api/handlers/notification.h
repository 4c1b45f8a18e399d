/*
 * Notifications of a session, each written once for all its subscribers.
 *
 * A broadcast calls one subscriber after another. The call for the first one writes the
 * notification; the others receive the same bytes.
 */
#ifndef API_HANDLERS_NOTIFICATION_H
#define API_HANDLERS_NOTIFICATION_H

#include "session/sessions.h"

#include <makker/text.h>
#include <stdint.h>

/* `sse` is the whole notification as a server-sent event; the JSON is a part of it. */
struct notification {
	struct mk_arena *arena;
	struct mk_text sse;
	size_t json_at, json_length;
	uint64_t serial;
	enum session_notification kind;
	uint64_t version;
	char session[SESSION_ID_SIZE];
};

/* The last notification in each language. */
struct notifications {
	uint64_t serial; /* of the last one */
	struct notification in[MK_LANGUAGES];
};

/* NULL without memory. */
struct notifications *notifications_create(void);
void notifications_destroy(struct notifications *notifications);

/*
 * Returns the notification in that language, borrowed until the next one. `last_serial` belongs to
 * the subscriber; it begins with notifications->serial. NULL if the notification does not fit.
 */
const struct notification *notification_write(struct notifications *notifications,
	enum session_notification kind, const struct session *session, enum mk_language language,
	uint64_t *last_serial);

#endif
