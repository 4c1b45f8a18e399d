/* The notifications of each subscriber, and their order. */
#include "session/desk.h"

#include <criterion/criterion.h>
#include <string.h>

static void open(void)
{
	desk_open_with(8);
	desk_open_session();
	seen(10);
}

TestSuite(listen, .init = open, .fini = desk_close);

static void assert_heard(const struct ear *ear, unsigned place,
	enum session_notification notification, uint64_t version)
{
	cr_assert_gt(ear->count, place);
	cr_assert_eq(ear->subscribed[place].notification, notification);
	cr_assert_eq(ear->subscribed[place].version, version);
}

Test(listen, a_listener_first_hears_the_present_session)
{
	static struct ear ear;
	struct answer answer = {0};

	ear_listen(&ear, &answer);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(ear.count, 1);
	assert_heard(&ear, 0, SESSION_CHANGED, 1);
	cr_assert_eq(sessions_figures(desk.sessions).subscribers, 1);
}

Test(listen, then_each_change_once_and_in_order)
{
	static struct ear ear;
	struct answer answer = {0};

	ear_listen(&ear, &answer);
	seen(9);
	seen(9);
	moved(1);
	undone(1);
	cr_assert_eq(ear.count, 4);
	assert_heard(&ear, 1, SESSION_CHANGED, 2);
	assert_heard(&ear, 2, SESSION_CHANGED, 3);
	assert_heard(&ear, 3, SESSION_CHANGED, 4);
	cr_assert_eq(ear.subscribed[3].left, 9);
}

Test(listen, nothing_is_heard_before_it_is_durable)
{
	static struct ear ear;
	struct answer answer = {0}, change = {0};

	ear_listen(&ear, &answer);
	see(9, &change);
	cr_assert_eq(ear.count, 1);
	fake_refuse(desk.fake, MK_IO);
	cr_assert_eq(ear.count, 1);
}

Test(listen, a_contradiction_is_heard)
{
	static struct ear ear;
	struct answer answer = {0};

	ear_listen(&ear, &answer);
	seen(12);
	seen(9);
	cr_assert_eq(ear.count, 3);
	assert_heard(&ear, 1, SESSION_CONFLICT, 1);
	assert_heard(&ear, 2, SESSION_CHANGED, 2);
}

Test(listen, the_end_is_heard_right_after_the_change_that_brought_it)
{
	static struct ear ears[2];
	struct answer answer = {0};

	ear_listen(&ears[0], &answer);
	ear_listen(&ears[1], &answer);
	seen(5);
	seen(0);
	seen(0);
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(ears[i].count, 4);
		assert_heard(&ears[i], 2, SESSION_CHANGED, 3);
		assert_heard(&ears[i], 3, SESSION_ENDED, 3);
	}
}

Test(listen, a_game_can_end_twice)
{
	static struct ear ear;
	struct answer answer = {0};

	seen(5);
	seen(0);
	ear_listen(&ear, &answer);
	undone(1);
	undone(-1);
	cr_assert_eq(ear.count, 4);
	assert_heard(&ear, 2, SESSION_CHANGED, 5);
	assert_heard(&ear, 3, SESSION_ENDED, 5);
}

Test(listen, who_leaves_hears_no_more)
{
	static struct ear ear;
	struct answer answer = {0};

	ear_listen(&ear, &answer);
	sessions_unsubscribe(desk.sessions, &ear.subscriber);
	seen(9);
	cr_assert_eq(ear.count, 1);
	cr_assert_eq(sessions_figures(desk.sessions).subscribers, 0);
	sessions_unsubscribe(desk.sessions, &ear.subscriber);
}

Test(listen, leaving_is_allowed_while_hearing)
{
	static struct ear stays, leaves, also_stays;
	struct answer answer = {0};

	ear_listen(&stays, &answer);
	ear_listen(&leaves, &answer);
	ear_listen(&also_stays, &answer);
	leaves.leaves = desk.sessions;
	seen(5);
	seen(0);
	cr_assert_eq(leaves.count, 2);
	cr_assert_eq(stays.count, 4);
	cr_assert_eq(also_stays.count, 4);
}

