/* Sessions that stay cached or are loaded again, and journals that cannot be replayed. */
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static void open(void)
{
	fixture_open_with(2);
	fixture_open_session();
	seen_frame(10, "left", 5);
	seen(9);
	moved(2);
}

TestSuite(keep, .init = open, .fini = fixture_close);

/* ---- loading -------------------------------------------------------------------------------- */

Test(keep, a_restart_finds_every_session_as_it_was)
{
	struct answer before = found(), after;

	fixture_restart();
	after = found();
	cr_assert_eq(after.status, MK_OK);
	cr_assert_str_eq(after.session.id, before.session.id);
	cr_assert_eq(after.session.game, before.session.game);
	cr_assert_eq(after.session.preset, before.session.preset);
	cr_assert_arr_eq(&after.session.rules, &before.session.rules, sizeof after.session.rules);
	cr_assert_eq(after.session.strategy, before.session.strategy);
	cr_assert_eq(after.session.language, before.session.language);
	cr_assert_eq(after.session.named, before.session.named);
	cr_assert_eq(after.session.version, 3);
	cr_assert_eq(after.session.outcome, before.session.outcome);
	cr_assert_eq(after.session.sync, before.session.sync);
	cr_assert_eq(after.session.created_ms, before.session.created_ms);
	cr_assert_eq(after.session.updated_ms, before.session.updated_ms);
	cr_assert_eq(after.left, 7);
	cr_assert_eq(after.before, 9);
	cr_assert_eq(after.explanation, before.explanation);
	cr_assert_eq(after.suggested, before.suggested);
}

Test(keep, the_game_continues_after_a_restart)
{
	fixture_restart();
	cr_assert_eq(seen(6).explanation, MK_SUGGESTED_MOVE);
	cr_assert_eq(found().session.version, 4);
}

Test(keep, a_restart_knows_the_frames_of_the_cameras)
{
	fixture_restart();
	cr_assert_eq(seen_frame(6, "left", 5).left, 7);
	cr_assert_eq(seen_frame(6, "right", 5).left, 6);
	cr_assert_eq(seen_frame(5, "left", 6).left, 5);
}

Test(keep, a_restart_knows_which_camera_was_silent_longest)
{
	char camera[2] = "a";

	fixture_open_session();
	for (int left = 10; left > 2; left--, camera[0]++) {
		seen_frame(left, camera, 5);
	}
	fixture_restart();
	seen_frame(3, "ninth", 5);
	cr_assert_eq(seen_frame(2, "b", 5).left, 3, "b is still known");
	cr_assert_eq(seen_frame(2, "a", 5).left, 2, "the ninth took the place of a");
}

Test(keep, a_read_during_a_load_waits_for_the_same_load)
{
	struct answer first = {0}, second = {0}, change = {0};

	fixture_restart();
	fixture.fake->loads = 0;
	find(&first);
	see(6, &change);
	find(&second);
	cr_assert_eq(fixture.fake->loads, 1);
	cr_assert_eq(first.count, 0);
	fake_answer(fixture.fake);
	cr_assert_eq(first.session.version, 3);
	cr_assert_eq(second.session.version, 3);
	cr_assert_eq(change.count, 0);
	fake_answer(fixture.fake);
	cr_assert_eq(change.session.version, 4);
	cr_assert_eq(fixture.fake->loads, 1);
}

Test(keep, too_many_changes_that_wait_for_a_load_are_rejected)
{
	struct answer answers[4] = {0};

	fixture_restart();
	for (int i = 0; i < 4; i++) {
		see(6 - i, &answers[i]);
	}
	cr_assert_eq(answers[3].status, MK_FULL);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answers[2].left, 4);
}

Test(keep, a_failed_loading_is_answered_and_tried_again)
{
	struct answer first = {0}, change = {0};

	fixture_restart();
	find(&first);
	see(6, &change);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(first.status, MK_IO);
	cr_assert_str_eq(first.code, "store_unavailable");
	cr_assert_eq(change.status, MK_IO);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 0);
	cr_assert_eq(found().left, 7);
}

static void find_again(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct answer *answers = context;

	note(&answers[0], status, session, error);
	find(&answers[1]);
}

Test(keep, a_read_in_the_callback_of_a_load_waits_for_a_new_one)
{
	struct answer answers[2] = {0};

	fixture_restart();
	sessions_get(fixture.sessions, fixture.id, find_again, answers);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(answers[0].status, MK_IO);
	cr_assert_eq(answers[1].count, 0);
	fake_answer(fixture.fake);
	cr_assert_eq(answers[1].left, 7);
}

