/*
 * Subscribers: subscribing, unsubscribing within a callback, and the delivery of notifications over
 * as many turns of the loop as needed.
 */
#include "session/cached_session.h"

#include "base/clock.h"

#include <stdint.h>
#include <stdlib.h>
#include <utlist.h>

/* ---- one subscriber after another ----------------------------------------------------------- */

static void notify(struct cached_session *cached, struct session_subscriber *subscriber,
	enum session_notification notification)
{
	subscriber->notify(subscriber, notification, cached_session_refresh(cached));
}

static void leave_list(struct cached_session *cached, struct session_subscriber *subscriber);

static void notify_next(struct broadcast *broadcast, struct cached_session *cached)
{
	struct session_subscriber *subscriber = broadcast->next;

	broadcast->present = subscriber;
	broadcast->next = subscriber->next;
	if (broadcast->notification == SESSION_DELETED) {
		leave_list(cached, subscriber);
		notify(cached, subscriber, SESSION_DELETED);
		cached_session_unref(cached);
		return;
	}
	notify(cached, subscriber, broadcast->notification);
	if (broadcast->present && broadcast->ended) {
		notify(cached, subscriber, SESSION_ENDED);
	}
}

static void notify_until(struct broadcast *broadcast, struct cached_session *cached, int64_t end_ns)
{
	while (broadcast->next) {
		notify_next(broadcast, cached);
		if (end_ns < INT64_MAX && clock_ticks_ns() >= end_ns) {
			return;
		}
	}
}

/* ---- delivery over several turns ------------------------------------------------------------ */

static bool has_waiting(const struct cached_session *cached)
{
	const struct broadcast *broadcast = cached->unsent;

	while (broadcast && !broadcast->next) {
		broadcast = broadcast->later;
	}
	return broadcast != NULL;
}

/*
 * True if the delivery may take several turns; not during loading, when the session shows one
 * version after another.
 */
static bool may_leave(const struct cached_session *cached)
{
	const struct sessions *sessions = cached->sessions;

	return sessions->options.turn.leave && !sessions->shutting_down &&
	       cached->state != CACHED_LOADING;
}

static void send_all_waiting(struct cached_session *cached)
{
	for (struct broadcast *each = cached->unsent; each; each = each->later) {
		notify_until(each, cached, INT64_MAX);
	}
}

static void join_unsent(struct cached_session *cached)
{
	struct sessions *sessions = cached->sessions;

	if (!cached->has_unsent) {
		cached->has_unsent = true;
		cached_session_ref(cached);
		DL_APPEND2(sessions->unsent, cached, unsent_previous, unsent_next);
		sessions->options.turn.leave(sessions->options.turn.context);
	}
}

/* Subscribers that have not received the previous advice yet receive only the newest one. */
static bool takes_place_of_last(struct broadcast *broadcast, struct cached_session *cached)
{
	struct broadcast *last = cached->unsent;

	while (last && last->later) {
		last = last->later;
	}
	if (!last || last == cached->unsent || last->notification != SESSION_ADVICE ||
		broadcast->notification != SESSION_ADVICE) {
		return false;
	}
	last->next = broadcast->next;
	return true;
}

static void leave_for_next_turn(struct broadcast *broadcast, struct cached_session *cached)
{
	struct broadcast *kept =
		takes_place_of_last(broadcast, cached) ? NULL : malloc(sizeof *kept);

	if (kept) {
		*kept = *broadcast;
		kept->present = NULL;
		kept->outer = kept->later = NULL;
		join_unsent(cached);
		LL_APPEND2(cached->unsent, kept, later);
		if (kept->notification != SESSION_ADVICE && !cached->unsent_holds_turn) {
			cached->unsent_holds_turn = true;
			session_turn_begin(cached);
		}
	} else if (broadcast->notification != SESSION_ADVICE) {
		send_all_waiting(cached);
		notify_until(broadcast, cached, INT64_MAX);
	}
	broadcast->next = NULL;
}

