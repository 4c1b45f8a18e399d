/* The notifications of each subscriber, and their order. */
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <string.h>

static void open(void)
{
	fixture_open_with(8);
	fixture_open_session();
	seen(10);
}

TestSuite(listen, .init = open, .fini = fixture_close);

static void assert_heard(const struct recorder *recorder, unsigned place,
	enum session_notification notification, uint64_t version)
{
	cr_assert_gt(recorder->count, place);
	cr_assert_eq(recorder->subscribed[place].notification, notification);
	cr_assert_eq(recorder->subscribed[place].version, version);
}

Test(listen, a_subscriber_first_receives_the_present_session)
{
	static struct recorder recorder;
	struct answer answer = {0};

	recorder_subscribe(&recorder, &answer);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(recorder.count, 1);
	assert_heard(&recorder, 0, SESSION_CHANGED, 1);
	cr_assert_eq(sessions_figures(fixture.sessions).subscribers, 1);
}

Test(listen, then_each_change_once_and_in_order)
{
	static struct recorder recorder;
	struct answer answer = {0};

	recorder_subscribe(&recorder, &answer);
	seen(9);
	seen(9);
	moved(1);
	undone(1);
	cr_assert_eq(recorder.count, 4);
	assert_heard(&recorder, 1, SESSION_CHANGED, 2);
	assert_heard(&recorder, 2, SESSION_CHANGED, 3);
	assert_heard(&recorder, 3, SESSION_CHANGED, 4);
	cr_assert_eq(recorder.subscribed[3].left, 9);
}

Test(listen, a_change_is_not_notified_before_it_is_durable)
{
	static struct recorder recorder;
	struct answer answer = {0}, change = {0};

	recorder_subscribe(&recorder, &answer);
	see(9, &change);
	cr_assert_eq(recorder.count, 1);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(recorder.count, 1);
}

Test(listen, a_contradiction_is_notified)
{
	static struct recorder recorder;
	struct answer answer = {0};

	recorder_subscribe(&recorder, &answer);
	seen(12);
	seen(9);
	cr_assert_eq(recorder.count, 3);
	assert_heard(&recorder, 1, SESSION_CONFLICT, 1);
	assert_heard(&recorder, 2, SESSION_CHANGED, 2);
}

Test(listen, the_end_is_notified_right_after_its_change)
{
	static struct recorder recorders[2];
	struct answer answer = {0};

	recorder_subscribe(&recorders[0], &answer);
	recorder_subscribe(&recorders[1], &answer);
	seen(5);
	seen(0);
	seen(0);
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(recorders[i].count, 4);
		assert_heard(&recorders[i], 2, SESSION_CHANGED, 3);
		assert_heard(&recorders[i], 3, SESSION_ENDED, 3);
	}
}

Test(listen, a_game_can_end_twice)
{
	static struct recorder recorder;
	struct answer answer = {0};

	seen(5);
	seen(0);
	recorder_subscribe(&recorder, &answer);
	undone(1);
	undone(-1);
	cr_assert_eq(recorder.count, 4);
	assert_heard(&recorder, 2, SESSION_CHANGED, 5);
	assert_heard(&recorder, 3, SESSION_ENDED, 5);
}

Test(listen, no_notification_after_unsubscribing)
{
	static struct recorder recorder;
	struct answer answer = {0};

	recorder_subscribe(&recorder, &answer);
	sessions_unsubscribe(fixture.sessions, &recorder.subscriber);
	seen(9);
	cr_assert_eq(recorder.count, 1);
	cr_assert_eq(sessions_figures(fixture.sessions).subscribers, 0);
	sessions_unsubscribe(fixture.sessions, &recorder.subscriber);
}

Test(listen, unsubscribing_is_allowed_in_a_notification)
{
	static struct recorder stays, leaves, also_stays;
	struct answer answer = {0};

	recorder_subscribe(&stays, &answer);
	recorder_subscribe(&leaves, &answer);
	recorder_subscribe(&also_stays, &answer);
	leaves.leaves = fixture.sessions;
	seen(5);
	seen(0);
	cr_assert_eq(leaves.count, 2);
	cr_assert_eq(stays.count, 4);
	cr_assert_eq(also_stays.count, 4);
}

Test(listen, no_end_after_unsubscribing_with_the_last_change)
{
	static struct recorder recorder;
	struct answer answer = {0};

	seen(5);
	recorder_subscribe(&recorder, &answer);
	recorder.leaves = fixture.sessions;
	seen(0);
	cr_assert_eq(recorder.count, 2);
	assert_heard(&recorder, 1, SESSION_CHANGED, 3);
}

/* A listener that lets another one leave. */
struct pusher {
	struct session_subscriber subscriber;
	struct session_subscriber *pushed;
};

