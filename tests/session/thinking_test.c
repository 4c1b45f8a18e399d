/* Thinking beside the loop: who waits, who hears of it, and what becomes of old thoughts. */
#include "base/clock.h"
#include "session/desk.h"
#include "session/hands.h"

#include <criterion/criterion.h>
#include <math.h>

/* Long enough for a search to begin on a busy machine; each search uses all of it. */
enum { ENOUGH_MS = 300, LONGER_MS = 400 };

static struct hands hands;

static void think(void)
{
	hands_run(&hands, 0);
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

	sessions_post_snapshot(
		desk.sessions, desk.id, &toy_game, &snapshot, &frame, &condition, note, answer);
	fake_answer_all(desk.fake);
}

static void open_deep_session(void)
{
	struct session_change deep = {.strategy_name = "deep"};
	struct answer answer = {0};

	desk_open_session();
	sessions_update(desk.sessions, desk.id, &deep, &always, note, &answer);
	fake_answer_all(desk.fake);
}

static void open(void)
{
	hands_init(&hands, HANDS);
	desk_open_with_workers(&hands.workers);
	open_deep_session();
}

static void close_desk(void)
{
	hands_end_withdrawn(&hands);
	while (hands.count > 0) {
		think();
	}
	desk_close();
}

TestSuite(thinking, .init = open, .fini = close_desk);

Test(thinking, who_waits_is_answered_when_it_is_over)
{
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	cr_assert_eq(answer.count, 0);
	cr_assert_eq(hands.count, 1);
	think();
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 2, "8 are left then");
	cr_assert(answer.final);
	cr_assert_eq(answer.value, 1);
}

Test(thinking, who_does_not_wait_gets_the_instant_judgement_and_hears_the_rest)
{
	static struct ear ear;
	struct answer joined = {0}, answer = {0};

	ear_listen(&ear, &joined);
	see_within(10, ENOUGH_MS, false, &answer);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_not(answer.final);
	cr_assert(isnan(answer.value));
	think();
	cr_assert_eq(ear.count, 3);
	cr_assert_eq(ear.subscribed[1].notification, SESSION_CHANGED);
	cr_assert_not(ear.subscribed[1].final);
	cr_assert_eq(ear.subscribed[2].notification, SESSION_ADVICE);
	cr_assert(ear.subscribed[2].final);
}

Test(thinking, without_a_budget_the_instant_judgement_is_final)
{
	struct answer answer = {0};

	see_within(10, 0, true, &answer);
	cr_assert_eq(answer.count, 1);
	cr_assert(answer.final);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_eq(hands.count, 0);
}

Test(thinking, instant_strategies_never_think)
{
	struct session_change one = {.strategy_name = "one"};
	struct answer answer = {0};

	sessions_update(desk.sessions, desk.id, &one, &always, note, &answer);
	see_within(10, 300, true, &answer);
	cr_assert_eq(answer.count, 2);
	cr_assert_eq(hands.count, 0);
}

Test(thinking, a_table_that_stays_as_it_is_is_not_thought_about_twice)
{
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	think();
	see_within(10, ENOUGH_MS, true, &answer);
	cr_assert_eq(answer.count, 2);
	cr_assert_eq(answer.suggested, 2);
	cr_assert_eq(hands.count, 0);
}

Test(thinking, but_longer_where_more_time_is_given)
{
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	think();
	see_within(10, LONGER_MS, true, &answer);
	cr_assert_eq(hands.count, 1);
	think();
	cr_assert_eq(answer.count, 2);
}

Test(thinking, many_may_wait_for_the_same_thought)
{
	struct answer one = {0}, two = {0};

	see_within(10, ENOUGH_MS, true, &one);
	see_within(10, ENOUGH_MS, true, &two);
	cr_assert_eq(hands.count, 1);
	think();
	cr_assert_eq(one.suggested, 2);
	cr_assert_eq(two.suggested, 2);
}

