/* Taking back, and taking that back. */
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <limits.h>

/* 10, 9, 7, 6 counters: versions 1 to 4. */
static void play(void)
{
	fixture_open_with(8);
	fixture_open_session();
	seen(10);
	seen(9);
	moved(2);
	seen(6);
}

TestSuite(undo, .init = play, .fini = fixture_close);

Test(undo, the_last_step_is_taken_back_as_a_new_version)
{
	struct answer answer = undone(1);

	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.left, 7);
	cr_assert_eq(answer.session.version, 5);
	cr_assert_eq(answer.session.sync, SESSION_IN_SYNC);
}

Test(undo, the_step_before_becomes_the_observed_one)
{
	struct answer answer = undone(1);

	cr_assert_eq(answer.explanation, MK_OTHER_MOVE);
	cr_assert_eq(answer.before, 9);
	answer = undone(2);
	cr_assert_eq(answer.explanation, MK_FIRST);
	cr_assert_eq(answer.before, -1);
}

Test(undo, everything_can_be_taken_back)
{
	struct answer answer = undone(4);

	cr_assert_eq(answer.session.outcome, MK_WAITING);
	cr_assert_eq(answer.session.version, 5);
	cr_assert_not(answer.has_observed);
	cr_assert_null(answer.session.advice);
	cr_assert_eq(seen(10).explanation, MK_FIRST);
}

Test(undo, more_steps_than_there_are_cannot_be_taken_back)
{
	struct answer answer = undone(5);

	cr_assert_eq(answer.status, MK_CONFLICT);
	cr_assert_str_eq(answer.code, "nothing_to_undo");
	cr_assert_str_eq(answer.where, "/steps");
	cr_assert_eq(found().session.version, 4);
	cr_assert_eq(found().left, 6);
	cr_assert_eq(undone(INT_MAX).status, MK_CONFLICT);
}

Test(undo, no_steps_are_rejected)
{
	struct answer answer = undone(0);

	cr_assert_eq(answer.status, MK_MALFORMED);
	cr_assert_str_eq(answer.where, "/steps");
}

Test(undo, undoing_is_undone_by_negative_steps)
{
	undone(3);
	cr_assert_eq(undone(-1).left, 9);
	cr_assert_eq(undone(-2).left, 6);
	cr_assert_eq(found().session.version, 7);
}

Test(undo, only_undone_steps_can_be_redone)
{
	cr_assert_eq(undone(-1).status, MK_CONFLICT);
	undone(2);
	cr_assert_eq(undone(-3).status, MK_CONFLICT);
	cr_assert_eq(undone(INT_MIN).status, MK_CONFLICT);
	cr_assert_eq(undone(-2).left, 6);
}

Test(undo, a_new_change_discards_undone_steps)
{
	undone(2);
	cr_assert_eq(seen(8).left, 8);
	cr_assert_eq(undone(-1).status, MK_CONFLICT);
	cr_assert_eq(undone(1).left, 9);
	cr_assert_eq(undone(-1).left, 8);
}

Test(undo, an_unchanged_table_is_nothing_new)
{
	undone(2);
	seen(9);
	cr_assert_eq(undone(-2).left, 6);
}

Test(undo, a_change_of_language_is_neither_undone_nor_discards_undone_steps)
{
	enum mk_language greek = MK_GREEK;
	struct session_change change = {.language = &greek};
	struct answer answer = {0};

	undone(1);
	sessions_update(fixture.sessions, fixture.id, &change, &always, note, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(undone(-1).left, 6);
	answer = undone(4);
	cr_assert_eq(answer.session.language, MK_GREEK);
	cr_assert_eq(answer.session.version, 8);
}

Test(undo, undo_continues_a_finished_game)
{
	seen(0);
	cr_assert_eq(found().session.outcome, MK_WON);
	cr_assert_eq(undone(1).session.outcome, MK_PLAYING);
	cr_assert_eq(seen(5).status, MK_OK);
}

Test(undo, an_undoing_that_cannot_be_stored_changes_nothing)
{
	struct answer answer = {0};

	take_back(1, &answer);
	cr_assert_str_eq(fake_wants(fixture.fake), "tops");
	fake_answer(fixture.fake);
	cr_assert_str_eq(fake_wants(fixture.fake), "from_state");
	fake_answer(fixture.fake);
	cr_assert_eq(answer.count, 0);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_eq(found().left, 6);
	cr_assert_eq(found().session.version, 4);
}

Test(undo, an_undoing_whose_journal_cannot_be_read_changes_nothing)
{
	struct answer answer = {0};

	take_back(1, &answer);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_str_eq(answer.code, "store_unavailable");
	cr_assert_eq(found().left, 6);
}

Test(undo, a_change_during_an_undo_waits)
{
	struct answer undo = {0}, next = {0};

	take_back(1, &undo);
	see(5, &next);
	fake_answer(fixture.fake);
	fake_answer(fixture.fake);
	fake_answer(fixture.fake);
	cr_assert_eq(undo.left, 7);
	cr_assert_eq(next.count, 0);
	fake_answer(fixture.fake);
	cr_assert_eq(next.left, 5);
	cr_assert_eq(next.before, 7);
	cr_assert_eq(next.session.version, 6);
}

Test(undo, a_frame_that_was_taken_back_is_not_seen_again)
{
	seen_frame(5, "left", 3);
	undone(1);
	cr_assert_eq(seen_frame(5, "left", 3).left, 6);
	cr_assert_eq(seen_frame(5, "left", 4).left, 5);
}

Test(undo, all_of_it_survives_a_restart)
{
	struct answer answer;

	undone(3);
	undone(-1);
	fixture_restart();
	answer = found();
	cr_assert_eq(answer.left, 9);
	cr_assert_eq(answer.before, 10);
	cr_assert_eq(answer.session.version, 6);
	cr_assert_eq(answer.explanation, MK_SUGGESTED_MOVE);
	cr_assert_eq(undone(-2).left, 6);
	cr_assert_eq(undone(-1).status, MK_CONFLICT);
}
