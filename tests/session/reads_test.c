/* Requests that wait for one session are answered in several turns of the loop. */
#include "base/clock.h"
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <string.h>
#include <uv.h>

enum {
	READS = 12,
	/* In the turn that loads, and in each turn after it, where one takes TURN_ENTRY_NS. */
	MAX_AT_FIRST = 1,
	MAX_A_TURN = 1 + TURN_QUEUES_NS / TURN_ENTRY_NS,
};

static uv_loop_t loop;
static unsigned left; /* how often the rest was left for the next turn */
static unsigned answered;
static enum mk_status statuses[READS];

static void leave(void *context)
{
	(void)context;
	left++;
}

static void begin(void)
{
	uv_loop_init(&loop);
	fixture_open_in_turns(&(struct turn_options){&loop, leave, NULL});
	fixture_open_session();
	seen(10);
	fixture_restart();
}

static void end(void)
{
	fixture_close();
	cr_assert_eq(uv_loop_close(&loop), 0);
}

TestSuite(reads, .init = begin, .fini = end);

static void take_time(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	int64_t until_ns = clock_ticks_ns() + TURN_ENTRY_NS;

	cr_assert_eq(status == MK_OK, session != NULL);
	cr_assert_eq(status == MK_OK, error == NULL);
	*(enum mk_status *)context = status;
	answered++;
	while (clock_ticks_ns() < until_ns) {
	}
}

static void read_all(void)
{
	for (int i = 0; i < READS; i++) {
		sessions_get(fixture.sessions, fixture.id, take_time, &statuses[i]);
	}
	cr_assert_eq(answered, 0);
}

static void next_turn(void)
{
	uv_update_time(&loop);
	sessions_continue(fixture.sessions);
}

static void assert_answered_in_turns(enum mk_status status)
{
	cr_assert_leq(answered, MAX_AT_FIRST);
	for (unsigned before = answered; answered < READS; before = answered) {
		cr_assert_gt(left, 0);
		next_turn();
		cr_assert_leq(answered - before, MAX_A_TURN);
		cr_assert_gt(answered, before);
	}
	for (int i = 0; i < READS; i++) {
		cr_assert_eq(statuses[i], status);
	}
	left = 0;
	next_turn();
	cr_assert_eq(left, 0);
	cr_assert_eq(answered, READS);
}

Test(reads, a_turn_answers_as_many_as_it_has_time_for_and_the_next_ones_the_rest)
{
	read_all();
	fake_answer_all(fixture.fake);
	assert_answered_in_turns(MK_OK);
}

Test(reads, so_does_a_store_that_fails)
{
	read_all();
	fake_refuse(fixture.fake, MK_IO);
	assert_answered_in_turns(MK_IO);
}

Test(reads, a_session_that_is_removed_meanwhile_is_not_found)
{
	struct answer removal = {0};

	read_all();
	fake_answer_all(fixture.fake);
	cr_assert_lt(answered, READS);
	sessions_remove(fixture.sessions, fixture.id, &always, note, &removal);
	fake_answer_all(fixture.fake);
	while (answered < READS) {
		next_turn();
	}
	cr_assert_eq(statuses[READS - 1], MK_NOT_FOUND);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 0);
}

Test(reads, a_subscriber_that_leaves_before_its_turn_is_not_answered)
{
	static struct recorder recorder;
	struct answer answer = {0};

	read_all();
	recorder_subscribe(&recorder, &answer);
	fake_answer_all(fixture.fake);
	sessions_unsubscribe(fixture.sessions, &recorder.subscriber);
	while (answered < READS) {
		next_turn();
	}
	next_turn();
	cr_assert_eq(answer.count, 0);
	cr_assert_eq(recorder.count, 0);
}

Test(reads, a_change_is_carried_out_while_others_wait_for_their_answers)
{
	struct answer change = {0};

	read_all();
	fake_answer_all(fixture.fake);
	cr_assert_lt(answered, READS);
	see(9, &change);
	fake_answer_all(fixture.fake);
	cr_assert_eq(change.status, MK_OK);
	while (answered < READS) {
		next_turn();
	}
	cr_assert_eq(statuses[READS - 1], MK_OK);
}

Test(reads, the_daemon_stops_and_all_are_answered_before_that)
{
	read_all();
	fake_answer_all(fixture.fake);
	sessions_shutdown(fixture.sessions);
	cr_assert_eq(answered, READS);
}
