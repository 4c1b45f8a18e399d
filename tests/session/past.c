#include "session/past.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void past_begin(struct past *past)
{
	const struct mk_game *klondike = mk_game_find("klondike");

	memset(past, 0, sizeof *past);
	past->game = *klondike;
	past->view = calloc(1, klondike->view_size);
	past->memory = calloc(1, klondike->tracker_size);
	past->occasion =
		(struct mk_snapshot_context){.confidence = 1, .misread_repeat_rate = 0.02F};
	past->session = (struct session){.game = &past->game,
		.preset = klondike->presets,
		.rules = klondike->presets->rules,
		.view = past->view};
	klondike->init_view(past->view, &past->session.rules);
	cr_assert(path_init(&past->path, PAST_SIZE));
}

void past_end(struct past *past)
{
	path_finish(&past->path);
	free(past->view);
	free(past->memory);
}

void past_claim(struct past *past, const struct mk_finding *finding, const char *line)
{
	struct event *event = calloc(1, sizeof *event);
	struct mk_error error;

	event->kind = EVENT_SNAPSHOT;
	event->finding = *finding;
	snprintf(event->line, sizeof event->line, "%s", line);
	past->session.version++;
	if (past->path.taken + 2 > past->path.capacity) { /* one more for a correction */
		cr_assert(path_make_room(&past->path, 2 * past->path.capacity));
	}
	cr_assert_eq(path_follow(&past->path, past->session.version, event, &error), MK_OK);
	free(event);
}

enum mk_status past_see(struct past *past, const char *line)
{
	struct mk_snapshot *seen = calloc(1, past->game.snapshot_size);
	struct mk_error error;
	enum mk_status status;

	cr_assert_eq(mk_snapshot_read_line(&past->game, line, strlen(line), seen, &error), MK_OK,
		"%s", line);
	status = past->game.track_snapshot(
		past->view, past->memory, seen, &past->occasion, &past->finding, &error);
	if (status == MK_OK && past->finding.explanation < MK_LOOK_AGAIN &&
		past->finding.explanation != MK_UNCHANGED) {
		past_claim(past, &past->finding, line);
	}
	free(seen);
	return status;
}
