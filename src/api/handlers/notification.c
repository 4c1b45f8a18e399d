/* Notifications. */
#include "api/handlers/notification.h"

#include "api/handlers/stream.h"
#include "api/views/finding_json.h"
#include "api/views/session_json.h"
#include "base/arena.h"
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_SIZE = 16 * 1024, MESSAGE_LIMIT = 256 * 1024 };

struct notifications *notifications_create(void)
{
	struct notifications *notifications = calloc(1, sizeof *notifications);
	bool complete = notifications != NULL;

	for (int i = 0; notifications && i < MK_LANGUAGES; i++) {
		notifications->in[i].arena = mk_arena_create((size_t)2 * MESSAGE_LIMIT);
		complete = complete && notifications->in[i].arena;
	}
	if (!complete) {
		notifications_destroy(notifications);
		return NULL;
	}
	return notifications;
}

void notifications_destroy(struct notifications *notifications)
{
	for (int i = 0; notifications && i < MK_LANGUAGES; i++) {
		mk_arena_destroy(notifications->in[i].arena);
	}
	free(notifications);
}

static const char *event_name(enum session_notification kind)
{
	switch (kind) {
	case SESSION_CHANGED:
		return "session";
	case SESSION_ADVICE:
		return "advice";
	case SESSION_CONFLICT:
		return "conflict";
	case SESSION_REVIEW:
		return "review";
	case SESSION_ENDED:
		return "ended";
	case SESSION_DELETED:
		return "deleted";
	case SESSION_SHUTDOWN:
		return "farewell";
	}
	return "";
}

static void write_payload(struct mk_text *out, enum session_notification kind,
	const struct session *session, enum mk_language language)
{
	struct representation representation = representation_of(session);

	representation.language = language;
	switch (kind) {
	case SESSION_CHANGED:
		session_json_write(out, "session", &representation);
		return;
	case SESSION_ADVICE:
		session_json_advice(out, &representation);
		return;
	case SESSION_CONFLICT:
		mk_json_string(out, "sync", session_sync_name(session->sync));
		finding_json_observed(out, "observed", session, language);
		question_json_write_first(out, "asks", session, language);
		session_json_message(out, "message", &representation);
		return;
	case SESSION_ENDED:
		mk_json_string(out, "status", session_status_name(session->outcome));
		session_json_message(out, "message", &representation);
		return;
	case SESSION_REVIEW:
	case SESSION_DELETED:
	case SESSION_SHUTDOWN:
		return;
	}
}

static bool has_id(enum session_notification kind)
{
	return kind != SESSION_DELETED;
}

static void write_notification_json(struct mk_text *out, enum session_notification kind,
	const struct session *session, enum mk_language language)
{
	mk_json_open_object(out, NULL);
	mk_json_string(out, "event", event_name(kind));
	if (has_id(kind)) {
		mk_json_int(out, "id", (long long)session->version);
	}
	write_payload(out, kind, session, language);
	mk_json_close_object(out);
}

static void write_sse_event(struct notification *notification, enum session_notification kind,
	const struct session *session, enum mk_language language)
{
	struct mk_text *out = &notification->sse;

	mk_arena_reset(notification->arena);
	mk_text_init(out, notification->arena, MESSAGE_SIZE, MESSAGE_LIMIT);
	stream_message_open(out, event_name(kind), has_id(kind) ? (long long)session->version : -1);
	notification->json_at = out->length;
	write_notification_json(out, kind, session, language);
	notification->json_length = out->length - notification->json_at;
	stream_message_close(out);
}

/* True if the last written notification is this one and the subscriber has not received it yet. */
static bool is_written(const struct notification *notification, enum session_notification kind,
	const struct session *session, uint64_t last_serial)
{
	return last_serial < notification->serial && notification->kind == kind &&
	       notification->version == session->version &&
	       memcmp(notification->session, session->id, sizeof notification->session) == 0;
}

const struct notification *notification_write(struct notifications *notifications,
	enum session_notification kind, const struct session *session, enum mk_language language,
	uint64_t *last_serial)
{
	struct notification *notification = &notifications->in[language];

	if (!is_written(notification, kind, session, *last_serial)) {
		write_sse_event(notification, kind, session, language);
		notification->serial = ++notifications->serial;
		notification->kind = kind;
		notification->version = session->version;
		memcpy(notification->session, session->id, sizeof notification->session);
	}
	*last_serial = notification->serial;
	return notification->sse.truncated ? NULL : notification;
}