static void drop_sent(struct cached_session *cached)
{
	while (cached->unsent && !cached->unsent->next) {
		struct broadcast *sent = cached->unsent;

		LL_DELETE2(cached->unsent, sent, later);
		free(sent);
	}
}

/* If only advice is left to deliver, the next change may begin. */
static void end_held_turn(struct cached_session *cached)
{
	const struct broadcast *broadcast = cached->unsent;

	while (broadcast && broadcast->notification == SESSION_ADVICE) {
		broadcast = broadcast->later;
	}
	if (!broadcast && cached->unsent_holds_turn) {
		cached->unsent_holds_turn = false;
		session_turn_end(cached);
	}
}

/* True when the turn's budget is used up. */
static bool continue_one(struct cached_session *cached, bool all)
{
	struct sessions *sessions = cached->sessions;
	bool spent = false;

	while (cached->unsent && !spent) {
		if (cached->unsent->next) {
			notify_next(cached->unsent, cached);
			spent = !all && turn_is_spent(sessions->options.turn.loop);
		}
		drop_sent(cached);
		end_held_turn(cached);
	}
	DL_DELETE2(sessions->unsent, cached, unsent_previous, unsent_next);
	if (cached->unsent) {
		DL_APPEND2(sessions->unsent, cached, unsent_previous, unsent_next);
	} else {
		cached->has_unsent = false;
		cached_session_unref(cached);
	}
	return spent;
}

void broadcasts_continue(struct sessions *sessions, bool all)
{
	bool spent = false;

	while (sessions->unsent && !spent) {
		spent = continue_one(sessions->unsent, all);
	}
	if (sessions->unsent) {
		sessions->options.turn.leave(sessions->options.turn.context);
	}
}

void broadcasts_forget_advice(struct cached_session *cached)
{
	for (struct broadcast *each = cached->unsent; each; each = each->later) {
		if (each->notification == SESSION_ADVICE) {
			each->next = NULL;
		}
	}
}

void broadcasts_discard(struct cached_session *cached)
{
	for (struct broadcast *each = cached->unsent; each; each = each->later) {
		each->next = NULL;
	}
	drop_sent(cached);
}

/* ---- broadcasts ----------------------------------------------------------------------------- */

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
	broadcast->notification = notification;
	broadcast->ended = ended;
	if (!may_leave(cached)) {
		send_all_waiting(cached);
		notify_until(broadcast, cached, INT64_MAX);
		return;
	}
	if (!has_waiting(cached)) {
		notify_until(broadcast, cached, clock_ticks_ns() + TURN_ENTRY_NS);
	}
	if (broadcast->next) {
		leave_for_next_turn(broadcast, cached);
	}
}

void cached_session_broadcast(struct cached_session *cached, enum session_notification notification)
{
	struct broadcast broadcast;

	broadcast_begin(&broadcast, cached);
	broadcast_send(&broadcast, cached, notification, false);
	broadcast_end(&broadcast, cached);
}

void cached_session_broadcast_deleted(struct cached_session *cached)
{
	cached_session_broadcast(cached, SESSION_DELETED);
}

/* ---- joining and leaving -------------------------------------------------------------------- */

/* A subscriber that has left gets no notification. */
static void leave_broadcast(
	struct broadcast *broadcast, const struct session_subscriber *subscriber)
{
	if (broadcast->present == subscriber) {
		broadcast->present = NULL;
	}
	if (broadcast->next == subscriber) {
		broadcast->next = subscriber->next;
	}
}

static void leave_broadcasts(
	struct cached_session *cached, const struct session_subscriber *subscriber)
{
	for (struct broadcast *each = cached->broadcasts; each; each = each->outer) {
		leave_broadcast(each, subscriber);
	}
	for (struct broadcast *each = cached->unsent; each; each = each->later) {
		leave_broadcast(each, subscriber);
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