static void push(struct session_subscriber *subscriber, enum session_notification notification,
	const struct session *session)
{
	struct pusher *pusher = (struct pusher *)(void *)subscriber;

	(void)notification;
	(void)session;
	if (pusher->pushed) {
		sessions_unsubscribe(fixture.sessions, pusher->pushed);
		/* A subscriber that has left may be freed at once. */
		memset(pusher->pushed, 0x5a, sizeof *pusher->pushed);
		pusher->pushed = NULL;
	}
}

Test(listen, another_subscriber_may_be_removed_in_a_notification)
{
	static struct recorder before, behind;
	static struct pusher pusher = {.subscriber.notify = push};
	struct answer answer = {0};

	recorder_subscribe(&behind, &answer);
	sessions_subscribe(fixture.sessions, fixture.id, &pusher.subscriber, note, &answer);
	recorder_subscribe(&before, &answer);
	pusher.pushed = &behind.subscriber;
	seen(9);
	pusher.pushed = &before.subscriber;
	seen(8);
	cr_assert_eq(behind.count, 1);
	cr_assert_eq(before.count, 3);
	cr_assert_eq(sessions_figures(fixture.sessions).subscribers, 1);
}

/* A subscriber that subscribes another one with its first notification of a change. */
struct inviter {
	struct session_subscriber subscriber;
	struct recorder *invited;
	struct answer answer;
};

static void invite(struct session_subscriber *subscriber, enum session_notification notification,
	const struct session *session)
{
	struct inviter *inviter = (struct inviter *)(void *)subscriber;

	(void)notification;
	if (session->version == 2 && inviter->invited) {
		struct recorder *invited = inviter->invited;

		inviter->invited = NULL;
		recorder_subscribe(invited, &inviter->answer);
	}
}

Test(listen, a_subscriber_that_joins_during_a_change_receives_it_once)
{
	static struct recorder invited;
	static struct inviter inviter = {.subscriber.notify = invite, .invited = &invited};
	struct answer answer = {0};

	sessions_subscribe(fixture.sessions, fixture.id, &inviter.subscriber, note, &answer);
	seen(9);
	cr_assert_eq(invited.count, 1);
	assert_heard(&invited, 0, SESSION_CHANGED, 2);
	seen(8);
	cr_assert_eq(invited.count, 2);
}

static void listen_then(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct answer answer = {0};

	(void)status;
	(void)session;
	(void)error;
	recorder_subscribe(context, &answer);
}

Test(listen, a_subscriber_that_joins_in_the_callback_of_a_change_receives_it_once)
{
	static struct recorder recorder;
	struct mk_snapshot snapshot = {9};
	struct session_frame frame = {0};

	sessions_post_snapshot(fixture.sessions, fixture.id, &toy_game, &snapshot, &frame, &always,
		listen_then, &recorder);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 1);
	assert_heard(&recorder, 0, SESSION_CHANGED, 2);
}

static void leave_then(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	(void)status;
	(void)session;
	(void)error;
	sessions_unsubscribe(fixture.sessions, context);
}

Test(listen, no_notification_after_unsubscribing_in_the_callback)
{
	static struct recorder recorder;
	struct answer answer = {0};

	recorder_subscribe(&recorder, &answer);
	sessions_unsubscribe(fixture.sessions, &recorder.subscriber);
	sessions_subscribe(fixture.sessions, fixture.id, &recorder.subscriber, leave_then,
		&recorder.subscriber);
	cr_assert_eq(recorder.count, 1);
	cr_assert_eq(sessions_figures(fixture.sessions).subscribers, 0);
}

/* A subscriber that posts snapshots when it is notified of version 2. */
struct eager {
	struct session_subscriber subscriber;
	struct answer answer;
	unsigned sent;
};

static void send(struct session_subscriber *subscriber, enum session_notification notification,
	const struct session *session)
{
	struct eager *eager = (struct eager *)(void *)subscriber;

	(void)notification;
	if (session->version == 2 && eager->sent++ == 0) {
		see(12, &eager->answer);
	}
}

Test(listen, a_change_by_a_subscriber_is_made_after_the_others_were_notified)
{
	static struct eager eager = {.subscriber.notify = send};
	static struct recorder behind;
	struct answer answer = {0};

	recorder_subscribe(&behind, &answer);
	sessions_subscribe(fixture.sessions, fixture.id, &eager.subscriber, note, &answer);
	seen(9);
	cr_assert_eq(eager.answer.status, MK_CONFLICT);
	cr_assert_eq(behind.count, 3);
	assert_heard(&behind, 1, SESSION_CHANGED, 2);
	assert_heard(&behind, 2, SESSION_CONFLICT, 2);
}

