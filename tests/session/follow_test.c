/* Sessions that other daemons change, too. */
#include "session/desk.h"

#include <criterion/criterion.h>
#include <string.h>

static void open(void)
{
	desk_open_shared();
	desk_open_session();
	seen(10);
}

TestSuite(follow, .init = open, .fini = desk_close);

static struct ear ear;

static void listen(void)
{
	struct answer answer = {0};

	ear_listen(&ear, &answer);
	fake_answer_all(desk.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(ear.count, 1);
}

static void assert_heard(
	unsigned place, enum session_notification notification, uint64_t version, int left)
{
	cr_assert_gt(ear.count, place);
	cr_assert_eq(ear.subscribed[place].notification, notification);
	cr_assert_eq(ear.subscribed[place].version, version);
	cr_assert_eq(ear.subscribed[place].left, left);
}

Test(follow, who_reads_sees_what_was_written_before_the_question)
{
	struct answer answer;

	fake_write(desk.fake, desk.id, 2);
	answer = found();
	cr_assert_eq(answer.session.version, 2);
	cr_assert_eq(answer.left, 8);
}

Test(follow, who_only_wants_to_know_it_gets_what_is_known_here)
{
	struct answer answer = {0};

	fake_write(desk.fake, desk.id, 2);
	sessions_open(desk.sessions, desk.id, note, &answer);
	cr_assert_eq(answer.session.version, 1);
	cr_assert_eq(desk.fake->call_count, 0);
	desk_restart();
	answer = (struct answer){0};
	sessions_open(desk.sessions, desk.id, note, &answer);
	fake_answer_all(desk.fake);
	cr_assert_eq(answer.session.version, 2);
}

Test(follow, a_reading_that_is_under_way_does_not_answer_who_asks_later)
{
	struct answer first = {0}, second = {0};

	find(&first);
	find(&second);
	fake_answer(desk.fake);
	cr_assert_eq(first.session.version, 1);
	cr_assert_eq(second.count, 0);
	fake_write(desk.fake, desk.id, 2);
	fake_answer_all(desk.fake);
	cr_assert_eq(second.session.version, 2);
}

Test(follow, a_listener_hears_each_version_of_others_once_and_in_order)
{
	listen();
	fake_write(desk.fake, desk.id, 2);
	fake_write(desk.fake, desk.id, 1);
	fake_write(desk.fake, desk.id, 3);
	fake_announce(desk.fake, desk.id, 2);
	fake_announce(desk.fake, desk.id, 3);
	fake_announce(desk.fake, desk.id, 4);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 4);
	assert_heard(1, SESSION_CHANGED, 2, 8);
	assert_heard(2, SESSION_CHANGED, 3, 7);
	assert_heard(3, SESSION_CHANGED, 4, 4);
}

Test(follow, a_listener_hears_that_others_have_ended_the_game)
{
	listen();
	fake_write(desk.fake, desk.id, 10);
	fake_announce(desk.fake, desk.id, 2);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 3);
	assert_heard(1, SESSION_CHANGED, 2, 0);
	assert_heard(2, SESSION_ENDED, 2, 0);
}

Test(follow, an_announcement_of_what_is_known_or_never_took_place_is_no_news)
{
	listen();
	fake_announce(desk.fake, desk.id, 1);
	cr_assert_eq(desk.fake->call_count, 0, "no check is needed");
	fake_announce(desk.fake, desk.id, 2);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 1);
}

Test(follow, an_announcement_during_our_own_change_is_looked_into_after_it)
{
	struct answer answer = {0};

	listen();
	see(9, &answer);
	fake_announce(desk.fake, desk.id, 2);
	fake_answer(desk.fake);
	cr_assert_eq(answer.session.version, 2);
	fake_write(desk.fake, desk.id, 1);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 3);
	assert_heard(1, SESSION_CHANGED, 2, 9);
	assert_heard(2, SESSION_CHANGED, 3, 8);
}

Test(follow, a_change_that_another_was_faster_than_is_made_to_what_there_is)
{
	listen();
	fake_write(desk.fake, desk.id, 2);
	cr_assert_eq(seen(7).session.version, 3);
	cr_assert_eq(ear.count, 3);
	assert_heard(1, SESSION_CHANGED, 2, 8);
	assert_heard(2, SESSION_CHANGED, 3, 7);
}

Test(follow, a_snapshot_that_contradicts_only_what_is_old_is_accepted)
{
	fake_write(desk.fake, desk.id, 2);
	fake_write(desk.fake, desk.id, 2);
	cr_assert_eq(seen(5).status, MK_OK, "ten to five would have been no move");
	cr_assert_eq(found().session.version, 4);
}

Test(follow, a_snapshot_that_contradicts_what_there_is_is_refused)
{
	struct answer answer;

	fake_write(desk.fake, desk.id, 2);
	answer = seen(9);
	cr_assert_eq(answer.status, MK_CONFLICT);
	cr_assert_str_eq(answer.code, "snapshot_contradiction");
	cr_assert_eq(answer.session.version, 2);
}

