/* Snapshots and moves. */
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

static void open(void)
{
	fixture_open_with(8);
	fixture_open_session();
}

TestSuite(learn, .init = open, .fini = fixture_close);

Test(learn, a_new_session_waits_for_its_first_snapshot)
{
	cr_assert_eq(fixture.last.session.version, 0);
	cr_assert_eq(fixture.last.session.outcome, MK_WAITING);
	cr_assert_null(fixture.last.session.advice);
	cr_assert_not(fixture.last.has_observed);
}

Test(learn, the_first_snapshot_begins_the_game)
{
	struct answer answer = seen(10);

	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.session.version, 1);
	cr_assert_eq(answer.session.outcome, MK_PLAYING);
	cr_assert_eq(answer.explanation, MK_FIRST);
	cr_assert_eq(answer.before, -1);
	cr_assert_eq(answer.suggested, 1);
}

Test(learn, a_change_is_not_answered_before_it_is_durable)
{
	struct answer answer = {0}, present = {0};

	see(10, &answer);
	find(&present);
	cr_assert_eq(answer.count, 0);
	cr_assert_eq(present.session.version, 0);
	fake_answer(fixture.fake);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.session.version, 1);
}

Test(learn, the_suggested_move_is_recognised)
{
	struct answer answer;

	seen(10);
	answer = seen(9);
	cr_assert_eq(answer.explanation, MK_SUGGESTED_MOVE);
	cr_assert_eq(answer.session.version, 2);
	cr_assert_eq(answer.left, 9);
	cr_assert_eq(answer.before, 10);
}

Test(learn, another_move_is_followed)
{
	seen(10);
	cr_assert_eq(seen(7).explanation, MK_OTHER_MOVE);
	cr_assert_eq(seen(2).explanation, MK_SEVERAL_MOVES);
}

Test(learn, an_unchanged_table_counts_no_version)
{
	struct answer answer = {0};

	seen(10);
	see(10, &answer);
	cr_assert_eq(answer.count, 0); /* the journal notes that the last picture shows no move */
	fake_answer(fixture.fake);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.session.version, 1);
	cr_assert_eq(answer.explanation, MK_UNCHANGED);
	see(10, &answer);
	cr_assert_eq(answer.count, 2, "it knows that already");
	cr_assert_str_eq(fake_wants(fixture.fake), "");
}

Test(learn, an_unclear_snapshot_changes_nothing_and_asks_for_another)
{
	struct answer answer = {0};

	seen(10);
	see(TOY_UNREADABLE, &answer);
	cr_assert_eq(answer.count, 0); /* the journal notes it first, see keep_test.c */
	fake_answer(fixture.fake);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.session.version, 1);
	cr_assert_eq(answer.session.sync, SESSION_LOOKING);
	cr_assert_eq(seen(10).session.sync, SESSION_IN_SYNC);
}

Test(learn, a_contradiction_is_answered_with_the_session_as_it_was)
{
	struct answer answer;

	seen(10);
	answer = seen(12);
	cr_assert_eq(answer.status, MK_CONFLICT);
	cr_assert_str_eq(answer.code, "snapshot_contradiction");
	cr_assert(answer.has_session);
	cr_assert_eq(answer.explanation, MK_CONTRADICTION);
	cr_assert_eq(answer.session.sync, SESSION_DESYNCED);
	cr_assert_eq(answer.session.version, 1);
	cr_assert_eq(answer.left, 10);
}

Test(learn, an_accepted_snapshot_ends_a_contradiction)
{
	seen(10);
	seen(12);
	cr_assert_eq(seen(9).session.sync, SESSION_IN_SYNC);
	cr_assert_eq(found().session.sync, SESSION_IN_SYNC);
}

Test(learn, an_impossible_snapshot_is_refused_without_a_trace)
{
	struct answer answer;

	seen(10);
	answer = seen(5000);
	cr_assert_eq(answer.status, MK_IMPOSSIBLE);
	cr_assert_str_eq(answer.code, "too_many");
	cr_assert_not(answer.has_session);
	cr_assert_eq(found().session.sync, SESSION_IN_SYNC);
	cr_assert_eq(found().explanation, MK_FIRST);
}

Test(learn, a_snapshot_of_another_game_is_refused)
{
	struct mk_snapshot snapshot = {10};
	struct session_frame frame = {0};
	struct answer answer = {0};

	sessions_post_snapshot(fixture.sessions, fixture.id, &other_toy, &snapshot, &frame, &always,
		note, &answer);
	cr_assert_eq(answer.status, MK_CONFLICT);
	cr_assert_str_eq(answer.code, "wrong_game");
}

