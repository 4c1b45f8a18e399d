/* Searches in the background: waiting requests, notifications, and the end of old searches. */
#include "base/clock.h"
#include "session/fake_pool.h"
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <math.h>

/* Long enough for a search to begin on a busy machine; each search uses all of it. */
enum { ENOUGH_MS = 300, LONGER_MS = 400 };

static struct fake_pool fake_pool;

static void search(void)
{
	fake_pool_run(&fake_pool, 0);
}

static struct change_precondition within(uint32_t budget_ms, bool waits)
{
	return (struct change_precondition){.any_version = true,
		.deadline = {.budget_ms = budget_ms, .since_ns = clock_ticks_ns(), .waits = waits}};
}

static void see_within(int left, uint32_t budget_ms, bool waits, struct answer *answer)
{
	struct change_precondition condition = within(budget_ms, waits);
	struct mk_snapshot snapshot = {left};
	struct session_frame frame = {0};

	sessions_post_snapshot(fixture.sessions, fixture.id, &toy_game, &snapshot, &frame,
		&condition, note, answer);
	fake_answer_all(fixture.fake);
}

static void open_deep_session(void)
{
	struct session_change deep = {.strategy_name = "deep"};
	struct answer answer = {0};

	fixture_open_session();
	sessions_update(fixture.sessions, fixture.id, &deep, &always, note, &answer);
	fake_answer_all(fixture.fake);
}

static void open(void)
{
	fake_pool_init(&fake_pool, FAKE_POOL_SIZE);
	fixture_open_with_workers(&fake_pool.workers);
	open_deep_session();
}

static void close_desk(void)
{
	fake_pool_end_withdrawn(&fake_pool);
	while (fake_pool.count > 0) {
		search();
	}
	fixture_close();
}

TestSuite(thinking, .init = open, .fini = close_desk);

Test(thinking, a_waiting_request_is_answered_after_the_search)
{
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	cr_assert_eq(answer.count, 0);
	cr_assert_eq(fake_pool.count, 1);
	search();
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 2, "8 are left then");
	cr_assert(answer.final);
	cr_assert_eq(answer.value, 1);
}

Test(thinking, a_request_that_does_not_wait_gets_the_static_evaluation_and_notifications)
{
	static struct recorder recorder;
	struct answer joined = {0}, answer = {0};

	recorder_subscribe(&recorder, &joined);
	see_within(10, ENOUGH_MS, false, &answer);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_not(answer.final);
	cr_assert(isnan(answer.value));
	search();
	cr_assert_eq(recorder.count, 3);
	cr_assert_eq(recorder.subscribed[1].notification, SESSION_CHANGED);
	cr_assert_not(recorder.subscribed[1].final);
	cr_assert_eq(recorder.subscribed[2].notification, SESSION_ADVICE);
	cr_assert(recorder.subscribed[2].final);
}

Test(thinking, without_a_budget_the_static_evaluation_is_final)
{
	struct answer answer = {0};

	see_within(10, 0, true, &answer);
	cr_assert_eq(answer.count, 1);
	cr_assert(answer.final);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_eq(fake_pool.count, 0);
}

Test(thinking, strategies_without_search_never_search)
{
	struct session_change one = {.strategy_name = "one"};
	struct answer answer = {0};

	sessions_update(fixture.sessions, fixture.id, &one, &always, note, &answer);
	see_within(10, 300, true, &answer);
	cr_assert_eq(answer.count, 2);
	cr_assert_eq(fake_pool.count, 0);
}

Test(thinking, an_unchanged_table_is_not_searched_twice)
{
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	search();
	see_within(10, ENOUGH_MS, true, &answer);
	cr_assert_eq(answer.count, 2);
	cr_assert_eq(answer.suggested, 2);
	cr_assert_eq(fake_pool.count, 0);
}

Test(thinking, a_larger_budget_starts_a_longer_search)
{
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	search();
	see_within(10, LONGER_MS, true, &answer);
	cr_assert_eq(fake_pool.count, 1);
	search();
	cr_assert_eq(answer.count, 2);
}

Test(thinking, many_requests_can_wait_for_the_same_search)
{
	struct answer one = {0}, two = {0};

	see_within(10, ENOUGH_MS, true, &one);
	see_within(10, ENOUGH_MS, true, &two);
	cr_assert_eq(fake_pool.count, 1);
	search();
	cr_assert_eq(one.suggested, 2);
	cr_assert_eq(two.suggested, 2);
}