Test(keep, only_ids_are_looked_for)
{
	static const char *const ids[] = {"", "1", "0123456789ABCDEF0123456789abcdef",
		"0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
		"../../../../../../../../etc/passw"};
	struct answer answer = {0};

	for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
		sessions_get(fixture.sessions, ids[i], note, &answer);
		cr_assert_eq(answer.status, MK_NOT_FOUND);
		cr_assert_eq(fixture.fake->call_count, 0);
	}
}

Test(keep, an_unknown_session_leaves_nothing_in_memory)
{
	struct answer answer = {0};

	sessions_get(fixture.sessions, "00000000000000000000000000000000", note, &answer);
	fake_answer(fixture.fake);
	cr_assert_eq(answer.status, MK_NOT_FOUND);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 1);
}

/* ---- forgetting ----------------------------------------------------------------------------- */

static bool is_in_memory(const char *id)
{
	struct answer answer = {0};
	unsigned loads = fixture.fake->loads;

	sessions_get(fixture.sessions, id, note, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
	return fixture.fake->loads == loads;
}

Test(keep, the_longest_idle_session_is_evicted)
{
	char ids[3][SESSION_ID_SIZE];

	memcpy(ids[0], fixture.id, sizeof ids[0]);
	fixture_open_session();
	memcpy(ids[1], fixture.id, sizeof ids[1]);
	cr_assert(is_in_memory(ids[0]));
	fixture_open_session();
	memcpy(ids[2], fixture.id, sizeof ids[2]);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 2);
	cr_assert(is_in_memory(ids[2]));
	cr_assert(is_in_memory(ids[0]));
	cr_assert_not(is_in_memory(ids[1]));
}

Test(keep, an_evicted_session_is_loaded_unchanged)
{
	char id[SESSION_ID_SIZE];

	memcpy(id, fixture.id, sizeof id);
	fixture_open_session();
	fixture_open_session();
	memcpy(fixture.id, id, sizeof id);
	cr_assert_not(is_in_memory(id));
	cr_assert_eq(found().left, 7);
	cr_assert_eq(found().session.version, 3);
}

Test(keep, a_session_with_a_subscriber_is_not_evicted)
{
	static struct recorder recorder;
	struct answer answer = {0};
	char id[SESSION_ID_SIZE];

	memcpy(id, fixture.id, sizeof id);
	recorder_subscribe(&recorder, &answer);
	for (int i = 0; i < 4; i++) {
		fixture_open_session();
	}
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 3);
	cr_assert(is_in_memory(id));
	sessions_unsubscribe(fixture.sessions, &recorder.subscriber);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 2);
}

Test(keep, a_session_with_a_pending_change_is_not_evicted)
{
	struct answer change = {0};
	struct session_spec spec = {
		.game = &toy_game,
		.preset = &toy_presets[0],
		.rules = toy_presets[0].rules,
		.strategy = &toy_strategies[0],
	};
	struct fake_call append;

	see(6, &change);
	append = fixture.fake->calls[0];
	fixture.fake->call_count = 0;
	for (int i = 0; i < 4; i++) {
		sessions_add(fixture.sessions, &spec, note, &fixture.last);
		fake_answer(fixture.fake);
	}
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 3);
	fixture.fake->calls[0] = append;
	fixture.fake->call_count = 1;
	fake_answer(fixture.fake);
	cr_assert_eq(change.left, 6);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 2);
}

Test(keep, the_session_of_a_running_callback_is_not_evicted)
{
	fixture_close();
	fixture_open_with(0);
	fixture_open_session();
	cr_assert_eq(fixture.last.status, MK_OK);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 0);
	cr_assert_eq(seen(10).left, 10);
	cr_assert_eq(seen(9).explanation, MK_SUGGESTED_MOVE);
	cr_assert_eq(found().left, 9);
}

Test(keep, advice_is_the_sessions_own_among_very_many)
{
	static struct recorder recorders[80];
	struct session_change many = {.strategy_name = "many"};
	struct answer answer = {0};
	char ids[80][SESSION_ID_SIZE];

	fixture_close();
	fixture_open_with(1000);
	for (int i = 0; i < 80; i++) {
		fixture_open_session();
		memcpy(ids[i], fixture.id, sizeof fixture.id);
		sessions_update(fixture.sessions, fixture.id, &many, &always, note, &answer);
		fake_answer_all(fixture.fake);
		seen(10);
		seen(5);
		cr_assert_eq(seen(1 + i % 3).suggested, 1 + i % 3);
		recorder_subscribe(&recorders[i], &answer);
	}
	for (int i = 0; i < 80; i++) {
		memcpy(fixture.id, ids[i], sizeof fixture.id);
		cr_assert_eq(found().suggested, 1 + i % 3);
	}
}

