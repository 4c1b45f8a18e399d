/* Sessions that other daemons change, too. */
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <string.h>

static void open(void)
{
	fixture_open_shared();
	fixture_open_session();
	seen(10);
}

TestSuite(follow, .init = open, .fini = fixture_close);

static struct recorder recorder;

static void listen(void)
{
	struct answer answer = {0};

	recorder_subscribe(&recorder, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(recorder.count, 1);
}

static void assert_heard(
	unsigned place, enum session_notification notification, uint64_t version, int left)
{
	cr_assert_gt(recorder.count, place);
	cr_assert_eq(recorder.subscribed[place].notification, notification);
	cr_assert_eq(recorder.subscribed[place].version, version);
	cr_assert_eq(recorder.subscribed[place].left, left);
}

Test(follow, a_read_sees_changes_written_before_it)
{
	struct answer answer;

	fake_write(fixture.fake, fixture.id, 2);
	answer = found();
	cr_assert_eq(answer.session.version, 2);
	cr_assert_eq(answer.left, 8);
}

Test(follow, a_read_of_the_cache_gets_the_cached_version)
{
	struct answer answer = {0};

	fake_write(fixture.fake, fixture.id, 2);
	sessions_open(fixture.sessions, fixture.id, note, &answer);
	cr_assert_eq(answer.session.version, 1);
	cr_assert_eq(fixture.fake->call_count, 0);
	fixture_restart();
	answer = (struct answer){0};
	sessions_open(fixture.sessions, fixture.id, note, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.session.version, 2);
}

Test(follow, a_staleness_check_in_progress_does_not_answer_a_later_read)
{
	struct answer first = {0}, second = {0};

	find(&first);
	find(&second);
	fake_answer(fixture.fake);
	cr_assert_eq(first.session.version, 1);
	cr_assert_eq(second.count, 0);
	fake_write(fixture.fake, fixture.id, 2);
	fake_answer_all(fixture.fake);
	cr_assert_eq(second.session.version, 2);
}

Test(follow, a_subscriber_receives_each_version_of_others_once_and_in_order)
{
	listen();
	fake_write(fixture.fake, fixture.id, 2);
	fake_write(fixture.fake, fixture.id, 1);
	fake_write(fixture.fake, fixture.id, 3);
	fake_announce(fixture.fake, fixture.id, 2);
	fake_announce(fixture.fake, fixture.id, 3);
	fake_announce(fixture.fake, fixture.id, 4);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 4);
	assert_heard(1, SESSION_CHANGED, 2, 8);
	assert_heard(2, SESSION_CHANGED, 3, 7);
	assert_heard(3, SESSION_CHANGED, 4, 4);
}

Test(follow, a_subscriber_is_notified_that_others_have_ended_the_game)
{
	listen();
	fake_write(fixture.fake, fixture.id, 10);
	fake_announce(fixture.fake, fixture.id, 2);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 3);
	assert_heard(1, SESSION_CHANGED, 2, 0);
	assert_heard(2, SESSION_ENDED, 2, 0);
}

Test(follow, an_announcement_of_a_known_or_missing_version_notifies_no_subscriber)
{
	listen();
	fake_announce(fixture.fake, fixture.id, 1);
	cr_assert_eq(fixture.fake->call_count, 0, "no check is needed");
	fake_announce(fixture.fake, fixture.id, 2);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 1);
}

Test(follow, an_announcement_during_an_own_change_is_checked_after_it)
{
	struct answer answer = {0};

	listen();
	see(9, &answer);
	fake_announce(fixture.fake, fixture.id, 2);
	fake_answer(fixture.fake);
	cr_assert_eq(answer.session.version, 2);
	fake_write(fixture.fake, fixture.id, 1);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 3);
	assert_heard(1, SESSION_CHANGED, 2, 9);
	assert_heard(2, SESSION_CHANGED, 3, 8);
}

Test(follow, a_change_after_a_faster_one_is_applied_to_its_result)
{
	listen();
	fake_write(fixture.fake, fixture.id, 2);
	cr_assert_eq(seen(7).session.version, 3);
	cr_assert_eq(recorder.count, 3);
	assert_heard(1, SESSION_CHANGED, 2, 8);
	assert_heard(2, SESSION_CHANGED, 3, 7);
}

Test(follow, a_snapshot_that_contradicts_only_the_old_version_is_accepted)
{
	fake_write(fixture.fake, fixture.id, 2);
	fake_write(fixture.fake, fixture.id, 2);
	cr_assert_eq(seen(5).status, MK_OK, "ten to five would have been no move");
	cr_assert_eq(found().session.version, 4);
}

Test(follow, a_snapshot_that_contradicts_the_newest_version_is_rejected)
{
	struct answer answer;

	fake_write(fixture.fake, fixture.id, 2);
	answer = seen(9);
	cr_assert_eq(answer.status, MK_CONFLICT);
	cr_assert_str_eq(answer.code, "snapshot_contradiction");
	cr_assert_eq(answer.session.version, 2);
}

