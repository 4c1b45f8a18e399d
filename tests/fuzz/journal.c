/*
 * Anything at all as the journal of a session, one event a line: its kind, a blank, its body. The
 * first two bytes, digits where people write them, choose the game and its preset.
 */
#include "fuzz/game.h"
#include "fuzz/target.h"
#include "session/history/index.h"
#include "session/history/path.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_EVENTS = 64, BODY_LIMIT = 8192 };

static struct journal_event events[MAX_EVENTS];

static void read_event(struct journal_event *event, const char *line, size_t length)
{
	const char *blank = memchr(line, ' ', length);
	size_t kind = blank ? (size_t)(blank - line) : length;
	char *body = calloc(1, length + 1);

	memset(event->kind, 0, sizeof event->kind);
	memcpy(event->kind, line, kind < sizeof event->kind ? kind : sizeof event->kind - 1);
	if (blank) {
		memcpy(body, blank + 1, length - kind - 1);
	}
	event->body = body;
}

/* Walking from any stored state leads to where the index has come to. */
static void walk_from_each(const struct session *session, const struct index *index, size_t count)
{
	for (size_t first = 0; first < count; first++) {
		struct walk walk;
		struct mk_error error;

		if (first > 0 && !events[first].state) {
			continue;
		}
		require(walk_init(&walk, session));
		for (size_t i = first; i < count; i++) {
			require(walk_take(&walk, &events[i], &error) == WALK_OK);
		}
		require(walk.top == index->walk.top);
		require(memcmp(walk.state.view, index->walk.state.view, session->game->view_size) ==
			0);
		walk_finish(&walk);
	}
}

/* All steps that were not undone, replayed from the beginning, lead there as well. */
static void replay_path(const struct session *session, const struct index *index, size_t count)
{
	struct event *event = malloc(sizeof *event);
	struct replay replay;
	struct path path;
	struct mk_error error;

	require(event && path_init(&path, count));
	for (size_t i = 0; i < count; i++) {
		require(event_read(&events[i], session->game, event, &error) == MK_OK);
		require(path_follow(&path, i + 1, event, &error) == MK_OK);
	}
	require(replay_finalize(session, &path, &replay, &error) == MK_OK);
	require(replay.has_observed == index->walk.state.concluded);
	require(memcmp(replay.view, index->walk.state.view, session->game->view_size) == 0);
	session->game->outcome(replay.view);
	free(replay.view);
	free(replay.before);
	path_finish(&path);
	free(event);
}

static void replay(const struct session *session, size_t count)
{
	struct index index;
	struct mk_error error;

	if (index_build(&index, session, events, count, &error) != MK_OK) {
		return;
	}
	for (size_t i = 0; i < count; i++) {
		events[i].top = index.entries[i].top;
		events[i].state = index.entries[i].state;
	}
	walk_from_each(session, &index, count);
	replay_path(session, &index, count);
	index_finish(&index);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *at = (const char *)bytes + 2;
	const char *end = (const char *)bytes + size;
	struct session session = {0};
	const char *line;
	size_t length;
	size_t count = 0;

	if (size < 2) {
		return 0;
	}
	session.game = game_of_byte(bytes[0]);
	session.preset =
		&session.game->presets[(uint8_t)(bytes[1] - '0') % session.game->preset_count];
	session.rules = session.preset->rules;
	while (count < MAX_EVENTS && next_line(&at, end, &line, &length)) {
		if (length < BODY_LIMIT) {
			read_event(&events[count], line, length);
			events[count].version = count + 1;
			events[count].top = 0;
			events[count].state = NULL;
			count++;
		}
	}
	session.version = count;
	replay(&session, count);
	for (size_t i = 0; i < count; i++) {
		free((char *)events[i].body);
	}
	return 0;
}