Test(listen, a_deletion_is_notified_and_ends_all_subscriptions)
{
	static struct recorder recorders[2];
	struct answer answer = {0};

	recorder_subscribe(&recorders[0], &answer);
	recorder_subscribe(&recorders[1], &answer);
	sessions_remove(fixture.sessions, fixture.id, &always, note, &answer);
	fake_answer(fixture.fake);
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(recorders[i].count, 2);
		assert_heard(&recorders[i], 1, SESSION_DELETED, 1);
		sessions_unsubscribe(fixture.sessions, &recorders[i].subscriber);
	}
	cr_assert_eq(sessions_figures(fixture.sessions).subscribers, 0);
}

Test(listen, a_change_of_another_daemon_is_notified)
{
	static struct recorder recorder;
	struct answer answer = {0};

	recorder_subscribe(&recorder, &answer);
	fake_write(fixture.fake, fixture.id, 2);
	seen(7);
	cr_assert_eq(recorder.count, 3);
	assert_heard(&recorder, 1, SESSION_CHANGED, 2);
	cr_assert_eq(recorder.subscribed[1].left, 8);
	assert_heard(&recorder, 2, SESSION_CHANGED, 3);
}

Test(listen, every_subscriber_is_notified_of_the_shutdown)
{
	static struct recorder recorders[3];
	struct answer answer = {0};

	recorder_subscribe(&recorders[0], &answer);
	recorder_subscribe(&recorders[1], &answer);
	fixture_open_session();
	recorder_subscribe(&recorders[2], &answer);
	for (int i = 0; i < 3; i++) {
		recorders[i].leaves = fixture.sessions;
	}
	sessions_shutdown(fixture.sessions);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(recorders[i].count, 2);
		cr_assert_eq(recorders[i].subscribed[1].notification, SESSION_SHUTDOWN);
	}
	cr_assert_eq(sessions_figures(fixture.sessions).subscribers, 0);
}

Test(listen, other_subscribers_may_be_removed_in_the_shutdown_notification)
{
	static struct recorder recorder;
	static struct pusher pusher = {.subscriber.notify = push};
	struct answer answer = {0};

	fixture_close();
	fixture_open_with(0);
	fixture_open_session();
	sessions_subscribe(fixture.sessions, fixture.id, &pusher.subscriber, note, &answer);
	fake_answer_all(fixture.fake);
	fixture_open_session();
	recorder_subscribe(&recorder, &answer);
	fake_answer_all(fixture.fake);
	pusher.pushed = &recorder.subscriber;
	sessions_shutdown(fixture.sessions);
	cr_assert_eq(recorder.count, 1);
	sessions_unsubscribe(fixture.sessions, &pusher.subscriber);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 0);
}

Test(listen, subscribing_to_an_unknown_session_fails)
{
	static struct recorder recorder;
	struct answer answer = {0};

	strcpy(fixture.id, "00000000000000000000000000000000");
	recorder_subscribe(&recorder, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.status, MK_NOT_FOUND);
	cr_assert_eq(recorder.count, 0);
	sessions_unsubscribe(fixture.sessions, &recorder.subscriber);
}

/* ---- while it is being loaded --------------------------------------------------------------- */

Test(listen, a_subscriber_waits_until_the_session_is_loaded)
{
	static struct recorder recorder;
	struct answer answer = {0};

	fixture_restart();
	recorder_subscribe(&recorder, &answer);
	cr_assert_eq(answer.count, 0);
	fake_answer(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(recorder.count, 1);
	seen(9);
	cr_assert_eq(recorder.count, 2);
}

Test(listen, no_callback_after_unsubscribing_before_it)
{
	static struct recorder leaves, stays;
	struct answer first = {0}, second = {0};

	fixture_restart();
	recorder_subscribe(&leaves, &first);
	recorder_subscribe(&stays, &second);
	sessions_unsubscribe(fixture.sessions, &leaves.subscriber);
	fake_answer(fixture.fake);
	cr_assert_eq(first.count, 0);
	cr_assert_eq(leaves.count, 0);
	cr_assert_eq(second.count, 1);
	cr_assert_eq(stays.count, 1);
}

Test(listen, a_waiting_subscriber_is_notified_of_a_failed_load)
{
	static struct recorder recorder;
	struct answer answer = {0};

	fixture_restart();
	recorder_subscribe(&recorder, &answer);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_eq(recorder.count, 0);
	sessions_unsubscribe(fixture.sessions, &recorder.subscriber);
	recorder_subscribe(&recorder, &answer);
	fake_answer(fixture.fake);
	cr_assert_eq(recorder.count, 1);
}
