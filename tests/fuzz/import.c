/*
 * Anything at all as a line of `makker import`. An accepted session is written as a line again,
 * and that one is read as the same session.
 */
#include "base/arena.h"
#include "cli/session_line.h"
#include "fuzz/target.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 20, LONGEST = 1 << 16 };

/* A line has no line breaks: those between values of a body are blanks when it is written. */
static int is_same(const char *written, const char *body)
{
	for (; *written && *body; written++, body++) {
		char blank = *body == '\n' || *body == '\r' ? ' ' : *body;

		if (*written != blank) {
			return 0;
		}
	}
	return *written == *body;
}

static void check_again(struct mk_arena *arena, const struct journal_session *session,
	const struct journal_event *events)
{
	const struct journal_event *read;
	struct journal_session same;
	struct mk_error error;
	struct mk_text text;

	mk_text_init(&text, arena, 1024, LIMIT);
	require(session_line_write(&text, session, events, session->version, &error) == MK_OK);
	if (text.truncated) {
		return;
	}
	text.bytes[--text.length] = '\0';
	require(session_line_read(text.bytes, text.length, arena, &same, &read, &error) == MK_OK);
	require(strcmp(same.id, session->id) == 0 && same.version == session->version &&
		is_same(same.rules, session->rules));
	for (uint64_t i = 0; i < same.version; i++) {
		require(strcmp(read[i].kind, events[i].kind) == 0 &&
			is_same(read[i].body, events[i].body));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static char line[LONGEST + 1];
	struct mk_arena *arena;
	const struct journal_event *events = NULL;
	struct journal_session session;
	struct mk_error error;

	if (size > LONGEST) {
		return 0;
	}
	memcpy(line, bytes, size);
	line[size] = '\0';
	arena = mk_arena_create(4 * LIMIT);
	if (session_line_read(line, size, arena, &session, &events, &error) == MK_OK) {
		check_again(arena, &session, events);
	}
	mk_arena_destroy(arena);
	return 0;
}
