/* A snapshot of the past, explained again. */
#include "api/views/explain.h"

#include "api/views/righted.h"
#include "api/views/why.h"

#include <stdlib.h>
#include <string.h>

/* A plain code of a camera of which nothing is known. */
static const float confidence = 0.98F;
static const float repeats = 0.02F;

/* All that it takes; freed as one. */
struct explanation_room {
	struct why why;
	struct mk_advice advice;
	struct mk_finding finding;
	struct mk_view *view;
	struct mk_tracker *memory;
	struct mk_snapshot *seen;
};

static void destroy_room(struct explanation_room *room)
{
	if (room) {
		free(room->view);
		free(room->memory);
		free(room->seen);
		free(room);
	}
}

static struct explanation_room *create_room(const struct mk_game *game)
{
	struct explanation_room *room = calloc(1, sizeof *room);

	if (!room) {
		return NULL;
	}
	room->view = malloc(game->view_size);
	room->memory = calloc(1, game->tracker_size ? game->tracker_size : 1);
	room->seen = calloc(1, game->snapshot_size);
	if (!room->view || !room->memory || !room->seen) {
		destroy_room(room);
		return NULL;
	}
	return room;
}

/* Weighs the picture of the line once more, on a copy of the table before it. */
static void weigh_again(struct explanation_room *room, const struct mk_game *game,
	const struct history_entry *entry)
{
	const struct advised *advised = entry->advised;
	struct mk_snapshot_context occasion = {
		.suggested = advised && advised->suggests ? &advised->suggestion : NULL,
		.confidence = confidence,
		.misread_repeat_rate = repeats,
		.why = &room->why.text};
	struct mk_error error;

	if (!entry->line || mk_snapshot_read_line(game, entry->line, strlen(entry->line),
				    room->seen, &error) != MK_OK) {
		return;
	}
	why_begin(&room->why, game, room->seen);
	if (game->track_snapshot) {
		memcpy(room->view, entry->before, game->view_size);
		(void)game->track_snapshot(
			room->view, room->memory, room->seen, &occasion, &room->finding, &error);
	}
}

/* The table that the journal's finding leads to. */
static void show_after(struct explanation_room *room, const struct mk_game *game,
	const struct history_entry *entry)
{
	struct mk_error error;

	memcpy(room->view, entry->before, game->view_size);
	if (game->apply_finding(room->view, entry->finding, &error) != MK_OK) {
		return;
	}
	game->strategies[0].evaluate(room->view, &room->advice);
	why_show(&room->why, game, room->view, &room->advice);
}

/* What the player said, and a line end where there is anything to say of it. */
static void say_righted(
	struct mk_text *out, const struct session *session, const struct history_entry *entry)
{
	size_t length = out->length;

	if (entry->correction) {
		righted_say_correction(out, session, entry->correction);
	} else if (entry->answered) {
		righted_say_answer(out, session, entry->before, entry->finding);
	}
	if (out->length > length) {
		mk_text_char(out, '\n');
	}
}

void explain_write(struct mk_text *out, const char *key, const struct session *session,
	const struct history_entry *entry)
{
	const struct mk_game *game = session->game;
	struct explanation_room *room = create_room(game);

	if (!room) {
		return;
	}
	mk_text_fixed(&room->why.text, room->why.bytes, sizeof room->why.bytes);
	if (entry->finding) {
		weigh_again(room, game, entry);
	}
	say_righted(&room->why.text, session, entry);
	if (entry->finding) {
		why_conclude(&room->why, game, entry->finding);
		show_after(room, game, entry);
	}
	why_write(out, key, &room->why);
	destroy_room(room);
}