/* ---- journals that cannot be replayed ------------------------------------------------------- */

static void assert_broken(void)
{
	struct answer answer;

	fixture_restart();
	answer = found();
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_str_eq(answer.code, "session_corrupt");
	cr_assert_not(answer.has_session);
	cr_assert_eq(seen(6).status, MK_IO);
	cr_assert_eq(undone(1).status, MK_IO);
}

Test(keep, an_event_that_is_not_readable_breaks_a_session)
{
	static const char *const bodies[] = {"", "{", "[]", "null", "{}", "{\"finding\":7}",
		"{\"finding\":{\"explanation\":3,\"taken\":[1,1,1]}}",
		"{\"finding\":{\"explanation\":3,\"taken\":[11]}}",
		"{\"finding\":{\"explanation\":0,\"taken\":[]},\"camera\":7,\"frame\":1}",
		"{\"finding\":{\"explanation\":0,\"taken\":[]},\"camera\":\"c\"}",
		"{\"finding\":{\"explanation\":0,\"taken\":[]},\"frame\":1.5,\"camera\":\"c\"}",
		"{\"finding\":{\"explanation\":0,\"taken\":[]},\"frame\":1,\"camera\":"
		"\"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc\"}"};

	for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
		fake_find(fixture.fake, fixture.id)->events[1].body = bodies[i];
		assert_broken();
	}
}

Test(keep, an_undoing_that_is_not_possible_breaks_a_session)
{
	static const char *const bodies[] = {"{}", "{\"steps\":0}", "{\"steps\":2}",
		"{\"steps\":-1}", "{\"steps\":\"1\"}", "{\"steps\":2147483648}",
		"{\"steps\":-9223372036854775808}"};
	struct journal_event *event = &fake_find(fixture.fake, fixture.id)->events[1];

	strcpy(event->kind, "undo");
	for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
		event->body = bodies[i];
		assert_broken();
	}
}

Test(keep, an_event_of_an_unknown_kind_breaks_a_session)
{
	strcpy(fake_find(fixture.fake, fixture.id)->events[1].kind, "magic");
	assert_broken();
}

Test(keep, a_missing_event_breaks_a_session)
{
	struct fake_kept *kept = fake_find(fixture.fake, fixture.id);

	kept->count = 2;
	assert_broken();
	kept->count = 3;
	kept->events[0].version = 2;
	assert_broken();
}

Test(keep, one_event_too_many_breaks_a_session)
{
	fake_find(fixture.fake, fixture.id)->session.version = 2;
	assert_broken();
}

Test(keep, a_row_with_unknown_words_breaks_a_session)
{
	struct journal_session *row = &fake_find(fixture.fake, fixture.id)->session;
	struct journal_session good = *row;
	char *const words[] = {row->game, row->preset, row->strategy, row->language};

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		strcpy(words[i], "?");
		assert_broken();
		*row = good;
	}
}

Test(keep, a_row_with_impossible_rules_breaks_a_session)
{
	static const char *const rules[] = {"", "[]", "{\"start\":1000}", "{\"end\":1}"};

	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		fake_find(fixture.fake, fixture.id)->session.rules = rules[i];
		assert_broken();
	}
}

static struct mk_error last_error;

static void note_error(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	(void)context;
	(void)status;
	(void)session;
	last_error = *error;
}

Test(keep, a_broken_journal_says_which_version_is_broken)
{
	fake_find(fixture.fake, fixture.id)->events[1].body = "{}";
	fixture_restart();
	sessions_get(fixture.sessions, fixture.id, note_error, NULL);
	fake_answer(fixture.fake);
	cr_assert_not_null(strstr(last_error.detail, "event 2 "), "%s", last_error.detail);
}

Test(keep, a_repaired_journal_is_read_again)
{
	struct journal_event *event = &fake_find(fixture.fake, fixture.id)->events[1];
	const char *good = event->body;

	event->body = "{}";
	assert_broken();
	event->body = good;
	cr_assert_eq(found().left, 7);
}

/* ---- straight from the journal -------------------------------------------------------------- */

