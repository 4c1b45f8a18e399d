/* Creating, changing and removing sessions; preconditions; the order of changes. */
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <string.h>

static void open(void)
{
	fixture_open_with(8);
	fixture_open_session();
	seen(10);
}

TestSuite(change, .init = open, .fini = fixture_close);

static struct answer changed(const struct session_change *change)
{
	struct answer answer = {0};

	sessions_update(fixture.sessions, fixture.id, change, &always, note, &answer);
	fake_answer_all(fixture.fake);
	return answer;
}

/* ---- opening -------------------------------------------------------------------------------- */

static const struct session_spec table_spec = {
	.game = &toy_game,
	.preset = &toy_presets[1],
	.rules.value = {42},
	.strategy = &toy_strategies[1],
	.language = MK_GERMAN,
	.name = "Küche",
};

Test(change, a_session_is_created_as_specified)
{
	struct answer answer = {0};

	sessions_add(fixture.sessions, &table_spec, note, &answer);
	cr_assert_eq(answer.count, 0, "not before it is durable");
	fake_answer(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.session.game, &toy_game);
	cr_assert_str_eq(answer.session.preset->name, "fifteen");
	cr_assert_eq(answer.session.rules.value[0], 42);
	cr_assert_eq(answer.left, 42);
	cr_assert_str_eq(answer.session.strategy->name, "many");
	cr_assert_eq(answer.session.language, MK_GERMAN);
	cr_assert_str_eq(answer.session.name, "Küche");
	cr_assert(answer.session.named);
	cr_assert_eq(answer.session.version, 0);
	cr_assert_eq(answer.session.created_ms, answer.session.updated_ms);
	cr_assert_eq(sessions_figures(fixture.sessions).opened, 2);
}

Test(change, an_id_is_32_hex_digits_and_never_the_same)
{
	struct answer answer = {0};

	sessions_add(fixture.sessions, &table_spec, note, &answer);
	fake_answer(fixture.fake);
	cr_assert_eq(strspn(answer.session.id, "0123456789abcdef"), 32);
	cr_assert_eq(strlen(answer.session.id), 32);
	cr_assert_str_neq(answer.session.id, fixture.id);
}

Test(change, a_session_that_cannot_be_stored_is_not_opened)
{
	struct answer answer = {0};

	sessions_add(fixture.sessions, &table_spec, note, &answer);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_str_eq(answer.code, "store_unavailable");
	cr_assert_eq(sessions_figures(fixture.sessions).opened, 1);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 1);
}