Test(thinking, a_new_table_ends_it_and_who_waited_is_answered_as_it_was)
{
	struct answer old = {0}, new = {0};

	see_within(10, ENOUGH_MS, true, &old);
	see_within(9, ENOUGH_MS, true, &new);
	cr_assert_eq(old.count, 1);
	cr_assert_eq(old.left, 10);
	cr_assert_eq(old.session.version, 2);
	cr_assert_not(old.final);
	cr_assert_eq(new.count, 0);
	cr_assert_eq(hands.count, 1, "the search of the old table has left the queue");
	hands_end_withdrawn(&hands);
	cr_assert_eq(old.count, 1);
	cr_assert_eq(new.count, 0);
	think();
	cr_assert_eq(new.count, 1);
	cr_assert_eq(new.left, 9);
	cr_assert_eq(new.suggested, 1);
}

Test(thinking, another_language_keeps_what_was_thought)
{
	enum mk_language greek = MK_GREEK;
	struct session_change speak = {.language = &greek};
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	think();
	sessions_update(desk.sessions, desk.id, &speak, &always, note, &answer);
	fake_answer_all(desk.fake);
	cr_assert_eq(answer.suggested, 2);
}

Test(thinking, another_strategy_does_not)
{
	struct session_change many = {.strategy_name = "many"};
	struct answer answer = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	think();
	sessions_update(desk.sessions, desk.id, &many, &always, note, &answer);
	fake_answer_all(desk.fake);
	cr_assert_eq(answer.suggested, 3);
}

Test(thinking, where_there_is_no_time_the_instant_judgement_is_the_answer)
{
	struct answer answer = {0};

	hands.most = hands.count;
	see_within(10, ENOUGH_MS, true, &answer);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 1);
	cr_assert(answer.final);
	cr_assert_eq(answer.wanted_ms, ENOUGH_MS, "and says that it was to be thought about");
	cr_assert_eq(answer.given_ms, 0);
}

Test(thinking,
	a_search_that_gets_no_thread_within_its_budget_is_answered_with_the_static_evaluation)
{
	struct answer answer = {0};

	see_within(10, 1, true, &answer);
	cr_assert_eq(answer.count, 0);
	hands_be_late(&hands, 0);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_eq(answer.wanted_ms, 1);
	cr_assert_eq(answer.given_ms, 0);
	cr_assert_eq(hands.count, 0, "its place in the queue is free");
	hands_end_withdrawn(&hands);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(found().suggested, 1);
	see_within(10, ENOUGH_MS, true, &answer);
	think();
	cr_assert_eq(answer.suggested, 2, "the next request searches");
}

Test(thinking, a_search_without_a_thread_stays_queued_for_the_subscribers)
{
	static struct ear ear;
	struct answer joined = {0}, answer = {0};

	ear_listen(&ear, &joined);
	see_within(10, 1, true, &answer);
	hands_be_late(&hands, 0);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_eq(hands.count, 1);
	think();
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(found().suggested, 2);
	cr_assert_eq(ear.subscribed[ear.count - 1].notification, SESSION_ADVICE);
}

Test(thinking, a_caller_with_a_longer_budget_waits_on_for_the_same_search)
{
	struct search_deadline longer = within(60000, true).deadline;
	struct answer first = {0}, second = {0};

	see_within(10, 1, true, &first);
	sessions_advise(desk.sessions, desk.id, NULL, &longer, note, &second);
	cr_assert_eq(hands.count, 1);
	hands_be_late(&hands, 0);
	cr_assert_eq(first.count, 1);
	cr_assert_eq(second.count, 0);
	cr_assert_gt(hands.held[0]->begin_by_ns, clock_ticks_ns());
	think();
	cr_assert_eq(second.count, 1);
	cr_assert_eq(second.suggested, 2);
}

Test(thinking, another_strategy_without_a_thread_is_answered_by_its_own_static_evaluation)
{
	struct search_deadline deadline = within(1, true).deadline;
	struct session_change one = {.strategy_name = "one"};
	struct answer answer = {0};

	seen(10);
	sessions_update(desk.sessions, desk.id, &one, &always, note, &answer);
	fake_answer_all(desk.fake);
	answer = (struct answer){0};
	sessions_advise(desk.sessions, desk.id, mk_strategy_find(&toy_game, "deep"), &deadline,
		note, &answer);
	cr_assert_eq(answer.count, 0);
	hands_be_late(&hands, 0);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.suggested, 1);
	cr_assert_eq(answer.wanted_ms, 1);
	cr_assert_eq(hands.count, 0);
	hands_end_withdrawn(&hands);
	cr_assert_eq(answer.count, 1);
}