static void note_history(void *context, enum mk_status status,
	const struct journal_session *session, const struct journal_event *events, size_t count)
{
	cr_assert_eq(status, MK_OK);
	cr_assert_str_eq(session->id, fixture.id);
	cr_assert_str_eq(events[0].kind, "snapshot");
	cr_assert_str_eq(events[0].body,
		"{\"finding\":{\"explanation\":0,\"taken\":[]},\"line\":\"10\",\"camera\":\"left\",\"frame\":5}");
	cr_assert_str_eq(events[2].kind, "move");
	*(size_t *)context = count;
}

Test(keep, the_history_is_that_of_the_journal)
{
	size_t count = 0;

	fixture.fake->journal.methods->load(
		&fixture.fake->journal, fixture.id, 0, 9, note_history, &count);
	cr_assert_eq(fixture.fake->calls[0].after, 0);
	cr_assert_eq(fixture.fake->calls[0].limit, 9);
	fake_answer(fixture.fake);
	cr_assert_eq(count, 3);
}

/* ---- pictures that were not accepted --------------------------------------------------------- */

static void opened(void)
{
	fixture_open_with(2);
	fixture_open_session();
	seen(10);
}

/* Of the session as a daemon finds it that is started now. */
static struct answer after_a_restart(void)
{
	fixture_restart();
	return found();
}

static void rename_session(const char *name)
{
	struct answer answer = {0};

	sessions_update(fixture.sessions, fixture.id,
		&(struct session_change){.renames = true, .name = name}, &always, note, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
}

TestSuite(refused, .init = opened, .fini = fixture_close);

Test(refused, a_contradiction_is_one_after_a_restart)
{
	struct answer answer;

	seen(12);
	answer = after_a_restart();
	cr_assert_eq(answer.session.sync, SESSION_DESYNCED);
	cr_assert_eq(answer.explanation, MK_CONTRADICTION);
	cr_assert_eq(answer.session.version, 1);
	cr_assert_eq(answer.left, 10);
}

Test(refused, an_unclear_picture_is_unclear_after_a_restart)
{
	struct answer answer;

	seen(TOY_UNREADABLE);
	answer = after_a_restart();
	cr_assert_eq(answer.session.sync, SESSION_LOOKING);
	cr_assert_eq(answer.explanation, MK_LOOK_AGAIN);
}

Test(refused, the_last_one_counts)
{
	seen(TOY_UNREADABLE);
	seen(12);
	cr_assert_eq(after_a_restart().session.sync, SESSION_DESYNCED);
	seen(TOY_UNREADABLE);
	cr_assert_eq(after_a_restart().session.sync, SESSION_LOOKING);
}

Test(refused, one_like_the_one_before_is_not_written_again)
{
	struct answer answer = {0};

	seen(TOY_UNREADABLE);
	see(TOY_UNREADABLE, &answer);
	cr_assert_eq(answer.count, 1);
	cr_assert_str_eq(fake_wants(fixture.fake), "");
	fixture_restart();
	found();
	see(TOY_UNREADABLE, &answer);
	cr_assert_eq(answer.count, 2);
}

Test(refused, a_picture_of_the_table_as_it_is_ends_it)
{
	seen(12);
	cr_assert_eq(seen(10).session.sync, SESSION_IN_SYNC);
	cr_assert_eq(after_a_restart().session.sync, SESSION_IN_SYNC);
}

Test(refused, an_accepted_picture_ends_it)
{
	seen(12);
	seen(9);
	cr_assert_eq(after_a_restart().session.sync, SESSION_IN_SYNC);
	cr_assert_eq(found().left, 9);
}

Test(refused, undo_ends_it)
{
	struct answer answer = {0};

	seen(12);
	seen(9);
	take_back(1, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.left, 10);
	cr_assert_eq(answer.session.sync, SESSION_IN_SYNC);
	cr_assert_eq(after_a_restart().session.sync, SESSION_IN_SYNC);
}

Test(refused, new_settings_leave_it)
{
	seen(12);
	rename_session("another");
	cr_assert_eq(found().session.sync, SESSION_DESYNCED);
	cr_assert_eq(after_a_restart().session.sync, SESSION_DESYNCED);
	cr_assert_eq(seen(10).session.sync, SESSION_IN_SYNC);
	cr_assert_eq(after_a_restart().session.sync, SESSION_IN_SYNC);
}

Test(refused, where_nothing_can_be_stored_the_picture_fails)
{
	struct answer answer = {0};

	see(12, &answer);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_eq(found().session.sync, SESSION_IN_SYNC);
}
