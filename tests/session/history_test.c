/* Walking through what was accepted. */
#include "session/history.h"

#include "session/desk.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* What a walk has met, as one line: "kind version before line". */
static char met[512];

static void note_entry(void *context, const struct history_entry *entry)
{
	char words[80];

	(void)context;
	snprintf(words, sizeof words, "%s %d %d %s; ", entry->kind, (int)entry->version,
		entry->before ? entry->before->left : entry->steps,
		entry->line ? entry->line : "-");
	strcat(met, words);
}

static enum mk_status visited;

static void visit(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct mk_error error;

	(void)row;
	cr_assert_eq(status, MK_OK);
	met[0] = '\0';
	visited = history_visit(context, events, count, note_entry, NULL, &error);
}

/* What every finding's table was is known without the session's present one. */
static const struct session *toy_session(void)
{
	static struct session session = {.game = &toy_game, .rules.value = {10}};

	return &session;
}

static void walk(void)
{
	sessions_history(desk.sessions, desk.id, 0, 0, visit, (void *)(uintptr_t)toy_session());
	fake_answer_all(desk.fake);
}

static void open(void)
{
	desk_open_with(8);
	desk_open_session();
}

TestSuite(history, .init = open, .fini = desk_close);

Test(history, each_step_is_met_on_the_table_where_it_was_made)
{
	seen(10);
	seen(9);
	told(2);
	walk();
	cr_assert_eq(visited, MK_OK);
	cr_assert_str_eq(met, "snapshot 1 10 10; snapshot 2 10 9; move 3 9 -; ");
}

Test(history, what_follows_an_undoing_is_met_on_the_older_table)
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
	told(1);
	walk();
	cr_assert_not_null(strstr(met, "undo 7 -1 -; move 8 8 -; "), "%s", met);
}

/* How many the suggestion of the last move was to take; 0: there was none. */
static unsigned suggested_last;

static void note_suggestion(void *context, const struct history_entry *entry)
{
	(void)context;
	suggested_last =
		entry->advised && entry->advised->suggests ? entry->advised->suggestion.count : 0;
}

static void visit_suggestions(void *context, enum mk_status status,
	const struct journal_session *row, const struct journal_event *events, size_t count)
{
	struct mk_error error;

	(void)row;
	cr_assert_eq(status, MK_OK);
	visited = history_visit(context, events, count, note_suggestion, NULL, &error);
}

static void walk_suggestions(void)
{
	sessions_history(
		desk.sessions, desk.id, 0, 0, visit_suggestions, (void *)(uintptr_t)toy_session());
	fake_answer_all(desk.fake);
}

Test(history, what_was_advised_before_a_move_is_told_with_it)
{
	seen(10);
	walk_suggestions();
	cr_assert_eq(suggested_last, 0);
	told(2);
	walk_suggestions();
	cr_assert_eq(suggested_last, 1);
}

Test(history, a_suggestion_that_never_was_legal_is_not_told)
{
	static char forged[] = "{\"finding\":{\"explanation\":3,\"taken\":[2]},"
			       "\"advised\":{\"table\":[],\"move\":[0,0,0,0,0,0,0,0,99],"
			       "\"suggested\":[]}}";

	seen(10);
	told(2);
	fake_find(desk.fake, desk.id)->events[1].body = forged;
	walk_suggestions();
	cr_assert_eq(visited, MK_OK);
	cr_assert_eq(suggested_last, 0);
}

Test(history, an_event_that_never_happened_ends_the_walk)
{
	seen(10);
	seen(9);
	fake_find(desk.fake, desk.id)->events[1].body = "{}";
	walk();
	cr_assert_eq(visited, MK_IO);
	cr_assert_str_eq(met, "snapshot 1 10 10; ");
}