Test(thinking, a_new_table_ends_it_and_answers_the_waiting_request)
{
	struct answer old = {0}, new = {0};

	see_within(10, ENOUGH_MS, true, &old);
	see_within(9, ENOUGH_MS, true, &new);
	cr_assert_eq(old.count, 1);
	cr_assert_eq(old.left, 10);
	cr_assert_eq(old.session.version, 2);
	cr_assert_not(old.final);
	cr_assert_eq(new.count, 0);
	cr_assert_eq(fake_pool.count, 1, "the search of the old table has left the queue");
	fake_pool_end_withdrawn(&fake_pool);
	cr_assert_eq(old.count, 1);
	cr_assert_eq(new.count, 0);
	search();
	cr_assert_eq(new.count, 1);
	cr_assert_eq(new.left, 9);
	cr_assert_eq(new.suggested, 1);
}

Test(thinking, another_language_keeps_the_result)
{
	enum mk_language greek = MK_GREEK;
	struct session_change speak = {.language = &greek};
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	search();
	sessions_update(fixture.sessions, fixture.id, &speak, &always, note, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.suggested, 2);
}

Test(thinking, another_strategy_discards_the_result)
{
	struct session_change many = {.strategy_name = "many"};
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	search();
	sessions_update(fixture.sessions, fixture.id, &many, &always, note, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.suggested, 3);
}

Test(thinking, without_a_thread_the_static_evaluation_is_the_answer)
{
	struct answer answer = {0};

	fake_pool.most = fake_pool.count;
	see_within(10, ENOUGH_MS, true, &answer);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 1);
	cr_assert(answer.final);
	cr_assert_eq(answer.wanted_ms, ENOUGH_MS, "and reports the requested search");
	cr_assert_eq(answer.given_ms, 0);
}

Test(thinking,
	a_search_that_gets_no_thread_within_its_budget_is_answered_with_the_static_evaluation)
{
	struct answer answer = {0};

	see_within(10, 1, true, &answer);
	cr_assert_eq(answer.count, 0);
	fake_pool_be_late(&fake_pool, 0);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_eq(answer.wanted_ms, 1);
	cr_assert_eq(answer.given_ms, 0);
	cr_assert_eq(fake_pool.count, 0, "its place in the queue is free");
	fake_pool_end_withdrawn(&fake_pool);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(found().suggested, 1);
	see_within(10, ENOUGH_MS, true, &answer);
	search();
	cr_assert_eq(answer.suggested, 2, "the next request searches");
}

Test(thinking, a_search_without_a_thread_stays_queued_for_the_subscribers)
{
	static struct recorder recorder;
	struct answer joined = {0}, answer = {0};

	recorder_subscribe(&recorder, &joined);
	see_within(10, 1, true, &answer);
	fake_pool_be_late(&fake_pool, 0);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_eq(fake_pool.count, 1);
	search();
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(found().suggested, 2);
	cr_assert_eq(recorder.subscribed[recorder.count - 1].notification, SESSION_ADVICE);
}

Test(thinking, a_caller_with_a_longer_budget_waits_on_for_the_same_search)
{
	struct search_deadline longer = within(60000, true).deadline;
	struct answer first = {0}, second = {0};

	see_within(10, 1, true, &first);
	sessions_advise(fixture.sessions, fixture.id, NULL, &longer, note, &second);
	cr_assert_eq(fake_pool.count, 1);
	fake_pool_be_late(&fake_pool, 0);
	cr_assert_eq(first.count, 1);
	cr_assert_eq(second.count, 0);
	cr_assert_gt(fake_pool.held[0]->begin_by_ns, clock_ticks_ns());
	search();
	cr_assert_eq(second.count, 1);
	cr_assert_eq(second.suggested, 2);
}

Test(thinking, another_strategy_without_a_thread_is_answered_by_its_own_static_evaluation)
{
	struct search_deadline deadline = within(1, true).deadline;
	struct session_change one = {.strategy_name = "one"};
	struct answer answer = {0};

	seen(10);
	sessions_update(fixture.sessions, fixture.id, &one, &always, note, &answer);
	fake_answer_all(fixture.fake);
	answer = (struct answer){0};
	sessions_advise(fixture.sessions, fixture.id, mk_strategy_find(&toy_game, "deep"),
		&deadline, note, &answer);
	cr_assert_eq(answer.count, 0);
	fake_pool_be_late(&fake_pool, 0);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_eq(answer.wanted_ms, 1);
	cr_assert_eq(fake_pool.count, 0);
	fake_pool_end_withdrawn(&fake_pool);
	cr_assert_eq(answer.count, 1);
}

