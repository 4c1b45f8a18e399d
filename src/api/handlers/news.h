/*
 * Messages to listeners, written once for all of them.
 *
 * A session tells its listeners one after another. The first that hears has the message written;
 * the others, who have not heard it yet, get the same bytes.
 */
#ifndef API_HANDLERS_NEWS_H
#define API_HANDLERS_NEWS_H

#include "session/subscriber.h"

#include <makker/text.h>
#include <stdint.h>

/* `sse` is the whole message as a server-sent event; the JSON stands within it. */
struct message {
	struct mk_arena *arena;
	struct mk_text sse;
	size_t json_at, json_length;
	uint64_t serial; /* a listener remembers the last one it has heard */
	enum session_notification of;
	uint64_t version;
	char session[SESSION_ID_ROOM];
};

struct news {
	uint64_t serial; /* counts the messages of all languages */
	struct message in[MK_LANGUAGES];
};

/* False without memory. */
bool news_init(struct news *news);
void news_finish(struct news *news);

/*
 * The message in that language; it is borrowed until the next one. `heard` is the listener's own
 * memory, at first what news->serial was when it began to listen. NULL when there is no room for
 * the message.
 */
const struct message *news_write(struct news *news, enum session_notification of,
	const struct session *session, enum mk_language language, uint64_t *heard);

#endif