Test(follow, a_snapshot_of_the_old_table_is_not_called_unchanged)
{
	fake_write(fixture.fake, fixture.id, 2);
	cr_assert_eq(seen(10).status, MK_CONFLICT);
	cr_assert_eq(seen(8).explanation, MK_UNCHANGED);
}

Test(follow, a_precondition_on_the_newest_version_of_another_daemon_holds)
{
	const struct change_precondition second = {.version = 2};
	struct mk_snapshot snapshot = {7};
	struct answer answer = {0};

	fake_write(fixture.fake, fixture.id, 2);
	sessions_post_snapshot(fixture.sessions, fixture.id, &toy_game, &snapshot,
		&(struct session_frame){0}, &second, note, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.session.version, 3);
}

Test(follow, a_session_that_others_removed_is_gone)
{
	listen();
	memset(fake_find(fixture.fake, fixture.id), 0, sizeof(struct fake_kept));
	fake_announce(fixture.fake, fixture.id, 0);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 2);
	cr_assert_eq(recorder.subscribed[1].notification, SESSION_DELETED);
	cr_assert_eq(found().status, MK_NOT_FOUND);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 0);
}

Test(follow, after_a_gap_in_announcements_every_session_is_checked)
{
	listen();
	fake_write(fixture.fake, fixture.id, 2);
	fake_write(fixture.fake, fixture.id, 2);
	fake_gap(fixture.fake);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 3);
	assert_heard(2, SESSION_CHANGED, 3, 6);
	fake_gap(fixture.fake);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 3, "the same snapshot again notifies no subscriber");
}

Test(follow, a_subscriber_stays_subscribed_after_a_failed_catch_up)
{
	listen();
	fake_write(fixture.fake, fixture.id, 2);
	fake_announce(fixture.fake, fixture.id, 2);
	fake_refuse(fixture.fake, MK_IO); /* it cannot be loaded */
	fake_write(fixture.fake, fixture.id, 1);
	fake_announce(fixture.fake, fixture.id, 3);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 3);
	assert_heard(1, SESSION_CHANGED, 2, 8);
	assert_heard(2, SESSION_CHANGED, 3, 7);
	fake_write(fixture.fake, fixture.id, 1);
	fake_announce(fixture.fake, fixture.id, 4);
	fake_refuse(fixture.fake, MK_IO); /* it is unknown whether there is a newer version */
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 3);
	fake_gap(fixture.fake);
	fake_answer_all(fixture.fake);
	assert_heard(3, SESSION_CHANGED, 4, 6);
}

Test(follow, a_restored_database_is_authoritative)
{
	struct fake_kept *kept = fake_find(fixture.fake, fixture.id);

	seen(9);
	listen();
	kept->session.version = kept->count = 1;
	fake_gap(fixture.fake);
	fake_answer_all(fixture.fake);
	assert_heard(1, SESSION_CHANGED, 1, 10);
	cr_assert_eq(seen(8).session.version, 2);
}

Test(follow, reads_fail_while_the_journal_is_unreachable)
{
	struct answer reading = {0}, change = {0};

	find(&reading);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(reading.status, MK_IO);
	see(10, &change);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(change.status, MK_IO);
	cr_assert_str_eq(change.code, "store_unavailable");
	cr_assert_eq(found().session.version, 1);
}

/* ---- much that was missed ------------------------------------------------------------------- */

enum { MISSED = 300, A_TURN = 16 };

/* Another daemon takes one and puts it back, over and over: 9 are left, then 10, ... */
static void write_many(int count)
{
	for (int i = 0; i < count; i++) {
		fake_write(fixture.fake, fixture.id, i % 2 ? -1 : 1);
	}
}

static void announce_last(void)
{
	fake_announce(
		fixture.fake, fixture.id, fake_find(fixture.fake, fixture.id)->session.version);
}

/* The most notifications of one turn. */
static unsigned answer_in_turns(void)
{
	unsigned most = 0;

	while (fixture.fake->call_count) {
		unsigned before = recorder.count;

		fake_answer(fixture.fake);
		most = recorder.count - before > most ? recorder.count - before : most;
	}
	return most;
}

Test(follow, only_new_events_are_read)
{
	seen(8);
	seen(7);
	listen();
	fake_write(fixture.fake, fixture.id, 2);
	announce_last();
	cr_assert_eq(fixture.fake->calls[0].after, 2, "the last that is known comes along");
	fake_answer_all(fixture.fake);
	assert_heard(1, SESSION_CHANGED, 4, 5);
}

Test(follow, hundreds_of_versions_are_broadcast_a_few_in_a_turn_of_the_loop)
{
	unsigned most;

	listen();
	write_many(MISSED);
	announce_last();
	most = answer_in_turns();
	cr_assert_eq(recorder.count, 1 + MISSED);
	for (unsigned i = 1; i <= MISSED; i++) {
		assert_heard(i, SESSION_CHANGED, i + 1, i % 2 ? 9 : 10);
	}
	cr_assert_leq(most, A_TURN);
}

