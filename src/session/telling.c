/* Listeners: joining, leaving in the middle of a call, and who hears what. */
#include "session/live.h"

#include <stdlib.h>
#include <utlist.h>

void telling_begin(struct telling *telling, struct live *live)
{
	*telling = (struct telling){.next = live->listeners, .outer = live->tellings};
	live->tellings = telling;
}

void telling_end(struct telling *telling, struct live *live)
{
	live->tellings = telling->outer;
}

void telling_tell(struct telling *telling, struct live *live, enum session_news news, bool ended)
{
	while (telling->next) {
		struct session_listener *listener = telling->next;

		telling->present = listener;
		telling->next = listener->next;
		listener->hear(listener, news, live_show(live));
		if (telling->present && ended) {
			listener->hear(listener, SESSION_ENDED, live_show(live));
		}
	}
}

void live_tell(struct live *live, enum session_news news)
{
	struct telling telling;

	telling_begin(&telling, live);
	telling_tell(&telling, live, news, false);
	telling_end(&telling, live);
}

/* No telling comes to a listener that has left. */
static void leave_tellings(struct live *live, const struct session_listener *listener)
{
	for (struct telling *telling = live->tellings; telling; telling = telling->outer) {
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

static void leave_list(struct live *live, struct session_listener *listener)
{
	leave_tellings(live, listener);
	DL_DELETE2(live->listeners, listener, previous, next);
	if (!live->listeners) {
		note_heard(live, false);
	}
	live->sessions->figures.listeners--;
	listener->of = NULL;
}

void live_tell_deleted(struct live *live)
{
	while (live->listeners) {
		struct session_listener *listener = live->listeners;

		leave_list(live, listener);
		listener->hear(listener, SESSION_DELETED, live_show(live));
		live_release(live);
	}
}

void live_join(struct live *live, struct session_listener *listener, sessions_answer *answer,
	void *context)
{
	struct telling telling;

	live_hold(live);
	listener->of = live;
	/* In front, so that a telling that is under way does not come by: none hears a thing twice.
	 */
	if (!live->listeners) {
		note_heard(live, true);
	}
	DL_PREPEND2(live->listeners, listener, previous, next);
	live->sessions->figures.listeners++;
	telling_begin(&telling, live);
	telling.present = listener;
	telling.next = NULL;
	answer(context, MK_OK, live_show(live), NULL);
	if (telling.present) {
		listener->hear(listener, SESSION_CHANGED, live_show(live));
	}
	telling_end(&telling, live);
}

/* The errand of a listener that does not listen yet, or NULL. */
static struct errand *errand_of(const struct live *live, const struct session_listener *listener)
{
	struct errand *errand = live->errands;

	while (errand && errand->listener != listener) {
		errand = errand->next;
	}
	return errand;
}

void sessions_leave(struct sessions *sessions, struct session_listener *listener)
{
	struct live *live = listener->of;
	struct errand *errand;

	(void)sessions;
	if (!live) {
		return;
	}
	errand = errand_of(live, listener);
	if (errand) {
		listener->of = NULL;
		DL_DELETE2(live->errands, errand, previous, next);
		free(errand);
	} else {
		leave_list(live, listener);
	}
	live_release(live);
}
