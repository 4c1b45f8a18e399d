/* Walking through what was accepted. */
#include "session/history.h"

#include "session/fault.h"
#include "session/path.h"

#include <stdlib.h>
#include <string.h>

struct walk {
	const struct session *session;
	struct path path;
	struct mk_view *view; /* where the path has led so far */
};

/* A card that was put right since may be one that the suggestion was about. */
static bool is_legal(const struct walk *walk, const struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = walk->session->game->legal(walk->view, moves);

	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], move, sizeof *move) == 0) {
			return true;
		}
	}
	return false;
}

static void describe_advice(
	const struct walk *walk, struct advised *advised, struct history_entry *entry)
{
	if (advised->known) {
		advised->suggests = advised->suggests && is_legal(walk, &advised->suggestion);
		entry->advised = advised;
	}
}

static void describe(const struct walk *walk, struct event *event, struct history_entry *entry)
{
	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
		entry->finding = &event->finding;
		entry->before = walk->view;
		entry->line = event->line[0] ? event->line : NULL;
		describe_advice(walk, &event->advised, entry);
		return;
	case EVENT_UNDO:
		entry->steps = event->steps;
		return;
	case EVENT_CORRECTION:
		entry->correction = &event->correction;
		return;
	case EVENT_TABLE:
	case EVENT_CHANGE:
		return;
	}
}

/* Brings the view to where the event leads. */
static enum mk_status go_on(
	struct walk *walk, uint64_t version, const struct event *event, struct mk_error *error)
{
	const struct mk_game *game = walk->session->game;
	struct mk_error cause;

	if (path_follow(&walk->path, version, event, &cause) != MK_OK) {
		return path_broken(version, &cause, error);
	}
	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
		if (game->replay(walk->view, &event->finding, &cause) != MK_OK) {
			return path_broken(version, &cause, error);
		}
		return MK_OK;
	case EVENT_UNDO:
	case EVENT_TABLE:
	case EVENT_CORRECTION:
		return path_walk(
			&walk->path, walk->session, &(struct path_end){.view = walk->view}, error);
	case EVENT_CHANGE:
		return MK_OK;
	}
	return MK_MALFORMED;
}

static enum mk_status visit_one(struct walk *walk, const struct journal_event *row,
	void (*visit)(void *context, const struct history_entry *entry), void *context,
	struct mk_error *error)
{
	struct history_entry entry = {
		.version = row->version, .at_ms = row->at_ms, .kind = row->kind};
	struct event event;
	struct mk_error cause;

	if (event_read(row, walk->session->game, &event, &cause) != MK_OK) {
		return path_broken(row->version, &cause, error);
	}
	describe(walk, &event, &entry);
	visit(context, &entry);
	return go_on(walk, row->version, &event, error);
}

enum mk_status history_visit(const struct session *session, const struct journal_event *events,
	size_t count, void (*visit)(void *context, const struct history_entry *entry),
	void *context, struct mk_error *error)
{
	struct walk walk = {.session = session, .view = malloc(session->game->view_size)};
	enum mk_status status = MK_OK;

	if (!walk.view || !path_init(&walk.path, count)) {
		free(walk.view);
		return fault_no_memory(error);
	}
	session->game->begin(walk.view, &session->rules);
	for (size_t i = 0; i < count && status == MK_OK; i++) {
		status = visit_one(&walk, &events[i], visit, context, error);
	}
	path_finish(&walk.path);
	free(walk.view);
	return status;
}