/*
 * So long that no busy machine uses up a part of it on the way. With a single move left, which is
 * shown here, a thought is soon over all the same.
 */
enum { LONG_MS = 60000 };

static struct answer thought_of_the_last_move(void)
{
	struct answer answer = {0};

	see_within(10, 0, true, &answer);
	see_within(4, 0, true, &answer);
	see_within(1, LONG_MS, true, &answer);
	think();
	cr_assert_eq(answer.left, 1);
	cr_assert_eq(answer.value, 1, "it was thought about");
	return answer;
}

Test(thinking, the_more_wait_the_less_each_is_thought_about_and_the_advice_says_so)
{
	struct answer answer;

	hands.queue_factor = 4;
	answer = thought_of_the_last_move();
	cr_assert_eq(answer.wanted_ms, LONG_MS);
	cr_assert_eq(answer.given_ms, LONG_MS / 4);
	cr_assert_eq(found().wanted_ms, LONG_MS, "whoever looks at the session sees it");
	cr_assert_eq(sessions_figures(desk.sessions).strategies[0].shortened, 1);
}

Test(thinking, who_has_his_time_is_told_of_none)
{
	cr_assert_eq(thought_of_the_last_move().wanted_ms, 0);
}

Test(thinking, what_is_thought_about_goes_on_when_there_is_no_time_for_more)
{
	struct answer waits = {0}, late = {0};

	see_within(10, ENOUGH_MS, true, &waits);
	hands.most = hands.count;
	open_deep_session();
	see_within(9, ENOUGH_MS, true, &late);
	cr_assert_eq(late.count, 1);
	cr_assert_eq(waits.count, 0);
	think();
	cr_assert_eq(waits.suggested, 2);
}

static struct answer advised(const char *strategy)
{
	struct search_deadline deadline = within(ENOUGH_MS, true).deadline;
	struct answer answer = {0};

	sessions_advise(desk.sessions, desk.id,
		strategy ? mk_strategy_find(&toy_game, strategy) : NULL, &deadline, note, &answer);
	while (hands.count > 0) {
		think();
	}
	return answer;
}

Test(thinking, advice_can_be_asked_for)
{
	seen(10);
	cr_assert_eq(advised(NULL).suggested, 2);
	cr_assert_eq(found().suggested, 2, "it is the session's from now on");
}

Test(thinking, who_only_asks_is_told_that_there_is_no_time)
{
	seen(10);
	hands.most = hands.count;
	cr_assert_eq(advised(NULL).status, MK_BUSY);
	cr_assert(advised(NULL).has_session, "with what there is");
	cr_assert_eq(advised("many").status, MK_OK, "instant strategies need none");
}

Test(thinking, who_does_not_wait_is_given_what_there_is)
{
	struct search_deadline deadline = within(ENOUGH_MS, false).deadline;
	struct answer answer = {0};

	seen(10);
	hands.most = hands.count;
	sessions_advise(desk.sessions, desk.id, NULL, &deadline, note, &answer);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.wanted_ms, ENOUGH_MS);
}

Test(thinking, another_strategy_thinks_for_one_answer_only)
{
	struct session_change one = {.strategy_name = "one"};
	struct answer answer = {0};

	sessions_update(desk.sessions, desk.id, &one, &always, note, &answer);
	seen(10);
	cr_assert_eq(advised("deep").suggested, 2);
	cr_assert_eq(found().suggested, 1);
}

Test(thinking, a_deleted_session_still_answers_who_waited)
{
	struct answer answer = {0}, gone = {0};

	see_within(10, ENOUGH_MS, true, &answer);
	sessions_remove(desk.sessions, desk.id, &always, note, &gone);
	fake_answer_all(desk.fake);
	cr_assert_eq(gone.status, MK_OK);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(hands.count, 0);
	hands_end_withdrawn(&hands);
	cr_assert_eq(answer.count, 1);
}
