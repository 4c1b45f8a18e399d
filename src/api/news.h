/*
 * Messages to listeners, written once for all of them.
 *
 * A session tells its listeners one after another. The first that hears has the message written;
 * the others, who have not heard it yet, get the same bytes.
 */
#ifndef API_NEWS_H
#define API_NEWS_H

#include "session/listener.h"

#include <makker/text.h>
#include <stdint.h>

/* `sse` is the whole message as a server-sent event; the JSON stands within it. */
struct news {
	struct mk_arena *arena;
	struct mk_text sse;
	size_t json_at, json_length;
	uint64_t serial; /* counts the messages; a listener remembers the last one it has heard */
	enum session_news of;
	uint64_t version;
	char session[SESSION_ID_ROOM];
};

/* False without memory. */
bool news_init(struct news *news);
void news_finish(struct news *news);

/*
 * The message is in `news` afterwards. `heard` is the listener's own memory, at first what
 * news->serial was when it began to listen. False when there is no room for the message.
 */
bool news_write(
	struct news *news, enum session_news of, const struct session *session, uint64_t *heard);

#endif
