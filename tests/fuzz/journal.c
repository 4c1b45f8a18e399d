/*
 * Anything at all as the journal of a session, one event a line: its kind, a blank, its body. The
 * first two bytes, digits where people write them, choose the game and its preset.
 */
#include "fuzz/target.h"
#include "session/history.h"
#include "session/replay.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 64, BODY_LIMIT = 8192 };

static struct journal_event events[MOST_EVENTS];

static void on_entry(void *context, const struct history_entry *entry)
{
	++*(size_t *)context;
	(void)entry;
}

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

static void replay(const struct session *session, size_t count)
{
	struct replay replay;
	struct mk_error error;
	size_t visited = 0;

	if (replay_events(session, events, count, 0, &replay, &error) == MK_OK) {
		session->game->outcome(replay.view);
		free(replay.view);
		free(replay.before);
	}
	(void)history_visit(session, events, count, on_entry, &visited, &error);
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
	session.game = mk_games[(uint8_t)(bytes[0] - '0') % mk_game_count];
	session.preset =
		&session.game->presets[(uint8_t)(bytes[1] - '0') % session.game->preset_count];
	session.rules = session.preset->rules;
	while (count < MOST_EVENTS && next_line(&at, end, &line, &length)) {
		if (length < BODY_LIMIT) {
			read_event(&events[count], line, length);
			events[count].version = count + 1;
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
