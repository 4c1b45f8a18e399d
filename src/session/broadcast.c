/* Subscribers: joining, leaving within a call, and the delivery of notifications. */
#include "session/cached_session.h"

#include <stdlib.h>
#include <utlist.h>

void broadcast_begin(struct broadcast *broadcast, struct cached_session *cached)
{
	*broadcast = (struct broadcast){.next = cached->subscribers, .outer = cached->broadcasts};
	cached->broadcasts = broadcast;
}

void broadcast_end(struct broadcast *broadcast, struct cached_session *cached)
{
	cached->broadcasts = broadcast->outer;
}

void broadcast_send(struct broadcast *broadcast, struct cached_session *cached,
	enum session_notification notification, bool ended)
{
	while (broadcast->next) {
		struct session_subscriber *subscriber = broadcast->next;

		broadcast->present = subscriber;
		broadcast->next = subscriber->next;
		subscriber->notify(subscriber, notification, cached_session_refresh(cached));
		if (broadcast->present && ended) {
			subscriber->notify(
				subscriber, SESSION_ENDED, cached_session_refresh(cached));
		}
	}
}

void cached_session_broadcast(struct cached_session *cached, enum session_notification notification)
{
	struct broadcast broadcast;

	broadcast_begin(&broadcast, cached);
	broadcast_send(&broadcast, cached, notification, false);
	broadcast_end(&broadcast, cached);
}

/* A subscriber that has left gets no notification. */
static void leave_broadcasts(
	struct cached_session *cached, const struct session_subscriber *subscriber)
{
	for (struct broadcast *broadcast = cached->broadcasts; broadcast;
		broadcast = broadcast->outer) {
		if (broadcast->present == subscriber) {
			broadcast->present = NULL;
		}
		if (broadcast->next == subscriber) {
			broadcast->next = subscriber->next;
		}
	}
}

static void set_followed(struct cached_session *cached, bool followed)
{
	struct sessions *sessions = cached->sessions;

	if (followed) {
		DL_APPEND2(sessions->subscribed, cached, subscribed_previous, subscribed_next);
		cached_session_follow(cached);
	} else {
		DL_DELETE2(sessions->subscribed, cached, subscribed_previous, subscribed_next);
		cached_session_unfollow(cached);
	}
}

static void leave_list(struct cached_session *cached, struct session_subscriber *subscriber)
{
	leave_broadcasts(cached, subscriber);
	DL_DELETE2(cached->subscribers, subscriber, previous, next);
	if (!cached->subscribers) {
		set_followed(cached, false);
	}
	cached->sessions->figures.subscribers--;
	subscriber->of = NULL;
}

void cached_session_broadcast_deleted(struct cached_session *cached)
{
	while (cached->subscribers) {
		struct session_subscriber *subscriber = cached->subscribers;

		leave_list(cached, subscriber);
		subscriber->notify(subscriber, SESSION_DELETED, cached_session_refresh(cached));
		cached_session_unref(cached);
	}
}

void cached_session_subscribe(struct cached_session *cached, struct session_subscriber *subscriber,
	sessions_callback *answer, void *context)
{
	struct broadcast broadcast;

	cached_session_ref(cached);
	subscriber->of = cached;
	/*
	 * At the front, so that a running broadcast does not reach it: no subscriber gets a
	 * notification twice.
	 */
	if (!cached->subscribers) {
		set_followed(cached, true);
	}
	DL_PREPEND2(cached->subscribers, subscriber, previous, next);
	cached->sessions->figures.subscribers++;
	broadcast_begin(&broadcast, cached);
	broadcast.present = subscriber;
	broadcast.next = NULL;
	answer(context, MK_OK, cached_session_refresh(cached), NULL);
	if (broadcast.present) {
		subscriber->notify(subscriber, SESSION_CHANGED, cached_session_refresh(cached));
	}
	broadcast_end(&broadcast, cached);
}

void sessions_unsubscribe(struct sessions *sessions, struct session_subscriber *subscriber)
{
	struct cached_session *cached = subscriber->of;

	(void)sessions;
	if (cached && !cached_session_cancel_read(cached, subscriber)) {
		leave_list(cached, subscriber);
		cached_session_unref(cached);
	}
}