Test(listen, who_leaves_with_the_last_change_does_not_hear_the_end)
{
	static struct ear ear;
	struct answer answer = {0};

	seen(5);
	ear_listen(&ear, &answer);
	ear.leaves = desk.sessions;
	seen(0);
	cr_assert_eq(ear.count, 2);
	assert_heard(&ear, 1, SESSION_CHANGED, 3);
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
		sessions_unsubscribe(desk.sessions, pusher->pushed);
		/* A subscriber that has left may be freed at once. */
		memset(pusher->pushed, 0x5a, sizeof *pusher->pushed);
		pusher->pushed = NULL;
	}
}

Test(listen, another_one_may_be_sent_away_while_hearing)
{
	static struct ear before, behind;
	static struct pusher pusher = {.subscriber.notify = push};
	struct answer answer = {0};

	ear_listen(&behind, &answer);
	sessions_subscribe(desk.sessions, desk.id, &pusher.subscriber, note, &answer);
	ear_listen(&before, &answer);
	pusher.pushed = &behind.subscriber;
	seen(9);
	pusher.pushed = &before.subscriber;
	seen(8);
	cr_assert_eq(behind.count, 1);
	cr_assert_eq(before.count, 3);
	cr_assert_eq(sessions_figures(desk.sessions).subscribers, 1);
}

/* A listener that lets another one join with the first change that it hears. */
struct inviter {
	struct session_subscriber subscriber;
	struct ear *invited;
	struct answer answer;
};

static void invite(struct session_subscriber *subscriber, enum session_notification notification,
	const struct session *session)
{
	struct inviter *inviter = (struct inviter *)(void *)subscriber;

	(void)notification;
	if (session->version == 2 && inviter->invited) {
		struct ear *invited = inviter->invited;

		inviter->invited = NULL;
		ear_listen(invited, &inviter->answer);
	}
}

Test(listen, who_joins_during_a_change_hears_it_once)
{
	static struct ear invited;
	static struct inviter inviter = {.subscriber.notify = invite, .invited = &invited};
	struct answer answer = {0};

	sessions_subscribe(desk.sessions, desk.id, &inviter.subscriber, note, &answer);
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
	ear_listen(context, &answer);
}

Test(listen, who_joins_in_the_answer_to_a_change_hears_it_once)
{
	static struct ear ear;
	struct mk_snapshot snapshot = {9};
	struct session_frame frame = {0};

	sessions_post_snapshot(
		desk.sessions, desk.id, &toy_game, &snapshot, &frame, &always, listen_then, &ear);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 1);
	assert_heard(&ear, 0, SESSION_CHANGED, 2);
}

static void leave_then(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	(void)status;
	(void)session;
	(void)error;
	sessions_unsubscribe(desk.sessions, context);
}

Test(listen, who_leaves_in_the_answer_hears_nothing)
{
	static struct ear ear;
	struct answer answer = {0};

	ear_listen(&ear, &answer);
	sessions_unsubscribe(desk.sessions, &ear.subscriber);
	sessions_subscribe(desk.sessions, desk.id, &ear.subscriber, leave_then, &ear.subscriber);
	cr_assert_eq(ear.count, 1);
	cr_assert_eq(sessions_figures(desk.sessions).subscribers, 0);
}

/* A listener that sends snapshots when it hears of version 2. */
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

Test(listen, what_a_listener_asks_for_comes_after_the_others_have_heard)
{
	static struct eager eager = {.subscriber.notify = send};
	static struct ear behind;
	struct answer answer = {0};

	ear_listen(&behind, &answer);
	sessions_subscribe(desk.sessions, desk.id, &eager.subscriber, note, &answer);
	seen(9);
	cr_assert_eq(eager.answer.status, MK_CONFLICT);
	cr_assert_eq(behind.count, 3);
	assert_heard(&behind, 1, SESSION_CHANGED, 2);
	assert_heard(&behind, 2, SESSION_CONFLICT, 2);
}