Test(change, a_name_has_a_limit)
{
	struct session_spec long_one = table_spec;
	struct answer answer = {0};
	char name[SESSION_NAME_SIZE + 1] = {0};

	memset(name, 'n', SESSION_NAME_SIZE - 1);
	long_one.name = name;
	sessions_add(fixture.sessions, &long_one, note, &answer);
	fake_answer(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_str_eq(answer.session.name, name);
	name[SESSION_NAME_SIZE - 1] = 'n';
	sessions_add(fixture.sessions, &long_one, note, &answer);
	cr_assert_eq(answer.status, MK_MALFORMED);
	cr_assert_str_eq(answer.where, "/name");
	answer = changed(&(struct session_change){.renames = true, .name = name});
	cr_assert_eq(answer.status, MK_MALFORMED);
	cr_assert_str_eq(answer.where, "/name");
}

/* ---- language, strategy, name --------------------------------------------------------------- */

Test(change, language_strategy_and_name_can_be_changed)
{
	enum mk_language greek = MK_GREEK;
	struct answer answer = changed(&(struct session_change){
		.language = &greek, .strategy_name = "many", .renames = true, .name = "κουζίνα"});

	cr_assert_eq(answer.session.version, 2);
	cr_assert_eq(answer.session.language, MK_GREEK);
	cr_assert_str_eq(answer.session.strategy->name, "many");
	cr_assert_str_eq(answer.session.name, "κουζίνα");
	cr_assert_eq(answer.suggested, 3, "the advice is the new strategy's");
	cr_assert_eq(answer.left, 10);
	cr_assert_eq(answer.explanation, MK_FIRST);
}

Test(change, members_that_are_not_named_stay)
{
	struct answer answer;

	changed(&(struct session_change){.renames = true, .name = "one"});
	changed(&(struct session_change){.strategy = &toy_game.strategies[1]});
	answer = found();
	cr_assert_str_eq(answer.session.name, "one");
	cr_assert_str_eq(answer.session.strategy->name, "many");
	cr_assert_eq(answer.session.language, MK_DANISH);
	answer = changed(&(struct session_change){.renames = true});
	cr_assert_not(answer.session.named);
}

Test(change, the_player_is_compared_with_the_strategy_that_advised)
{
	changed(&(struct session_change){.strategy_name = "many"});
	cr_assert_eq(seen(7).explanation, MK_SUGGESTED_MOVE);
}

Test(change, a_strategy_must_be_one_of_the_game)
{
	struct mk_strategy foreign = {.name = "one"};
	struct answer answer = changed(&(struct session_change){.strategy_name = "best"});

	cr_assert_eq(answer.status, MK_IMPOSSIBLE);
	cr_assert_str_eq(answer.code, "unknown_strategy");
	cr_assert_str_eq(answer.where, "/strategy");
	answer = changed(&(struct session_change){.strategy = &foreign});
	cr_assert_eq(answer.status, MK_IMPOSSIBLE);
	answer = changed(&(struct session_change){
		.strategy_name = "one-with-a-name-that-is-longer-than-any"});
	cr_assert_eq(answer.status, MK_IMPOSSIBLE);
	cr_assert_eq(found().session.version, 1);
}

Test(change, a_change_without_effect_makes_no_version)
{
	enum mk_language danish = MK_DANISH;
	struct answer answer = changed(&(struct session_change){
		.language = &danish, .strategy_name = "one", .renames = true});

	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.session.version, 1);
}

Test(change, a_change_survives_a_restart)
{
	enum mk_language greek = MK_GREEK;
	struct answer answer;

	changed(&(struct session_change){
		.language = &greek, .strategy_name = "many", .renames = true, .name = "one"});
	fixture_restart();
	answer = found();
	cr_assert_eq(answer.session.version, 2);
	cr_assert_eq(answer.session.language, MK_GREEK);
	cr_assert_str_eq(answer.session.strategy->name, "many");
	cr_assert_str_eq(answer.session.name, "one");
}

Test(change, the_journal_has_the_changes)
{
	enum mk_language greek = MK_GREEK;

	changed(&(struct session_change){.language = &greek});
	changed(&(struct session_change){
		.strategy_name = "many", .renames = true, .name = "\"1\""});
	changed(&(struct session_change){.renames = true});
	cr_assert_str_eq(fake_find(fixture.fake, fixture.id)->bodies[1], "{\"language\":\"el\"}");
	cr_assert_str_eq(fake_find(fixture.fake, fixture.id)->bodies[2],
		"{\"strategy\":\"many\",\"name\":\"\\\"1\\\"\"}");
	cr_assert_str_eq(fake_find(fixture.fake, fixture.id)->bodies[3], "{\"name\":null}");
	cr_assert_str_eq(fake_find(fixture.fake, fixture.id)->events[3].kind, "change");
}

/* ---- conditions ----------------------------------------------------------------------------- */

