/* Subscribers: joining, leaving within a call, and the delivery of notifications. */
#include "session/cached_session.h"

#include <stdlib.h>
#include <utlist.h>

void broadcast_begin(struct broadcast *broadcast, struct cached_session *cached)
{
	*broadcast = (struct broadcast){.next = cached->listeners, .outer = cached->broadcasts};
	cached->broadcasts = broadcast;
}

void broadcast_end(struct broadcast *broadcast, struct cached_session *cached)
{
	cached->broadcasts = broadcast->outer;
}

void broadcast_send(struct broadcast *broadcast, struct cached_session *cached,
	enum session_notification news, bool ended)
{
	while (broadcast->next) {
		struct session_subscriber *listener = broadcast->next;

		broadcast->present = listener;
		broadcast->next = listener->next;
		listener->hear(listener, news, cached_session_refresh(cached));
		if (broadcast->present && ended) {
			listener->hear(listener, SESSION_ENDED, cached_session_refresh(cached));
		}
	}
}

void cached_session_broadcast(struct cached_session *cached, enum session_notification news)
{
	struct broadcast broadcast;

	broadcast_begin(&broadcast, cached);
	broadcast_send(&broadcast, cached, news, false);
	broadcast_end(&broadcast, cached);
}

/* A subscriber that has left gets no notification. */
static void leave_broadcasts(
	struct cached_session *cached, const struct session_subscriber *listener)
{
	for (struct broadcast *broadcast = cached->broadcasts; broadcast;
		broadcast = broadcast->outer) {
		if (broadcast->present == listener) {
			broadcast->present = NULL;
		}
		if (broadcast->next == listener) {
			broadcast->next = listener->next;
		}
	}
}

static void set_followed(struct cached_session *cached, bool followed)
{
	struct sessions *sessions = cached->sessions;

	if (followed) {
		DL_APPEND2(sessions->heard, cached, heard_previous, heard_next);
		cached_session_follow(cached);
	} else {
		DL_DELETE2(sessions->heard, cached, heard_previous, heard_next);
		cached_session_unfollow(cached);
	}
}

static void leave_list(struct cached_session *cached, struct session_subscriber *listener)
{
	leave_broadcasts(cached, listener);
	DL_DELETE2(cached->listeners, listener, previous, next);
	if (!cached->listeners) {
		set_followed(cached, false);
	}
	cached->sessions->figures.listeners--;
	listener->of = NULL;
}

void cached_session_broadcast_deleted(struct cached_session *cached)
{
	while (cached->listeners) {
		struct session_subscriber *listener = cached->listeners;

		leave_list(cached, listener);
		listener->hear(listener, SESSION_DELETED, cached_session_refresh(cached));
		cached_session_unref(cached);
	}
}

void cached_session_subscribe(struct cached_session *cached, struct session_subscriber *listener,
	sessions_answer *answer, void *context)
{
	struct broadcast broadcast;

	cached_session_ref(cached);
	listener->of = cached;
	/*
	 * At the front, so that a running broadcast does not reach it: no subscriber gets a
	 * notification twice.
	 */
	if (!cached->listeners) {
		set_followed(cached, true);
	}
	DL_PREPEND2(cached->listeners, listener, previous, next);
	cached->sessions->figures.listeners++;
	broadcast_begin(&broadcast, cached);
	broadcast.present = listener;
	broadcast.next = NULL;
	answer(context, MK_OK, cached_session_refresh(cached), NULL);
	if (broadcast.present) {
		listener->hear(listener, SESSION_CHANGED, cached_session_refresh(cached));
	}
	broadcast_end(&broadcast, cached);
}

void sessions_unsubscribe(struct sessions *sessions, struct session_subscriber *listener)
{
	struct cached_session *cached = listener->of;

	(void)sessions;
	if (cached && !cached_session_cancel_read(cached, listener)) {
		leave_list(cached, listener);
		cached_session_unref(cached);
	}
}