Test(follow, a_snapshot_of_the_old_table_is_not_called_unchanged)
{
	fake_write(desk.fake, desk.id, 2);
	cr_assert_eq(seen(10).status, MK_CONFLICT);
	cr_assert_eq(seen(8).explanation, MK_UNCHANGED);
}

Test(follow, who_wants_to_change_the_version_that_another_has_just_made_may)
{
	const struct change_precondition second = {.version = 2};
	struct mk_snapshot snapshot = {7};
	struct answer answer = {0};

	fake_write(desk.fake, desk.id, 2);
	sessions_post_snapshot(desk.sessions, desk.id, &toy_game, &snapshot,
		&(struct session_frame){0}, &second, note, &answer);
	fake_answer_all(desk.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.session.version, 3);
}

Test(follow, what_others_removed_is_gone)
{
	listen();
	memset(fake_find(desk.fake, desk.id), 0, sizeof(struct fake_kept));
	fake_announce(desk.fake, desk.id, 0);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 2);
	cr_assert_eq(ear.subscribed[1].notification, SESSION_DELETED);
	cr_assert_eq(found().status, MK_NOT_FOUND);
	cr_assert_eq(sessions_figures(desk.sessions).loaded, 0);
}

Test(follow, after_a_gap_in_hearing_everything_is_compared)
{
	listen();
	fake_write(desk.fake, desk.id, 2);
	fake_write(desk.fake, desk.id, 2);
	fake_gap(desk.fake);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 3);
	assert_heard(2, SESSION_CHANGED, 3, 6);
	fake_gap(desk.fake);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 3, "the same again is no news");
}

Test(follow, who_listens_hears_on_when_what_others_wrote_could_not_be_read)
{
	listen();
	fake_write(desk.fake, desk.id, 2);
	fake_announce(desk.fake, desk.id, 2);
	fake_refuse(desk.fake, MK_IO); /* it cannot be loaded */
	fake_write(desk.fake, desk.id, 1);
	fake_announce(desk.fake, desk.id, 3);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 3);
	assert_heard(1, SESSION_CHANGED, 2, 8);
	assert_heard(2, SESSION_CHANGED, 3, 7);
	fake_write(desk.fake, desk.id, 1);
	fake_announce(desk.fake, desk.id, 4);
	fake_refuse(desk.fake, MK_IO); /* it is unknown whether there is a newer version */
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 3);
	fake_gap(desk.fake);
	fake_answer_all(desk.fake);
	assert_heard(3, SESSION_CHANGED, 4, 6);
}

Test(follow, a_database_that_was_put_back_is_believed)
{
	struct fake_kept *kept = fake_find(desk.fake, desk.id);

	seen(9);
	listen();
	kept->session.version = kept->count = 1;
	fake_gap(desk.fake);
	fake_answer_all(desk.fake);
	assert_heard(1, SESSION_CHANGED, 1, 10);
	cr_assert_eq(seen(8).session.version, 2);
}

Test(follow, nobody_is_answered_while_the_journal_is_away)
{
	struct answer reading = {0}, change = {0};

	find(&reading);
	fake_refuse(desk.fake, MK_IO);
	cr_assert_eq(reading.status, MK_IO);
	see(10, &change);
	fake_refuse(desk.fake, MK_IO);
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
		fake_write(desk.fake, desk.id, i % 2 ? -1 : 1);
	}
}

static void announce_last(void)
{
	fake_announce(desk.fake, desk.id, fake_find(desk.fake, desk.id)->session.version);
}

/* The most notifications of one turn. */
static unsigned answer_in_turns(void)
{
	unsigned most = 0;

	while (desk.fake->call_count) {
		unsigned before = ear.count;

		fake_answer(desk.fake);
		most = ear.count - before > most ? ear.count - before : most;
	}
	return most;
}

Test(follow, only_what_is_new_is_asked_for)
{
	seen(8);
	seen(7);
	listen();
	fake_write(desk.fake, desk.id, 2);
	announce_last();
	cr_assert_eq(desk.fake->calls[0].after, 2, "the last that is known comes along");
	fake_answer_all(desk.fake);
	assert_heard(1, SESSION_CHANGED, 4, 5);
}

Test(follow, hundreds_of_versions_are_broadcast_a_few_in_a_turn_of_the_loop)
{
	unsigned most;

	listen();
	write_many(MISSED);
	announce_last();
	most = answer_in_turns();
	cr_assert_eq(ear.count, 1 + MISSED);
	for (unsigned i = 1; i <= MISSED; i++) {
		assert_heard(i, SESSION_CHANGED, i + 1, i % 2 ? 9 : 10);
	}
	cr_assert_leq(most, A_TURN);
}