Test(change, a_change_on_another_version_is_refused)
{
	struct change_precondition old = {.version = 0}, right = {.version = 1};
	struct mk_snapshot snapshot = {9};
	struct session_frame frame = {0};
	struct answer answer = {0};

	sessions_post_snapshot(
		fixture.sessions, fixture.id, &toy_game, &snapshot, &frame, &old, note, &answer);
	cr_assert_eq(answer.status, MK_CONFLICT);
	cr_assert_str_eq(answer.code, "version_mismatch");
	cr_assert_not(answer.has_session);
	sessions_post_snapshot(
		fixture.sessions, fixture.id, &toy_game, &snapshot, &frame, &right, note, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
}

Test(change, a_precondition_is_checked_when_the_change_is_applied)
{
	struct change_precondition one = {.version = 1};
	struct mk_snapshot snapshot = {8};
	struct session_frame frame = {0};
	struct answer first = {0}, second = {0};

	see(9, &first);
	sessions_post_snapshot(
		fixture.sessions, fixture.id, &toy_game, &snapshot, &frame, &one, note, &second);
	cr_assert_eq(second.count, 0);
	fake_answer(fixture.fake);
	cr_assert_eq(first.status, MK_OK);
	cr_assert_eq(second.status, MK_CONFLICT);
	cr_assert_eq(found().left, 9);
}

/* ---- once ----------------------------------------------------------------------------------- */

Test(change, an_idempotency_record_is_stored_with_its_version)
{
	struct journal_idempotency idempotency = {.key = "key"};
	struct change_precondition condition = {.any_version = true, .idempotency = &idempotency};
	struct mk_snapshot snapshot = {9};
	struct session_frame frame = {0};
	struct answer answer = {0};

	sessions_post_snapshot(fixture.sessions, fixture.id, &toy_game, &snapshot, &frame,
		&condition, note, &answer);
	cr_assert(fixture.fake->calls[0].has_once);
	cr_assert_str_eq((const char *)fixture.fake->calls[0].idempotency.key, "key");
	cr_assert_str_eq(fixture.fake->calls[0].idempotency.id, fixture.id);
	cr_assert_eq(fixture.fake->calls[0].idempotency.version, 2);
	fake_answer(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_str_eq(idempotency.id, fixture.id);
	cr_assert_eq(idempotency.version, 2);
}

Test(change, a_change_without_a_key_stores_no_record)
{
	struct answer answer = {0};

	see(9, &answer);
	cr_assert_not(fixture.fake->calls[0].has_once);
	fake_answer(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
}

Test(change, a_change_that_was_applied_before_changes_nothing)
{
	struct journal_idempotency idempotency = {.key = "key"};
	struct change_precondition condition = {.any_version = true, .idempotency = &idempotency};
	struct mk_snapshot snapshot = {9};
	struct session_frame frame = {0};
	struct answer answer = {0};

	sessions_post_snapshot(fixture.sessions, fixture.id, &toy_game, &snapshot, &frame,
		&condition, note, &answer);
	fake_refuse(fixture.fake, MK_OVER);
	cr_assert_eq(answer.status, MK_OVER);
	cr_assert_str_eq(answer.code, "already_applied");
	cr_assert_str_eq(idempotency.id, "");
	cr_assert_eq(found().session.version, 1);
}

Test(change, a_change_without_effect_stores_no_record)
{
	struct journal_idempotency idempotency = {.key = "key"};
	struct change_precondition condition = {.any_version = true, .idempotency = &idempotency};
	enum mk_language danish = MK_DANISH;
	struct session_change its = {.language = &danish};
	struct answer answer = {0};

	sessions_update(fixture.sessions, fixture.id, &its, &condition, note, &answer);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_str_eq(idempotency.id, "");
}

/* ---- one at a time -------------------------------------------------------------------------- */

Test(change, changes_are_carried_out_one_after_another)
{
	struct answer first = {0}, second = {0}, third = {0};

	see(9, &first);
	see(8, &second);
	see(7, &third);
	cr_assert_eq(fixture.fake->call_count, 1);
	fake_answer(fixture.fake);
	cr_assert_eq(first.session.version, 2);
	cr_assert_eq(second.count, 0);
	cr_assert_eq(fixture.fake->call_count, 1);
	fake_answer(fixture.fake);
	fake_answer(fixture.fake);
	cr_assert_eq(second.session.version, 3);
	cr_assert_eq(third.session.version, 4);
	cr_assert_eq(third.before, 8);
}

Test(change, a_change_is_checked_against_the_result_of_the_one_before)
{
	struct answer first = {0}, second = {0};

	see(9, &first);
	see(9, &second);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(first.status, MK_IO);
	fake_answer(fixture.fake);
	cr_assert_eq(second.explanation, MK_SUGGESTED_MOVE, "the first one never happened");
}

Test(change, changes_beyond_the_queue_are_rejected)
{
	struct answer answers[5] = {0};

	for (int i = 0; i < 5; i++) {
		see(9 - i, &answers[i]);
	}
	for (int i = 3; i < 5; i++) {
		cr_assert_eq(answers[i].status, MK_FULL);
		cr_assert_str_eq(answers[i].code, "too_many_changes");
	}
	fake_answer_all(fixture.fake);
	cr_assert_eq(answers[2].status, MK_OK);
	cr_assert_eq(seen(6).status, MK_OK, "and room is there again");
}

/* Each try is a byte shorter than the one before: the first that is accepted has the limit's
 * length. */
Test(change, an_event_is_as_long_as_the_limit_and_no_longer)
{
	unsigned refused = 0;
	struct answer answer;

	toy_padding = MAX_EVENT_BYTES;
	while ((answer = moved(1)).status != MK_OK) {
		cr_assert_eq(answer.status, MK_IMPOSSIBLE);
		cr_assert_str_eq(answer.code, "event_too_large");
		cr_assert_eq(found().session.version, 1);
		refused++;
		toy_padding--;
	}
	cr_assert_gt(refused, 0);
	cr_assert_eq(fixture_limits.refused[LIMIT_EVENT_BYTES], refused);
	cr_assert_eq(fixture.fake->body_length, MAX_EVENT_BYTES);
	cr_assert_eq(answer.session.version, 2);
	cr_assert_eq(answer.left, 9);
}

Test(change, another_session_does_not_wait)
{
	struct answer first = {0}, second = {0};

	see(9, &first);
	sessions_add(fixture.sessions, &table_spec, note, &fixture.last);
	cr_assert_eq(fixture.fake->call_count, 2);
	fake_answer_all(fixture.fake);
	memcpy(fixture.id, fixture.last.session.id, sizeof fixture.id);
	see(42, &second);
	fake_answer_all(fixture.fake);
	cr_assert_eq(second.status, MK_OK);
}

static void see_again(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct answer *answers = context;

	note(&answers[0], status, session, error);
	see(8, &answers[1]);
}

Test(change, an_answer_may_ask_for_the_next_change)
{
	struct answer answers[2] = {0};
	struct mk_snapshot snapshot = {9};
	struct session_frame frame = {0};

	sessions_post_snapshot(fixture.sessions, fixture.id, &toy_game, &snapshot, &frame, &always,
		see_again, answers);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answers[0].session.version, 2);
	cr_assert_eq(answers[1].session.version, 3);
}

/* ---- another daemon has written ------------------------------------------------------------- */

Test(change, a_change_is_applied_to_a_newer_version_of_another_daemon)
{
	struct answer answer;

	fake_write(fixture.fake, fixture.id, 2);
	answer = seen(7);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.session.version, 3);
	cr_assert_eq(answer.left, 7);
	cr_assert_eq(answer.before, 8);
}

Test(change, a_precondition_fails_if_another_daemon_has_a_newer_version)
{
	const struct change_precondition first = {.version = 1};
	struct answer answer = {0};
	struct mk_snapshot snapshot = {7};

	fake_write(fixture.fake, fixture.id, 2);
	sessions_post_snapshot(fixture.sessions, fixture.id, &toy_game, &snapshot,
		&(struct session_frame){0}, &first, note, &answer);
	fake_answer_all(fixture.fake);
	cr_assert_eq(answer.status, MK_CONFLICT);
	cr_assert_str_eq(answer.code, "version_mismatch");
	cr_assert_eq(found().session.version, 2);
}

Test(change, a_change_that_always_conflicts_fails_in_the_end)
{
	struct answer answer = {0};

	see(7, &answer);
	for (int i = 0; i < 100 && answer.count == 0; i++) {
		if (strcmp(fake_wants(fixture.fake), "append") == 0) {
			fake_refuse(fixture.fake, MK_CONFLICT);
		} else {
			fake_answer(fixture.fake);
		}
	}
	cr_assert_eq(answer.status, MK_BUSY);
	fake_answer_all(fixture.fake);
	cr_assert_eq(seen(7).session.version, 2);
}

Test(change, after_a_change_elsewhere_there_is_another_suggestion)
{
	struct fake_kept *kept = fake_find(fixture.fake, fixture.id);

	changed(&(struct session_change){.strategy_name = "many"});
	kept->events[2] = kept->events[3] = kept->events[0];
	kept->events[2].version = 3;
	kept->events[2].body = "{\"finding\":{\"explanation\":4,\"taken\":[3,3]}}";
	kept->events[3].version = kept->session.version = 4;
	kept->events[3].body = "{\"finding\":{\"explanation\":3,\"taken\":[2]}}";
	kept->count = 4;
	cr_assert_eq(seen(7).status, MK_CONFLICT);
	cr_assert_eq(seen(0).explanation, MK_SUGGESTED_MOVE, "two were left, not ten");
}

Test(change, a_session_that_was_removed_elsewhere_is_gone)
{
	struct answer first = {0}, second = {0};

	memset(fake_find(fixture.fake, fixture.id), 0, sizeof(struct fake_kept));
	see(9, &first);
	see(8, &second);
	fake_answer(fixture.fake);
	cr_assert_eq(first.status, MK_NOT_FOUND);
	cr_assert_eq(second.status, MK_NOT_FOUND);
	cr_assert_eq(sessions_figures(fixture.sessions).loaded, 0);
}

/* ---- removing ------------------------------------------------------------------------------- */

Test(change, a_removed_session_is_gone)
{
	struct answer answer = {0};

	sessions_remove(fixture.sessions, fixture.id, &always, note, &answer);
	cr_assert_eq(answer.count, 0, "not before it is durable");
	fake_answer(fixture.fake);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(found().status, MK_NOT_FOUND);
	cr_assert_str_eq(found().code, "unknown_session");
	cr_assert_eq(seen(9).status, MK_NOT_FOUND);
}

Test(change, a_change_that_waits_behind_a_removal_is_not_found)
{
	struct answer removal = {0}, behind = {0};

	sessions_remove(fixture.sessions, fixture.id, &always, note, &removal);
	see(9, &behind);
	fake_answer(fixture.fake);
	cr_assert_eq(behind.status, MK_NOT_FOUND);
	cr_assert_eq(fixture.fake->call_count, 0);
}

Test(change, a_removal_that_fails_leaves_the_session)
{
	struct answer answer = {0};

	sessions_remove(fixture.sessions, fixture.id, &always, note, &answer);
	fake_refuse(fixture.fake, MK_IO);
	cr_assert_eq(answer.status, MK_IO);
	cr_assert_eq(seen(9).status, MK_OK);
}

Test(change, a_removal_has_a_condition_too)
{
	struct change_precondition old = {.version = 0};
	struct answer answer = {0};

	sessions_remove(fixture.sessions, fixture.id, &old, note, &answer);
	cr_assert_eq(answer.status, MK_CONFLICT);
	cr_assert_eq(found().status, MK_OK);
}

/* ---- Findings that no replay confirms ------------------------------------------------------- */

/* A tracker with a fault: it records more taken than were there. */
static enum mk_status learn_wrongly(struct mk_view *view, const struct mk_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	enum mk_status status = toy_game.apply_snapshot(view, seen, suggested, finding, error);

	for (int i = 0; status == MK_OK && i < finding->move_count; i++) {
		finding->moves[i].move.count = 99;
	}
	return status;
}

static void look_at(const struct mk_game *faulty, int left)
{
	struct mk_snapshot snapshot = {left};
	struct session_frame frame = {0};

	sessions_post_snapshot(fixture.sessions, fixture.id, faulty, &snapshot, &frame, &always,
		note, &fixture.last);
	fake_answer_all(fixture.fake);
}

Test(change, an_event_that_cannot_be_replayed_is_not_stored)
{
	static struct mk_game faulty; /* the session outlives this function */
	struct session_spec spec = table_spec;

	faulty = toy_game;
	faulty.apply_snapshot = learn_wrongly;
	spec.game = &faulty;
	sessions_add(fixture.sessions, &spec, note, &fixture.last);
	fake_answer_all(fixture.fake);
	memcpy(fixture.id, fixture.last.session.id, sizeof fixture.id);
	look_at(&faulty, 42);
	cr_assert_eq(fixture.last.status, MK_OK);
	cr_assert_eq(fixture.last.session.version, 1);
	look_at(&faulty, 40);
	cr_assert_eq(fixture.last.status, MK_CONFLICT);
	cr_assert_str_eq(fixture.last.code, "snapshot_contradiction");
	cr_assert(fixture.last.is_localized);
	cr_assert_eq(found().session.version, 1);
}
