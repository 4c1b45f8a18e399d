/* Listeners: joining, leaving in the middle of a call, and who hears what. */
#include "session/cached_session.h"

#include <stdlib.h>
#include <utlist.h>

void broadcast_begin(struct telling *telling, struct live *live)
{
	*telling = (struct telling){.next = live->listeners, .outer = live->broadcasts};
	live->broadcasts = telling;
}

void broadcast_end(struct telling *telling, struct live *live)
{
	live->broadcasts = telling->outer;
}

void broadcast_send(
	struct telling *telling, struct live *live, enum session_notification news, bool ended)
{
	while (telling->next) {
		struct session_subscriber *listener = telling->next;

		telling->present = listener;
		telling->next = listener->next;
		listener->hear(listener, news, cached_session_refresh(live));
		if (telling->present && ended) {
			listener->hear(listener, SESSION_ENDED, cached_session_refresh(live));
		}
	}
}

void cached_session_broadcast(struct live *live, enum session_notification news)
{
	struct telling telling;

	broadcast_begin(&telling, live);
	broadcast_send(&telling, live, news, false);
	broadcast_end(&telling, live);
}

/* No telling comes to a listener that has left. */
static void leave_tellings(struct live *live, const struct session_subscriber *listener)
{
	for (struct telling *telling = live->broadcasts; telling; telling = telling->outer) {
		if (telling->present == listener) {
			telling->present = NULL;
		}
		if (telling->next == listener) {
			telling->next = listener->next;
		}
	}
}

/* Puts it among the sessions that have listeners, or takes it out. */
static void note_heard(struct live *live, bool heard)
{
	struct sessions *sessions = live->sessions;

	if (heard) {
		DL_APPEND2(sessions->heard, live, heard_previous, heard_next);
		return;
	}
	if (sessions->compare == live) {
		sessions->compare = live->heard_next;
	}
	DL_DELETE2(sessions->heard, live, heard_previous, heard_next);
}

static void leave_list(struct live *live, struct session_subscriber *listener)
{
	leave_tellings(live, listener);
	DL_DELETE2(live->listeners, listener, previous, next);
	if (!live->listeners) {
		note_heard(live, false);
	}
	live->sessions->figures.listeners--;
	listener->of = NULL;
}

void cached_session_broadcast_deleted(struct live *live)
{
	while (live->listeners) {
		struct session_subscriber *listener = live->listeners;

		leave_list(live, listener);
		listener->hear(listener, SESSION_DELETED, cached_session_refresh(live));
		cached_session_unref(live);
	}
}

void cached_session_subscribe(struct live *live, struct session_subscriber *listener,
	sessions_answer *answer, void *context)
{
	struct telling telling;

	cached_session_ref(live);
	listener->of = live;
	/* In front, so that a telling that is under way does not come by: none hears a thing twice.
	 */
	if (!live->listeners) {
		note_heard(live, true);
	}
	DL_PREPEND2(live->listeners, listener, previous, next);
	live->sessions->figures.listeners++;
	broadcast_begin(&telling, live);
	telling.present = listener;
	telling.next = NULL;
	answer(context, MK_OK, cached_session_refresh(live), NULL);
	if (telling.present) {
		listener->hear(listener, SESSION_CHANGED, cached_session_refresh(live));
	}
	broadcast_end(&telling, live);
}

/* The errand of a listener that does not listen yet, or NULL. */
static struct pending_read *errand_of(
	const struct live *live, const struct session_subscriber *listener)
{
	struct pending_read *pending_read = live->pending_reads;

	while (pending_read && pending_read->listener != listener) {
		pending_read = pending_read->next;
	}
	return pending_read;
}

void sessions_unsubscribe(struct sessions *sessions, struct session_subscriber *listener)
{
	struct live *live = listener->of;
	struct pending_read *pending_read;

	(void)sessions;
	if (!live) {
		return;
	}
	pending_read = errand_of(live, listener);
	if (pending_read) {
		listener->of = NULL;
		DL_DELETE2(live->pending_reads, pending_read, previous, next);
		free(pending_read);
	} else {
		leave_list(live, listener);
	}
	cached_session_unref(live);
}