Test(learn, a_failing_journal_changes_nothing)
{
	struct answer answer = {0};

	seen(10);
	see_frame(9, "left", 5, &answer);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_str_eq(answer.code, "store_unavailable");
	cr_assert_not(answer.has_session);
	cr_assert_eq(found().session.version, 1);
	cr_assert_eq(found().left, 10);
	cr_assert_eq(seen_frame(9, "left", 5).session.version, 2);
}

/* ---- frames --------------------------------------------------------------------------------- */

Test(learn, a_repeated_or_older_frame_answers_the_present_state)
{
	seen_frame(10, "left", 5);
	cr_assert_eq(seen_frame(9, "left", 5).session.version, 1);
	cr_assert_eq(seen_frame(9, "left", 4).session.version, 1);
	cr_assert_eq(seen_frame(9, "left", 4).left, 10);
	cr_assert_eq(seen_frame(9, "left", 6).session.version, 2);
}

Test(learn, each_camera_counts_its_own_frames)
{
	seen_frame(10, "left", 5);
	cr_assert_eq(seen_frame(9, "right", 1).session.version, 2);
	cr_assert_eq(seen_frame(8, NULL, 1).session.version, 3);
	cr_assert_eq(seen_frame(7, "", 1).session.version, 3);
}

Test(learn, an_unchanged_frame_counts_as_seen)
{
	seen_frame(10, "left", 1);
	seen_frame(10, "left", 9);
	cr_assert_eq(seen_frame(9, "left", 8).session.version, 1);
}

Test(learn, a_ninth_camera_takes_the_place_of_the_longest_silent_one)
{
	char camera[2] = "a";

	seen_frame(10, "silent", 5);
	for (; camera[0] <= 'g'; camera[0]++) {
		seen_frame(10, camera, 5);
	}
	cr_assert_eq(seen_frame(9, "silent", 5).session.version, 1, "eight are remembered");
	seen_frame(10, "b", 6);
	seen_frame(10, "a", 6);
	seen_frame(10, "silent", 6);
	seen_frame(10, "ninth", 5);
	cr_assert_eq(seen_frame(9, "c", 5).session.version, 2, "c was silent longest");
}

Test(learn, the_name_of_a_camera_has_a_limit)
{
	struct answer answer;
	char camera[66] = {0};

	memset(camera, 'c', 64);
	cr_assert_eq(seen_frame(10, camera, 1).status, MK_OK);
	memset(camera, 'c', 65);
	answer = seen_frame(9, camera, 1);
	cr_assert_eq(answer.status, MK_MALFORMED);
	cr_assert_str_eq(answer.where, "/camera");
}

/* ---- moves ---------------------------------------------------------------------------------- */

Test(learn, a_move_can_be_reported)
{
	struct answer answer;

	seen(10);
	answer = moved(3);
	cr_assert_eq(answer.explanation, MK_OTHER_MOVE);
	cr_assert_eq(answer.left, 7);
	cr_assert_eq(answer.before, 10);
	cr_assert_eq(moved(1).explanation, MK_SUGGESTED_MOVE);
}

Test(learn, an_impossible_move_is_rejected)
{
	seen(10);
	cr_assert_eq(moved(4).status, MK_MALFORMED);
	cr_assert_eq(found().session.version, 1);
}

Test(learn, a_move_is_read_against_the_table_of_its_turn)
{
	struct answer first = {0}, second = {0};
	json_t *move = json_pack("{s:i}", "count", 3);

	seen(10);
	seen(4);
	sessions_post_move(fixture.sessions, fixture.id, move, &always, note, &first);
	sessions_post_move(fixture.sessions, fixture.id, move, &always, note, &second);
	json_decref(move);
	fake_answer_all(fixture.fake);
	cr_assert_eq(first.status, MK_OK);
	cr_assert_eq(second.status, MK_IMPOSSIBLE, "only one is left by then");
}

/* ---- finished games ------------------------------------------------------------------------- */

Test(learn, a_finished_game_takes_only_the_same_table)
{
	struct answer answer;

	seen(10);
	seen(5);
	cr_assert_eq(seen(0).session.outcome, MK_WON);
	answer = seen(0);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.explanation, MK_UNCHANGED);
	answer = seen(10);
	cr_assert_eq(answer.status, MK_OVER);
	cr_assert_str_eq(answer.code, "game_over");
	cr_assert_eq(seen(TOY_UNREADABLE).status, MK_OVER);
	cr_assert_eq(moved(1).status, MK_OVER);
	cr_assert_eq(found().session.sync, SESSION_IN_SYNC);
}
