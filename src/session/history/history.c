/*
 * The accepted events with their effects on the table: a replay from the nearest stored state
 * before the first one.
 */
#include "session/history/history.h"

#include "session/cached_session.h"
#include "session/history/walk.h"
#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

struct history {
	struct walker walker; /* first */
	struct history_visit wanted;
	struct sessions *sessions;
	struct state after; /* of a correction */
	bool broken;
	struct mk_error error;
};

/* True if the suggestion is legal; a later correction may have changed its cards. */
static bool is_legal(const struct walk *walk, const struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = walk->session->game->view_moves(walk->state.view, moves);

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

static void describe_event(struct walk *walk, struct history_entry *entry)
{
	struct event *event = &walk->event;

	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
	case EVENT_ANSWER:
	case EVENT_REPLY:
		entry->finding = &event->finding;
		entry->answered = event->kind == EVENT_ANSWER;
		entry->before = walk->state.view;
		entry->line = event->line[0] ? event->line : NULL;
		describe_advice(walk, &event->advised, entry);
		return;
	case EVENT_UNDO:
		entry->steps = event->steps;
		return;
	case EVENT_CORRECTION:
		entry->correction = &event->correction;
		return;
	case EVENT_CHANGE:
		entry->status = event->status;
		return;
	case EVENT_TABLE:
		return;
	}
}

/*
 * A correction that changed earlier findings: the new finding of the newest snapshot, and its
 * table. Its state has that; without a state it is omitted.
 */
static void describe_revised(
	struct history *history, const struct journal_event *row, struct history_entry *entry)
{
	const struct walk *walk = &history->walker.walk;
	const struct state_place place = {walk->session->id, row->version, row->top};

	if (!entry->correction || entry->correction->revised_count == 0 || !row->state ||
		!state_read(&history->after, walk->session->game, &place, row->state) ||
		!history->after.has_before) {
		return;
	}
	entry->finding = &history->after.last;
	entry->before = history->after.before;
}

/* For an entered table only the kind is shown: it is long, and is not parsed. */
static bool has_details(const struct journal_event *row)
{
	return strcmp(row->kind, event_kind_name(EVENT_TABLE)) != 0;
}

static bool visit(struct walker *walker, const struct journal_event *row)
{
	struct history *history = (struct history *)walker;
	struct walk *walk = &walker->walk;
	struct history_entry entry = {
		.version = row->version, .at_ms = row->at_ms, .kind = row->kind};

	if (row->version <= history->wanted.after) {
		return true;
	}
	if (has_details(row)) {
		if (walk_read(walk, row, &history->error) != MK_OK) {
			history->broken = true;
			return false;
		}
		describe_event(walk, &entry);
		describe_revised(history, row, &entry);
	}
	return history->wanted.visit(history->wanted.context, &entry);
}

static void done(struct walker *walker, enum mk_status status, const struct mk_error *error)
{
	struct history *history = (struct history *)walker;

	if (history->broken) {
		status = history->error.status;
		error = &history->error;
	}
	if (status != MK_OK && strcmp(error->code, "not_indexed") == 0) {
		cached_session_reindex(history->sessions, walker->id);
	}
	history->wanted.done(history->wanted.context, status, error);
	walk_finish(&walker->walk);
	state_finish(&history->after);
	free(history);
}

void sessions_history(struct sessions *sessions, const struct session *session,
	const struct history_visit *wanted)
{
	struct history *history = calloc(1, sizeof *history);
	struct mk_error error;

	if (!history || !state_init(&history->after, session)) {
		free(history);
		fail_no_memory(&error);
		wanted->done(wanted->context, error.status, &error);
		return;
	}
	if (!walk_init(&history->walker.walk, session)) {
		state_finish(&history->after);
		free(history);
		fail_no_memory(&error);
		wanted->done(wanted->context, error.status, &error);
		return;
	}
	history->wanted = *wanted;
	history->sessions = sessions;
	history->walker.journal = sessions->options.journal;
	history->walker.goal = UINT64_MAX;
	history->walker.visit = visit;
	history->walker.phases = wanted->phases;
	history->walker.done = done;
	memcpy(history->walker.id, session->id, sizeof history->walker.id);
	walker_start(&history->walker, wanted->after);
}