/*
 * So long that no busy machine uses up a part of it on the way. With a single move left, which is
 * shown here, a search is soon over nevertheless.
 */
enum { LONG_MS = 60000 };

static struct answer thought_of_the_last_move(void)
{
	struct answer answer = {0};

	see_within(10, 0, true, &answer);
	see_within(4, 0, true, &answer);
	see_within(1, LONG_MS, true, &answer);
	search();
	cr_assert_eq(answer.left, 1);
	cr_assert_eq(answer.value, 1, "it was searched");
	return answer;
}

Test(thinking, waiting_requests_shorten_the_searches_as_the_advice_reports)
{
	struct answer answer;

	fake_pool.queue_factor = 4;
	answer = thought_of_the_last_move();
	cr_assert_eq(answer.wanted_ms, LONG_MS);
	cr_assert_eq(answer.given_ms, LONG_MS / 4);
	cr_assert_eq(found().wanted_ms, LONG_MS, "a read of the session has it");
	cr_assert_eq(sessions_figures(fixture.sessions).strategies[0].shortened, 1);
}

Test(thinking, a_full_search_is_not_reported_as_shortened)
{
	cr_assert_eq(thought_of_the_last_move().wanted_ms, 0);
}

Test(thinking, a_running_search_continues_when_the_queue_is_full)
{
	struct answer waits = {0}, late = {0};

	see_within(10, ENOUGH_MS, true, &waits);
	fake_pool.most = fake_pool.count;
	open_deep_session();
	see_within(9, ENOUGH_MS, true, &late);
	cr_assert_eq(late.count, 1);
	cr_assert_eq(waits.count, 0);
	search();
	cr_assert_eq(waits.suggested, 2);
}

static struct answer advised(const char *strategy)
{
	struct search_deadline deadline = within(ENOUGH_MS, true).deadline;
	struct answer answer = {0};

	sessions_advise(fixture.sessions, fixture.id,
		strategy ? mk_strategy_find(&toy_game, strategy) : NULL, &deadline, note, &answer);
	while (fake_pool.count > 0) {
		search();
	}
	return answer;
}

Test(thinking, advice_can_be_requested)
{
	seen(10);
	cr_assert_eq(advised(NULL).suggested, 2);
	cr_assert_eq(found().suggested, 2, "it is the session's from now on");
}

Test(thinking, a_request_for_advice_alone_fails_without_a_thread)
{
	seen(10);
	fake_pool.most = fake_pool.count;
	cr_assert_eq(advised(NULL).status, MK_BUSY);
	cr_assert(advised(NULL).has_session, "with what there is");
	cr_assert_eq(advised("many").status, MK_OK, "instant strategies need none");
}

Test(thinking, a_request_for_advice_that_does_not_wait_gets_the_present_advice)
{
	struct search_deadline deadline = within(ENOUGH_MS, false).deadline;
	struct answer answer = {0};

	seen(10);
	fake_pool.most = fake_pool.count;
	sessions_advise(fixture.sessions, fixture.id, NULL, &deadline, note, &answer);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.wanted_ms, ENOUGH_MS);
}

Test(thinking, another_strategy_searches_for_one_response_only)
{
	struct session_change one = {.strategy_name = "one"};
	struct answer answer = {0};

	sessions_update(fixture.sessions, fixture.id, &one, &always, note, &answer);
	seen(10);
	cr_assert_eq(advised("deep").suggested, 2);
	cr_assert_eq(found().suggested, 1);
}

Test(thinking, a_deleted_session_answers_its_waiting_requests)
{
	struct answer answer = {0}, gone = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	sessions_remove(fixture.sessions, fixture.id, &always, note, &gone);
	fake_answer_all(fixture.fake);
	cr_assert_eq(gone.status, MK_OK);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(fake_pool.count, 0);
	fake_pool_end_withdrawn(&fake_pool);
	cr_assert_eq(answer.count, 1);
}