Test(listen, a_removed_session_is_heard_and_nobody_listens_any_more)
{
	static struct ear ears[2];
	struct answer answer = {0};

	ear_listen(&ears[0], &answer);
	ear_listen(&ears[1], &answer);
	sessions_remove(desk.sessions, desk.id, &always, note, &answer);
	fake_answer(desk.fake);
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(ears[i].count, 2);
		assert_heard(&ears[i], 1, SESSION_DELETED, 1);
		sessions_unsubscribe(desk.sessions, &ears[i].subscriber);
	}
	cr_assert_eq(sessions_figures(desk.sessions).subscribers, 0);
}

Test(listen, a_session_that_was_changed_elsewhere_is_heard)
{
	static struct ear ear;
	struct answer answer = {0};

	ear_listen(&ear, &answer);
	fake_write(desk.fake, desk.id, 2);
	seen(7);
	cr_assert_eq(ear.count, 3);
	assert_heard(&ear, 1, SESSION_CHANGED, 2);
	cr_assert_eq(ear.subscribed[1].left, 8);
	assert_heard(&ear, 2, SESSION_CHANGED, 3);
}

Test(listen, everybody_hears_the_farewell)
{
	static struct ear ears[3];
	struct answer answer = {0};

	ear_listen(&ears[0], &answer);
	ear_listen(&ears[1], &answer);
	desk_open_session();
	ear_listen(&ears[2], &answer);
	for (int i = 0; i < 3; i++) {
		ears[i].leaves = desk.sessions;
	}
	sessions_shutdown(desk.sessions);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(ears[i].count, 2);
		cr_assert_eq(ears[i].subscribed[1].notification, SESSION_SHUTDOWN);
	}
	cr_assert_eq(sessions_figures(desk.sessions).subscribers, 0);
}

Test(listen, a_farewell_may_send_others_away)
{
	static struct ear ear;
	static struct pusher pusher = {.subscriber.notify = push};
	struct answer answer = {0};

	desk_close();
	desk_open_with(0);
	desk_open_session();
	sessions_subscribe(desk.sessions, desk.id, &pusher.subscriber, note, &answer);
	fake_answer_all(desk.fake);
	desk_open_session();
	ear_listen(&ear, &answer);
	fake_answer_all(desk.fake);
	pusher.pushed = &ear.subscriber;
	sessions_shutdown(desk.sessions);
	cr_assert_eq(ear.count, 1);
	sessions_unsubscribe(desk.sessions, &pusher.subscriber);
	cr_assert_eq(sessions_figures(desk.sessions).loaded, 0);
}

Test(listen, nobody_listens_to_what_is_not_there)
{
	static struct ear ear;
	struct answer answer = {0};

	strcpy(desk.id, "00000000000000000000000000000000");
	ear_listen(&ear, &answer);
	fake_answer_all(desk.fake);
	cr_assert_eq(answer.status, MK_NOT_FOUND);
	cr_assert_eq(ear.count, 0);
	sessions_unsubscribe(desk.sessions, &ear.subscriber);
}

/* ---- while it is being loaded --------------------------------------------------------------- */

Test(listen, a_listener_waits_until_the_session_is_loaded)
{
	static struct ear ear;
	struct answer answer = {0};

	desk_restart();
	ear_listen(&ear, &answer);
	cr_assert_eq(answer.count, 0);
	fake_answer(desk.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(ear.count, 1);
	seen(9);
	cr_assert_eq(ear.count, 2);
}

Test(listen, who_leaves_before_the_answer_is_not_answered)
{
	static struct ear leaves, stays;
	struct answer first = {0}, second = {0};

	desk_restart();
	ear_listen(&leaves, &first);
	ear_listen(&stays, &second);
	sessions_unsubscribe(desk.sessions, &leaves.subscriber);
	fake_answer(desk.fake);
	cr_assert_eq(first.count, 0);
	cr_assert_eq(leaves.count, 0);
	cr_assert_eq(second.count, 1);
	cr_assert_eq(stays.count, 1);
}

Test(listen, who_waits_hears_of_a_failure)
{
	static struct ear ear;
	struct answer answer = {0};

	desk_restart();
	ear_listen(&ear, &answer);
	fake_refuse(desk.fake, MK_IO);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_eq(ear.count, 0);
	sessions_unsubscribe(desk.sessions, &ear.subscriber);
	ear_listen(&ear, &answer);
	fake_answer(desk.fake);
	cr_assert_eq(ear.count, 1);
}
