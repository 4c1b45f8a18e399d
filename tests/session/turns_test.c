/* Notifications that take several turns of the loop. */
#include "session/desk.h"

#include <criterion/criterion.h>
#include <string.h>
#include <uv.h>

enum {
	EARS = 12,
	/* In the turn of the change, and in each turn after it, where one takes TURN_ENTRY_NS. */
	MAX_AT_FIRST = 1,
	MAX_A_TURN = 1 + TURN_QUEUES_NS / TURN_ENTRY_NS,
};

static uv_loop_t loop;
static unsigned left; /* how often the rest was left for the next turn */
static struct ear ears[EARS];

static void leave(void *context)
{
	(void)context;
	left++;
}

static void begin(void)
{
	struct answer answer = {0};

	uv_loop_init(&loop);
	desk_open_in_turns(&(struct turn_options){&loop, leave, NULL});
	desk_open_session();
	seen(10);
	for (int i = 0; i < EARS; i++) {
		ear_listen(&ears[i], &answer);
		ears[i].takes_ns = TURN_ENTRY_NS;
	}
}

static void end(void)
{
	desk_close();
	cr_assert_eq(uv_loop_close(&loop), 0);
}

TestSuite(turns, .init = begin, .fini = end);

static void next_turn(void)
{
	uv_update_time(&loop);
	sessions_continue(desk.sessions);
}

static void finish(void)
{
	for (unsigned seen_left = 0; seen_left != left;) {
		seen_left = left;
		next_turn();
	}
}

static unsigned heard_so_far(uint64_t version)
{
	unsigned count = 0;

	for (int i = 0; i < EARS; i++) {
		const struct ear *ear = &ears[i];

		count += ear->count > 0 && ear->subscribed[ear->count - 1].version >= version;
	}
	return count;
}

static void assert_heard(const struct ear *ear, unsigned count, const uint64_t *versions)
{
	cr_assert_eq(ear->count, count);
	for (unsigned i = 0; i < count; i++) {
		cr_assert_eq(ear->subscribed[i].version, versions[i]);
	}
}

Test(turns, a_change_is_answered_at_once_and_heard_by_a_few_in_each_turn)
{
	struct answer answer = seen(9);
	unsigned heard = heard_so_far(2), turns = 0;

	cr_assert_eq(answer.status, MK_OK);
	cr_assert_geq(heard, 1);
	cr_assert_leq(heard, MAX_AT_FIRST);
	while (heard < EARS) {
		unsigned before = heard;

		next_turn();
		heard = heard_so_far(2);
		cr_assert_gt(heard, before, "each turn reaches one at least");
		cr_assert_leq(heard - before, MAX_A_TURN);
		turns++;
	}
	cr_assert_geq(turns, (EARS - MAX_AT_FIRST) / MAX_A_TURN);
	finish();
	for (int i = 0; i < EARS; i++) {
		assert_heard(&ears[i], 2, (const uint64_t[]){1, 2});
	}
}

Test(turns, the_next_change_begins_when_all_have_heard_the_one_before)
{
	struct answer next = {0};

	seen(9);
	see(8, &next);
	cr_assert_eq(desk.fake->call_count, 0, "not begun");
	while (heard_so_far(2) < EARS) {
		cr_assert_eq(desk.fake->call_count, 0);
		next_turn();
	}
	next_turn();
	cr_assert_eq(desk.fake->call_count, 1);
	fake_answer_all(desk.fake);
	cr_assert_eq(next.status, MK_OK);
	finish();
	for (int i = 0; i < EARS; i++) {
		assert_heard(&ears[i], 3, (const uint64_t[]){1, 2, 3});
	}
}

Test(turns, who_leaves_meanwhile_hears_no_more_and_who_joins_hears_it_once)
{
	static struct ear late;
	struct answer answer = {0};

	seen(9);
	cr_assert_eq(heard_so_far(2), 1);
	/* The last that joined hears first. */
	for (int i = 0; i < EARS - 1; i++) {
		if (i % 2 == 0) {
			sessions_unsubscribe(desk.sessions, &ears[i].subscriber);
		}
	}
	ear_listen(&late, &answer);
	assert_heard(&late, 1, (const uint64_t[]){2});
	finish();
	assert_heard(&late, 1, (const uint64_t[]){2});
	for (int i = 0; i < EARS - 1; i++) {
		assert_heard(&ears[i], i % 2 == 0 ? 1 : 2, (const uint64_t[]){1, 2});
	}
	seen(8);
	finish();
	assert_heard(&late, 2, (const uint64_t[]){2, 3});
	assert_heard(&ears[1], 3, (const uint64_t[]){1, 2, 3});
}

Test(turns, all_leave_meanwhile_and_changes_go_on)
{
	struct answer next = {0};

	seen(9);
	for (int i = 0; i < EARS; i++) {
		sessions_unsubscribe(desk.sessions, &ears[i].subscriber);
	}
	see(8, &next);
	finish();
	fake_answer_all(desk.fake);
	cr_assert_eq(next.status, MK_OK);
	cr_assert_eq(next.session.version, 3);
	cr_assert_eq(sessions_figures(desk.sessions).subscribers, 0);
}

Test(turns, the_end_is_heard_right_after_the_change_that_brought_it)
{
	seen(5);
	finish();
	seen(0);
	finish();
	for (int i = 0; i < EARS; i++) {
		cr_assert_eq(ears[i].count, 4);
		cr_assert_eq(ears[i].subscribed[2].notification, SESSION_CHANGED);
		cr_assert_eq(ears[i].subscribed[3].notification, SESSION_ENDED);
	}
}

Test(turns, a_removal_waits_for_the_change_before_and_all_hear_of_it)
{
	struct answer removed = {0};

	seen(9);
	sessions_remove(desk.sessions, desk.id, &always, note, &removed);
	cr_assert_eq(desk.fake->call_count, 0);
	finish();
	fake_answer_all(desk.fake);
	cr_assert_eq(removed.count, 1);
	finish();
	for (int i = 0; i < EARS; i++) {
		assert_heard(&ears[i], 3, (const uint64_t[]){1, 2, 2});
		cr_assert_eq(ears[i].subscribed[2].notification, SESSION_DELETED);
		cr_assert_null(ears[i].subscriber.of);
	}
	cr_assert_eq(sessions_figures(desk.sessions).subscribers, 0);
	cr_assert_eq(sessions_figures(desk.sessions).loaded, 0);
}

Test(turns, the_daemon_stops_and_all_hear_the_change_before_that)
{
	struct answer next = {0};

	seen(9);
	see(8, &next);
	sessions_shutdown(desk.sessions);
	cr_assert_eq(desk.fake->call_count, 1, "a change that waited is carried out");
	fake_answer_all(desk.fake);
	cr_assert_eq(next.status, MK_OK);
	for (int i = 0; i < EARS; i++) {
		assert_heard(&ears[i], 4, (const uint64_t[]){1, 2, 2, 3});
		cr_assert_eq(ears[i].subscribed[1].notification, SESSION_CHANGED);
		cr_assert_eq(ears[i].subscribed[2].notification, SESSION_SHUTDOWN);
	}
	sessions_continue(desk.sessions);
}

Test(turns, what_is_left_at_the_end_is_freed)
{
	seen(9);
	cr_assert_lt(heard_so_far(2), EARS);
}