Test(follow, hundreds_of_versions_among_which_steps_were_taken_back_are_told_likewise)
{
	unsigned most;

	write_many(20);
	listen();
	for (int i = 0; i < MISSED / 6; i++) {
		fake_write(desk.fake, desk.id, 3);
		fake_write_event(desk.fake, desk.id, "undo", "{\"steps\":1}");
		fake_write_event(desk.fake, desk.id, "undo", "{\"steps\":-1}");
		fake_write_event(desk.fake, desk.id, "undo", "{\"steps\":1}");
	}
	announce_last();
	most = answer_in_turns();
	cr_assert_eq(ear.count, 1 + 4 * (MISSED / 6));
	for (unsigned i = 1; i < ear.count; i++) {
		assert_heard(i, SESSION_CHANGED, 21 + i, i % 2 ? 7 : 10);
	}
	cr_assert_leq(most, A_TURN);
	cr_assert_eq(seen(7).session.version, 22 + 4 * (MISSED / 6));
}

Test(follow, a_step_behind_what_was_taken_back_goes_on_from_there)
{
	listen();
	fake_write(desk.fake, desk.id, 3);
	fake_write_event(desk.fake, desk.id, "undo", "{\"steps\":1}");
	fake_write(desk.fake, desk.id, 1);
	fake_write(desk.fake, desk.id, 2);
	announce_last();
	fake_answer_all(desk.fake);
	assert_heard(2, SESSION_CHANGED, 3, 10);
	assert_heard(3, SESSION_CHANGED, 4, 9);
	assert_heard(4, SESSION_CHANGED, 5, 7);
	cr_assert_eq(found().before, 9);
}

Test(follow, a_long_session_is_loaded_from_its_last_state)
{
	struct answer answer = {0}, change = {0};

	write_many(MISSED);
	desk_restart();
	find(&answer);
	see(9, &change);
	cr_assert_str_eq(fake_wants(desk.fake), "from_state");
	fake_answer(desk.fake);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.session.version, 1 + MISSED);
	fake_answer_all(desk.fake);
	cr_assert_eq(change.session.version, 2 + MISSED);
}

Test(follow, who_has_heard_a_part_hears_the_rest_when_the_journal_is_back)
{
	listen();
	write_many(MISSED);
	announce_last();
	fake_answer(desk.fake);
	fake_refuse(desk.fake, MK_IO);
	cr_assert_eq(ear.count, 1 + A_TURN);
	fake_gap(desk.fake);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 1 + MISSED);
	for (unsigned i = 1; i <= MISSED; i++) {
		assert_heard(i, SESSION_CHANGED, i + 1, i % 2 ? 9 : 10);
	}
}

Test(follow, who_listens_to_an_older_version_that_is_loaded_anew_hears_nothing_twice)
{
	listen();
	fake_write(desk.fake, desk.id, 2);
	announce_last();
	fake_refuse(desk.fake, MK_IO);
	fake_find(desk.fake, desk.id)->session.version = fake_find(desk.fake, desk.id)->count = 1;
	fake_find(desk.fake, desk.id)->session.updated_ms--;
	fake_gap(desk.fake);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 1);
	cr_assert_eq(seen(9).session.version, 2);
}

/* The server that went on had not got the last version, and has another one of that number. */
static void write_history_anew(void)
{
	struct fake_kept *kept = fake_find(desk.fake, desk.id);

	kept->session.version = --kept->count;
	kept->session.updated_ms += 5;
	fake_write(desk.fake, desk.id, 3);
}

Test(follow, another_version_of_the_same_number_is_noticed)
{
	seen(9);
	listen();
	write_history_anew();
	fake_gap(desk.fake);
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 2);
	assert_heard(1, SESSION_CHANGED, 2, 7);
}

Test(follow, what_follows_another_history_is_not_played_on_ours)
{
	seen(9);
	listen();
	write_history_anew();
	fake_write(desk.fake, desk.id, 2);
	fake_write(desk.fake, desk.id, 1);
	announce_last();
	fake_answer_all(desk.fake);
	cr_assert_eq(ear.count, 3);
	assert_heard(1, SESSION_CHANGED, 3, 5);
	assert_heard(2, SESSION_CHANGED, 4, 4);
}

Test(follow, a_change_of_words_elsewhere_leaves_what_is_seen_here)
{
	struct answer answer;

	seen(TOY_UNREADABLE);
	listen();
	memcpy(fake_find(desk.fake, desk.id)->session.language, "de", 3);
	fake_write_event(desk.fake, desk.id, "change", "{\"language\":\"de\"}");
	announce_last();
	fake_answer_all(desk.fake);
	assert_heard(1, SESSION_CHANGED, 2, 10);
	answer = found();
	cr_assert_eq(answer.session.language, MK_GERMAN);
	cr_assert_eq(answer.session.sync, SESSION_LOOKING);
	cr_assert_eq(answer.explanation, MK_LOOK_AGAIN);
}

Test(follow, a_journal_that_lacks_a_version_is_called_broken)
{
	struct fake_kept *kept = fake_find(desk.fake, desk.id);
	struct answer answer = {0};

	write_many(3);
	kept->events[1] = kept->events[2];
	find(&answer);
	fake_answer_all(desk.fake);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_str_eq(answer.code, "session_corrupt");
}