Test(follow, hundreds_of_versions_with_undone_steps_are_broadcast_likewise)
{
	unsigned most;

	write_many(20);
	listen();
	for (int i = 0; i < MISSED / 6; i++) {
		fake_write(fixture.fake, fixture.id, 3);
		fake_write_event(fixture.fake, fixture.id, "undo", "{\"steps\":1}");
		fake_write_event(fixture.fake, fixture.id, "undo", "{\"steps\":-1}");
		fake_write_event(fixture.fake, fixture.id, "undo", "{\"steps\":1}");
	}
	announce_last();
	most = answer_in_turns();
	cr_assert_eq(recorder.count, 1 + 4 * (MISSED / 6));
	for (unsigned i = 1; i < recorder.count; i++) {
		assert_heard(i, SESSION_CHANGED, 21 + i, i % 2 ? 7 : 10);
	}
	cr_assert_leq(most, A_TURN);
	cr_assert_eq(seen(7).session.version, 22 + 4 * (MISSED / 6));
}

Test(follow, a_step_after_undone_ones_continues_from_there)
{
	listen();
	fake_write(fixture.fake, fixture.id, 3);
	fake_write_event(fixture.fake, fixture.id, "undo", "{\"steps\":1}");
	fake_write(fixture.fake, fixture.id, 1);
	fake_write(fixture.fake, fixture.id, 2);
	announce_last();
	fake_answer_all(fixture.fake);
	assert_heard(2, SESSION_CHANGED, 3, 10);
	assert_heard(3, SESSION_CHANGED, 4, 9);
	assert_heard(4, SESSION_CHANGED, 5, 7);
	cr_assert_eq(found().before, 9);
}

Test(follow, a_long_session_is_loaded_from_its_last_state)
{
	struct answer answer = {0}, change = {0};

	write_many(MISSED);
	fixture_restart();
	find(&answer);
	see(9, &change);
	cr_assert_str_eq(fake_wants(fixture.fake), "from_state");
	fake_answer(fixture.fake);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.session.version, 1 + MISSED);
	fake_answer_all(fixture.fake);
	cr_assert_eq(change.session.version, 2 + MISSED);
}

Test(follow, a_subscriber_that_received_a_part_receives_the_rest_when_the_journal_is_back)
{
	listen();
	write_many(MISSED);
	announce_last();
	fake_answer(fixture.fake);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(recorder.count, 1 + A_TURN);
	fake_gap(fixture.fake);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 1 + MISSED);
	for (unsigned i = 1; i <= MISSED; i++) {
		assert_heard(i, SESSION_CHANGED, i + 1, i % 2 ? 9 : 10);
	}
}

Test(follow, a_subscriber_receives_nothing_twice_when_an_older_version_is_reloaded)
{
	listen();
	fake_write(fixture.fake, fixture.id, 2);
	announce_last();
	fake_refuse(fixture.fake, MK_IO);
	fake_find(fixture.fake, fixture.id)->session.version =
		fake_find(fixture.fake, fixture.id)->count = 1;
	fake_find(fixture.fake, fixture.id)->session.updated_ms--;
	fake_gap(fixture.fake);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 1);
	cr_assert_eq(seen(9).session.version, 2);
}

/* The promoted server had not received the last version, and has another one of that number. */
static void write_history_anew(void)
{
	struct fake_kept *kept = fake_find(fixture.fake, fixture.id);

	kept->session.version = --kept->count;
	kept->session.updated_ms += 5;
	fake_write(fixture.fake, fixture.id, 3);
}

Test(follow, another_version_of_the_same_number_is_noticed)
{
	seen(9);
	listen();
	write_history_anew();
	fake_gap(fixture.fake);
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 2);
	assert_heard(1, SESSION_CHANGED, 2, 7);
}

Test(follow, events_of_another_history_are_not_applied_to_the_cached_one)
{
	seen(9);
	listen();
	write_history_anew();
	fake_write(fixture.fake, fixture.id, 2);
	fake_write(fixture.fake, fixture.id, 1);
	announce_last();
	fake_answer_all(fixture.fake);
	cr_assert_eq(recorder.count, 3);
	assert_heard(1, SESSION_CHANGED, 3, 5);
	assert_heard(2, SESSION_CHANGED, 4, 4);
}

Test(follow, a_change_of_settings_elsewhere_keeps_the_finding_here)
{
	struct answer answer;

	seen(TOY_UNREADABLE);
	listen();
	memcpy(fake_find(fixture.fake, fixture.id)->session.language, "de", 3);
	fake_write_event(fixture.fake, fixture.id, "change", "{\"language\":\"de\"}");
	announce_last();
	fake_answer_all(fixture.fake);
	assert_heard(1, SESSION_CHANGED, 2, 10);
	answer = found();
	cr_assert_eq(answer.session.language, MK_GERMAN);
	cr_assert_eq(answer.session.sync, SESSION_LOOKING);
	cr_assert_eq(answer.explanation, MK_LOOK_AGAIN);
}

Test(follow, a_journal_that_lacks_a_version_is_called_broken)
{
	struct fake_kept *kept = fake_find(fixture.fake, fixture.id);
	struct answer answer = {0};

	write_many(3);
	kept->events[1] = kept->events[2];
	find(&answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_str_eq(answer.code, "session_corrupt");
}
