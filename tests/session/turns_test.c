/* Notifications that take several turns of the loop. */
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <string.h>
#include <uv.h>

enum {
	RECORDERS = 12,
	/* In the turn of the change, and in each turn after it, where one takes TURN_ENTRY_NS. */
	MAX_AT_FIRST = 1,
	MAX_A_TURN = 1 + TURN_QUEUES_NS / TURN_ENTRY_NS,
};

static uv_loop_t loop;
static unsigned left; /* how often the rest was left for the next turn */
static struct recorder recorders[RECORDERS];

static void leave(void *context)
{
	(void)context;
	left++;
}

static void begin(void)
{
	struct answer answer = {0};

	uv_loop_init(&loop);
	fixture_open_in_turns(&(struct turn_options){&loop, leave, NULL});
	fixture_open_session();
	seen(10);
	for (int i = 0; i < RECORDERS; i++) {
		recorder_subscribe(&recorders[i], &answer);
		recorders[i].takes_ns = TURN_ENTRY_NS;
	}
}

static void end(void)
{
	fixture_close();
	cr_assert_eq(uv_loop_close(&loop), 0);
}

TestSuite(turns, .init = begin, .fini = end);

static void next_turn(void)
{
	uv_update_time(&loop);
	sessions_continue(fixture.sessions);
}

static void finish(void)
{
	for (unsigned seen_left = 0; seen_left != left;) {
		seen_left = left;
		next_turn();
	}
}

static unsigned notified_so_far(uint64_t version)
{
	unsigned count = 0;

	for (int i = 0; i < RECORDERS; i++) {
		const struct recorder *recorder = &recorders[i];

		count += recorder->count > 0 &&
			 recorder->subscribed[recorder->count - 1].version >= version;
	}
	return count;
}

static void assert_heard(const struct recorder *recorder, unsigned count, const uint64_t *versions)
{
	cr_assert_eq(recorder->count, count);
	for (unsigned i = 0; i < count; i++) {
		cr_assert_eq(recorder->subscribed[i].version, versions[i]);
	}
}

Test(turns, a_change_is_answered_at_once_and_notified_to_a_few_in_each_turn)
{
	struct answer answer = seen(9);
	unsigned notified = notified_so_far(2), turns = 0;

	cr_assert_eq(answer.status, MK_OK);
	cr_assert_geq(notified, 1);
	cr_assert_leq(notified, MAX_AT_FIRST);
	while (notified < RECORDERS) {
		unsigned before = notified;

		next_turn();
		notified = notified_so_far(2);
		cr_assert_gt(notified, before, "each turn reaches one at least");
		cr_assert_leq(notified - before, MAX_A_TURN);
		turns++;
	}
	cr_assert_geq(turns, (RECORDERS - MAX_AT_FIRST) / MAX_A_TURN);
	finish();
	for (int i = 0; i < RECORDERS; i++) {
		assert_heard(&recorders[i], 2, (const uint64_t[]){1, 2});
	}
}

Test(turns, the_next_change_begins_when_all_were_notified_of_the_one_before)
{
	struct answer next = {0};

	seen(9);
	see(8, &next);
	cr_assert_eq(fixture.fake->call_count, 0, "not begun");
	while (notified_so_far(2) < RECORDERS) {
		cr_assert_eq(fixture.fake->call_count, 0);
		next_turn();
	}
	next_turn();
	cr_assert_eq(fixture.fake->call_count, 1);
	fake_answer_all(fixture.fake);
	cr_assert_eq(next.status, MK_OK);
	finish();
	for (int i = 0; i < RECORDERS; i++) {
		assert_heard(&recorders[i], 3, (const uint64_t[]){1, 2, 3});
	}
}

Test(turns, subscribers_may_leave_and_join_meanwhile)
{
	static struct recorder late;
	struct answer answer = {0};

	seen(9);
	cr_assert_eq(notified_so_far(2), 1);
	/* The last subscriber is notified first. */
	for (int i = 0; i < RECORDERS - 1; i++) {
		if (i % 2 == 0) {
			sessions_unsubscribe(fixture.sessions, &recorders[i].subscriber);
		}
	}
	recorder_subscribe(&late, &answer);
	assert_heard(&late, 1, (const uint64_t[]){2});
	finish();
	assert_heard(&late, 1, (const uint64_t[]){2});
	for (int i = 0; i < RECORDERS - 1; i++) {
		assert_heard(&recorders[i], i % 2 == 0 ? 1 : 2, (const uint64_t[]){1, 2});
	}
	seen(8);
	finish();
	assert_heard(&late, 2, (const uint64_t[]){2, 3});
	assert_heard(&recorders[1], 3, (const uint64_t[]){1, 2, 3});
}

Test(turns, all_subscribers_leave_meanwhile_and_changes_continue)
{
	struct answer next = {0};

	seen(9);
	for (int i = 0; i < RECORDERS; i++) {
		sessions_unsubscribe(fixture.sessions, &recorders[i].subscriber);
	}
	see(8, &next);
	finish();
	fake_answer_all(fixture.fake);
	cr_assert_eq(next.status, MK_OK);
	cr_assert_eq(next.session.version, 3);
	cr_assert_eq(sessions_figures(fixture.sessions).subscribers, 0);
}

Test(turns, the_end_is_notified_right_after_its_change)
{
	seen(5);
	finish();
	seen(0);
	finish();
	for (int i = 0; i < RECORDERS; i++) {
		cr_assert_eq(recorders[i].count, 4);
		cr_assert_eq(recorders[i].subscribed[2].notification, SESSION_CHANGED);
		cr_assert_eq(recorders[i].subscribed[3].notification, SESSION_ENDED);
	}
}

Test(turns, a_removal_waits_for_the_change_before_and_is_notified_to_all)
{
	struct answer removed = {0};

	seen(9);
	sessions_remove(fixture.sessions, fixture.id, &always, note, &removed);
	cr_assert_eq(fixture.fake->call_count, 0);
	finish();
	fake_answer_all(fixture.fake);
	cr_assert_eq(removed.count, 1);
	finish();
	for (int i = 0; i < RECORDERS; i++) {
		assert_heard(&recorders[i], 3, (const uint64_t[]){1, 2, 2});
		cr_assert_eq(recorders[i].subscribed[2].notification, SESSION_DELETED);
		cr_assert_null(recorders[i].subscriber.of);
	}
	cr_assert_eq(sessions_figures(fixture.sessions).subscribers, 0);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 0);
}

Test(turns, a_shutdown_notifies_all_of_the_change_before)
{
	struct answer next = {0};

	seen(9);
	see(8, &next);
	sessions_shutdown(fixture.sessions);
	cr_assert_eq(fixture.fake->call_count, 1, "a change that waited is carried out");
	fake_answer_all(fixture.fake);
	cr_assert_eq(next.status, MK_OK);
	for (int i = 0; i < RECORDERS; i++) {
		assert_heard(&recorders[i], 4, (const uint64_t[]){1, 2, 2, 3});
		cr_assert_eq(recorders[i].subscribed[1].notification, SESSION_CHANGED);
		cr_assert_eq(recorders[i].subscribed[2].notification, SESSION_SHUTDOWN);
	}
	sessions_continue(fixture.sessions);
}

Test(turns, pending_notifications_are_freed_at_the_end)
{
	seen(9);
	cr_assert_lt(notified_so_far(2), RECORDERS);
}
