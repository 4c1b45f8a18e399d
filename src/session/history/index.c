/*
 * One pass over all events. The state after every step is kept until the end of the pass: an undo
 * or redo finds its table without a replay.
 */
#include "session/history/index.h"

#include "session/history/path.h"
#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

struct builder {
	struct index *index;
	const struct session *session;
	struct path path;
	char **states;      /* by version - 1: the state after each step; NULL for other events */
	char *buffer;       /* JOURNAL_MAX_STATE bytes */
	struct state found; /* a state that is read back */
};

/* ---- one event ------------------------------------------------------------------------------ */

static uint64_t top_of(const struct path *path)
{
	return path->taken > 0 ? path->steps[path->taken - 1].version : 0;
}

/* Restores the state after the step that is on top of the path after an undo or redo. */
static enum mk_status go_to_top(struct builder *builder, struct mk_error *error)
{
	const struct mk_game *game = builder->session->game;
	struct state *state = &builder->index->walk.state, *found = &builder->found;
	uint64_t top = top_of(&builder->path);

	if (top == 0) {
		state_begin(found, builder->session);
	} else if (!state_read(found, game, &(struct state_place){builder->session->id, top, top},
			   builder->states[top - 1])) {
		return fail_no_memory(error);
	}
	state_note_undo(found, state, game);
	found->cameras = state->cameras;
	found->bytes = state->bytes;
	state_copy(state, found, game);
	return MK_OK;
}

/* Replays the path with a correction or an entered table. */
static enum mk_status walk_corrected_path(struct builder *builder, struct mk_error *error)
{
	struct state *state = &builder->index->walk.state;
	struct path_end end = {.view = state->view, .before = state->before, .last = &state->last};
	enum mk_status status;

	if (builder->session->deal) {
		return mk_fail(error, MK_IO, "session_corrupt", "",
			"there is a correction at a table whose cards the program deals");
	}
	state->last = (struct mk_finding){0};
	status = path_replay(&builder->path, builder->session, &end, error);
	state->concluded = end.concluded;
	state->has_before = end.concluded && state->last.move_count > 0;
	return status;
}

static enum mk_status play(struct builder *builder, const struct journal_event *row,
	const struct event *event, struct mk_error *error)
{
	struct mk_error cause;

	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
	case EVENT_ANSWER:
	case EVENT_REPLY:
		if (walk_play(&builder->index->walk, event, &cause) != MK_OK) {
			return walk_broken(row->version, &cause, error);
		}
		return MK_OK;
	case EVENT_UNDO:
		return go_to_top(builder, error);
	case EVENT_TABLE:
	case EVENT_CORRECTION:
		return walk_corrected_path(builder, error);
	case EVENT_CHANGE:
		return MK_OK;
	}
	return MK_MALFORMED;
}

static void store_state_take(struct builder *builder, char *text)
{
	struct walk *walk = &builder->index->walk;

	builder->index->entries[walk->at - 1].state = text;
	walk->state.bytes += strlen(text);
	walk->state_at = walk->at;
}

static enum mk_status write_indexed_state(
	struct builder *builder, const struct event *event, struct mk_error *error)
{
	struct walk *walk = &builder->index->walk;
	bool due = walk->at - walk->state_at >= MAX_STEPS_BETWEEN_STATES;
	bool is_stored = due || (!walk_is_plain(event->kind) && event->kind != EVENT_CHANGE);
	bool is_step = walk_is_step(event->kind);
	char *text;

	if (!is_stored && !is_step) {
		return MK_OK;
	}
	if (!state_write(&walk->state, builder->session->game,
		    &(struct state_place){builder->session->id, walk->at, walk->top},
		    builder->buffer, JOURNAL_MAX_STATE)) {
		return fail_no_memory(error);
	}
	text = strdup(builder->buffer);
	if (!text) {
		return fail_no_memory(error);
	}
	if (is_step) {
		builder->states[walk->at - 1] = text;
	}
	if (is_stored) {
		store_state_take(builder, text);
	}
	return MK_OK;
}

static enum mk_status take(
	struct builder *builder, const struct journal_event *row, struct mk_error *error)
{
	struct walk *walk = &builder->index->walk;
	struct mk_error cause;

	if (walk_read(walk, row, error) != MK_OK) {
		return error->status;
	}
	if (path_follow(&builder->path, row->version, &walk->event, &cause) != MK_OK) {
		return walk_broken(row->version, &cause, error);
	}
	if (play(builder, row, &walk->event, error) != MK_OK) {
		return error->status;
	}
	walk->at = row->version;
	walk->top = top_of(&builder->path);
	walk->state.bytes += strlen(row->body);
	builder->index->entries[walk->at - 1] =
		(struct journal_event){.version = walk->at, .top = walk->top};
	return write_indexed_state(builder, &walk->event, error);
}

/* ---- all ------------------------------------------------------------------------------------ */

static enum mk_status missing(uint64_t version, struct mk_error *error)
{
	struct mk_error cause;

	mk_fail(&cause, MK_MALFORMED, "invalid_event", "", "it is missing");
	return walk_broken(version, &cause, error);
}

static enum mk_status take_all(struct builder *builder, const struct journal_event *events,
	size_t count, struct mk_error *error)
{
	for (size_t i = 0; i < count; i++) {
		if (events[i].version != i + 1) {
			return missing(i + 1, error);
		}
		if (take(builder, &events[i], error) != MK_OK) {
			return error->status;
		}
	}
	return count == builder->session->version ? MK_OK : missing(count + 1, error);
}

static bool prepare(struct builder *builder, size_t count)
{
	struct index *index = builder->index;

	index->count = count;
	index->entries = calloc(count + 1, sizeof *index->entries);
	builder->states = calloc(count + 1, sizeof *builder->states);
	builder->buffer = malloc(JOURNAL_MAX_STATE);
	return path_init(&builder->path, count) && state_init(&builder->found, builder->session) &&
	       walk_init(&index->walk, builder->session) && index->entries && builder->states &&
	       builder->buffer;
}

/* States that became part of the index stay. */
static void free_states(struct builder *builder)
{
	for (size_t i = 0; builder->states && i < builder->index->count; i++) {
		if (builder->states[i] != builder->index->entries[i].state) {
			free(builder->states[i]);
		}
	}
	free(builder->states);
}

enum mk_status index_build(struct index *index, const struct session *session,
	const struct journal_event *events, size_t count, struct mk_error *error)
{
	struct builder builder = {.index = index, .session = session};
	enum mk_status status;

	*index = (struct index){0};
	status = prepare(&builder, count) ? take_all(&builder, events, count, error)
					  : fail_no_memory(error);
	if (index->entries) {
		free_states(&builder);
	}
	free(builder.buffer);
	state_finish(&builder.found);
	path_finish(&builder.path);
	if (status != MK_OK) {
		index_finish(index);
	}
	return status;
}

void index_finish(struct index *index)
{
	for (size_t i = 0; index->entries && i < index->count; i++) {
		free((void *)index->entries[i].state);
	}
	free(index->entries);
	walk_finish(&index->walk);
	*index = (struct index){0};
}
