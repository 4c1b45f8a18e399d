/* Writing of messages. */
#include "api/handlers/news.h"

#include "api/handlers/stream.h"
#include "api/views/asks_json.h"
#include "api/views/finding_json.h"
#include "api/views/session_json.h"
#include "base/arena.h"
#include "base/json.h"

#include <string.h>

enum { MESSAGE_ROOM = 16 * 1024, MESSAGE_LIMIT = 256 * 1024 };

bool news_init(struct news *news)
{
	bool good = true;

	*news = (struct news){0};
	for (int i = 0; i < MK_LANGUAGES; i++) {
		news->in[i].arena = mk_arena_create((size_t)2 * MESSAGE_LIMIT);
		good = good && news->in[i].arena;
	}
	return good;
}

void news_finish(struct news *news)
{
	for (int i = 0; i < MK_LANGUAGES; i++) {
		mk_arena_destroy(news->in[i].arena);
	}
}

static const char *name_of(enum session_notification of)
{
	switch (of) {
	case SESSION_CHANGED:
		return "session";
	case SESSION_ADVICE:
		return "advice";
	case SESSION_CONFLICT:
		return "conflict";
	case SESSION_ENDED:
		return "ended";
	case SESSION_DELETED:
		return "deleted";
	case SESSION_SHUTDOWN:
		return "farewell";
	}
	return "";
}

static void write_members(struct mk_text *out, enum session_notification of,
	const struct session *session, enum mk_language language)
{
	struct representation representation = representation_of(session);

	representation.language = language;
	switch (of) {
	case SESSION_CHANGED:
		session_json_write(out, "session", &representation);
		return;
	case SESSION_ADVICE:
		session_json_advice(out, &representation);
		return;
	case SESSION_CONFLICT:
		mk_json_string(out, "sync", session_sync_name(session->sync));
		finding_json_observed(out, "observed", session, language);
		asks_json_write_first(out, "asks", session, language);
		session_json_message(out, "message", &representation);
		return;
	case SESSION_ENDED:
		mk_json_string(out, "status", session_status_name(session->outcome));
		session_json_message(out, "message", &representation);
		return;
	case SESSION_DELETED:
	case SESSION_SHUTDOWN:
		return;
	}
}

static bool has_id(enum session_notification of)
{
	return of != SESSION_DELETED;
}

static void write_json(struct mk_text *out, enum session_notification of,
	const struct session *session, enum mk_language language)
{
	mk_json_open_object(out, NULL);
	mk_json_string(out, "event", name_of(of));
	if (has_id(of)) {
		mk_json_int(out, "id", (long long)session->version);
	}
	write_members(out, of, session, language);
	mk_json_close_object(out);
}

static void write_sse(struct message *message, enum session_notification of,
	const struct session *session, enum mk_language language)
{
	struct mk_text *out = &message->sse;

	mk_arena_reset(message->arena);
	mk_text_init(out, message->arena, MESSAGE_ROOM, MESSAGE_LIMIT);
	stream_message_open(out, name_of(of), has_id(of) ? (long long)session->version : -1);
	message->json_at = out->length;
	write_json(out, of, session, language);
	message->json_length = out->length - message->json_at;
	stream_message_close(out);
}

/* Is the message that was written last this one, and not yet heard by this listener? */
static bool is_written(const struct message *message, enum session_notification of,
	const struct session *session, uint64_t heard)
{
	return heard < message->serial && message->of == of &&
	       message->version == session->version &&
	       memcmp(message->session, session->id, sizeof message->session) == 0;
}

const struct message *news_write(struct news *news, enum session_notification of,
	const struct session *session, enum mk_language language, uint64_t *heard)
{
	struct message *message = &news->in[language];

	if (!is_written(message, of, session, *heard)) {
		write_sse(message, of, session, language);
		message->serial = ++news->serial;
		message->of = of;
		message->version = session->version;
		memcpy(message->session, session->id, sizeof message->session);
	}
	*heard = message->serial;
	return message->sse.truncated ? NULL : message;
}
