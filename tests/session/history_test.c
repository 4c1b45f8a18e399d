/* Walking through what was accepted. */
#include "session/history/history.h"

#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* The events of a walk, as one line: "kind version before line". */
static char met[512];

static bool note_entry(void *context, const struct history_entry *entry)
{
	char words[80];

	(void)context;
	snprintf(words, sizeof words, "%s %d %d %s; ", entry->kind, (int)entry->version,
		entry->before ? entry->before->left : entry->steps,
		entry->line ? entry->line : "-");
	strcat(met, words);
	return true;
}

static enum mk_status visited;

static void note_end(void *context, enum mk_status status, const struct mk_error *error)
{
	(void)context;
	(void)error;
	visited = status;
}

/* The table of every finding is known without the session's present one. */
static const struct session *toy_session(void)
{
	static struct session session = {.game = &toy_game, .rules.value = {10}};

	memcpy(session.id, fixture.id, sizeof session.id);
	return &session;
}

static void walk_after(
	uint64_t after, bool (*visit)(void *context, const struct history_entry *entry))
{
	const struct history_visit wanted = {.after = after, .visit = visit, .done = note_end};

	met[0] = '\0';
	sessions_history(fixture.sessions, toy_session(), &wanted);
	fake_answer_all(fixture.fake);
}

static void walk(void)
{
	walk_after(0, note_entry);
}

static void open(void)
{
	fixture_open_with(8);
	fixture_open_session();
}

TestSuite(history, .init = open, .fini = fixture_close);

Test(history, each_step_is_visited_on_its_table)
{
	seen(10);
	seen(9);
	moved(2);
	walk();
	cr_assert_eq(visited, MK_OK);
	cr_assert_str_eq(met, "snapshot 1 10 10; snapshot 2 10 9; move 3 9 -; ");
}

Test(history, a_step_after_an_undo_is_visited_on_the_older_table)
{
	seen(10);
	seen(9);
	seen(6);
	undone(2);
	seen(8);
	walk();
	cr_assert_str_eq(met,
		"snapshot 1 10 10; snapshot 2 10 9; snapshot 3 9 6; undo 4 2 -; snapshot 5 10 8; ");
	undone(1);
	undone(-1);
	moved(1);
	walk();
	cr_assert_not_null(strstr(met, "undo 7 -1 -; move 8 8 -; "), "%s", met);
}

/* How many the suggestion of the last move was to take; 0: there was none. */
static unsigned suggested_last;

static bool note_suggestion(void *context, const struct history_entry *entry)
{
	(void)context;
	suggested_last =
		entry->advised && entry->advised->suggests ? entry->advised->suggestion.count : 0;
	return true;
}

static void walk_suggestions(void)
{
	walk_after(0, note_suggestion);
}

Test(history, a_move_is_returned_with_the_advice_before_it)
{
	seen(10);
	walk_suggestions();
	cr_assert_eq(suggested_last, 0);
	moved(2);
	walk_suggestions();
	cr_assert_eq(suggested_last, 1);
}

Test(history, a_suggestion_that_never_was_legal_is_not_listed)
{
	static char forged[] = "{\"finding\":{\"explanation\":3,\"taken\":[2]},"
			       "\"advised\":{\"table\":[],\"move\":[0,0,0,0,0,0,0,0,99],"
			       "\"suggested\":[]}}";

	seen(10);
	moved(2);
	fake_find(fixture.fake, fixture.id)->events[1].body = forged;
	walk_suggestions();
	cr_assert_eq(visited, MK_OK);
	cr_assert_eq(suggested_last, 0);
}

Test(history, an_event_that_never_happened_ends_the_walk)
{
	seen(10);
	seen(9);
	fake_find(fixture.fake, fixture.id)->events[1].body = "{}";
	walk();
	cr_assert_eq(visited, MK_IO);
	cr_assert_str_eq(met, "snapshot 1 10 10; ");
}

Test(history, a_page_begins_behind_the_version_that_is_asked_for)
{
	seen(10);
	seen(9);
	undone(1);
	moved(2);
	walk_after(2, note_entry);
	cr_assert_str_eq(met, "undo 3 1 -; move 4 10 -; ");
	walk_after(4, note_entry);
	cr_assert_str_eq(met, "");
}

static bool stop_at_the_second(void *context, const struct history_entry *entry)
{
	note_entry(context, entry);
	return entry->version < 2;
}

Test(history, a_visitor_ends_the_walk)
{
	seen(10);
	seen(9);
	seen(8);
	walk_after(0, stop_at_the_second);
	cr_assert_eq(visited, MK_OK);
	cr_assert_str_eq(met, "snapshot 1 10 10; snapshot 2 10 9; ");
}

/* Takes a step and undoes it, over and over: each undo leaves a state behind. */
static void play_to_and_fro(unsigned times)
{
	for (unsigned i = 0; i < times; i++) {
		seen(9);
		undone(1);
	}
}

Test(history, a_page_reads_only_its_own_events)
{
	unsigned before;

	seen(10);
	play_to_and_fro(150);
	before = fixture.fake->loads;
	walk_after(299, note_entry);
	cr_assert_str_eq(met, "snapshot 300 10 9; undo 301 1 -; ");
	cr_assert_eq(fixture.fake->loads - before, 1);
}
