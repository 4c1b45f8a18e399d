/* States as the journal keeps them, and the index of a session's events. */
#include "session/history/index.h"
#include "session/toy.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct session toy_session = {.rules.value = {10}};
static struct state state;
static char text[JOURNAL_MAX_STATE];
static const struct state_place place = {"ab", 5, 4};

static void prepare(void)
{
	toy_session.game = &toy_game;
	cr_assert(state_init(&state, &toy_session));
	state_begin(&state, &toy_session);
	state.view->left = 7;
	state.before->left = 9;
	state.has_before = true;
	state.concluded = true;
	state.last = (struct mk_finding){.explanation = MK_OTHER_MOVE, .move_count = 1};
	state.bytes = 12345;
	cameras_note(&state.cameras, "left", 42);
}

static void finish(void)
{
	state_finish(&state);
}

TestSuite(state, .init = prepare, .fini = finish);

Test(state, comes_back_as_it_was_written)
{
	struct state read;

	cr_assert(state_write(&state, &toy_game, &place, text, sizeof text));
	cr_assert(state_init(&read, &toy_session));
	cr_assert(state_read(&read, &toy_game, &place, text));
	cr_assert_eq(memcmp(read.view, state.view, toy_game.view_size), 0);
	cr_assert_eq(memcmp(read.before, state.before, toy_game.view_size), 0);
	cr_assert_eq(memcmp(&read.last, &state.last, sizeof state.last), 0);
	cr_assert_eq(memcmp(&read.cameras, &state.cameras, sizeof state.cameras), 0);
	cr_assert(read.has_before);
	cr_assert(read.concluded);
	cr_assert_eq(read.bytes, 12345);
	state_finish(&read);
}

Test(state, needs_room_for_its_text)
{
	char small[64];

	cr_assert_not(state_write(&state, &toy_game, &place, small, sizeof small));
	cr_assert_str_eq(small, "");
}

/* Every change of one letter, and every shorter text, is noticed; nothing is read of it. */
Test(state, a_damaged_text_is_not_read)
{
	struct state read;
	size_t length;

	cr_assert(state_write(&state, &toy_game, &place, text, sizeof text));
	cr_assert(state_init(&read, &toy_session));
	state_begin(&read, &toy_session);
	length = strlen(text);
	for (size_t i = 0; i < length; i++) {
		char letter = text[i];

		text[i] = letter == '0' ? '1' : '0';
		cr_assert_not(state_read(&read, &toy_game, &place, text), "letter %zu", i);
		text[i] = 'x';
		cr_assert_not(state_read(&read, &toy_game, &place, text), "letter %zu", i);
		text[i] = '\0';
		cr_assert_not(state_read(&read, &toy_game, &place, text), "length %zu", i);
		text[i] = letter;
	}
	cr_assert_eq(read.view->left, 10);
	cr_assert_not(read.concluded);
	state_finish(&read);
}

Test(state, of_another_format_is_not_read)
{
	struct mk_game other = toy_game;
	struct state read;

	cr_assert(state_write(&state, &toy_game, &place, text, sizeof text));
	cr_assert(state_init(&read, &toy_session));
	other.view_format++;
	cr_assert_not(state_read(&read, &other, &place, text));
	other = toy_game;
	other.view_size--;
	cr_assert_not(state_read(&read, &other, &place, text));
	state_finish(&read);
}

Test(state, of_another_place_is_not_read)
{
	const struct state_place others[] = {{"ac", 5, 4}, {"ab", 6, 4}, {"ab", 5, 5}};
	struct state read;

	cr_assert(state_write(&state, &toy_game, &place, text, sizeof text));
	cr_assert(state_init(&read, &toy_session));
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		cr_assert_not(state_read(&read, &toy_game, &others[i], text));
	}
	state_finish(&read);
}

/* ---- the index ------------------------------------------------------------------------------ */

enum { STEPS = 200 };

static struct journal_event events[STEPS + 2];

static void put(size_t i, const char *kind, const char *body)
{
	events[i] = (struct journal_event){.version = i + 1, .body = body};
	snprintf(events[i].kind, sizeof events[i].kind, "%s", kind);
}

static enum mk_status build(struct index *index, size_t count, struct mk_error *error)
{
	toy_session.game = &toy_game;
	toy_session.version = count;
	return index_build(index, &toy_session, events, count, error);
}

static void put_steps(size_t count)
{
	put(0, "snapshot", "{\"finding\":{\"explanation\":0,\"taken\":[]}}");
	for (size_t i = 1; i < count; i++) {
		put(i, "move",
			i % 2 ? "{\"finding\":{\"explanation\":3,\"taken\":[1]}}"
			      : "{\"finding\":{\"explanation\":3,\"taken\":[-1]}}");
	}
}

Test(index, every_64th_step_has_a_state)
{
	struct index index;
	struct mk_error error;

	put_steps(STEPS);
	cr_assert_eq(build(&index, STEPS, &error), MK_OK);
	for (size_t i = 0; i < STEPS; i++) {
		cr_assert_eq(index.entries[i].top, i + 1);
		cr_assert_eq(index.entries[i].state != NULL, (i + 1) % 64 == 0, "%zu", i);
	}
	index_finish(&index);
}

Test(index, an_undo_leads_back_to_an_earlier_step_and_has_a_state)
{
	struct index index;
	struct mk_error error;

	put_steps(3);
	put(3, "undo", "{\"steps\":2}");
	put(4, "undo", "{\"steps\":-1}");
	put(5, "change", "{\"name\":null}");
	cr_assert_eq(build(&index, 6, &error), MK_OK);
	cr_assert_eq(index.entries[3].top, 1);
	cr_assert_not_null(index.entries[3].state);
	cr_assert_eq(index.entries[4].top, 2);
	cr_assert_eq(index.entries[5].top, 2);
	cr_assert_null(index.entries[5].state);
	cr_assert_eq(index.walk.state.view->left, 9);
	index_finish(&index);
}

Test(index, events_that_cannot_have_happened_are_named)
{
	struct index index;
	struct mk_error error;

	put_steps(3);
	put(3, "undo", "{\"steps\":9}");
	cr_assert_eq(build(&index, 4, &error), MK_IO);
	cr_assert_not_null(strstr(error.detail, "event 4 "), "%s", error.detail);
	put_steps(3);
	events[1].version = 7;
	cr_assert_eq(build(&index, 3, &error), MK_IO);
	cr_assert_not_null(strstr(error.detail, "event 2 "), "%s", error.detail);
	put_steps(3);
	toy_session.version = 4;
	cr_assert_eq(index_build(&index, &toy_session, events, 3, &error), MK_IO);
}
