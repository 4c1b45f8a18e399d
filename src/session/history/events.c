/* Copying events page by page. */
#include "session/history/events.h"

#include "base/arena.h"
#include "port/journal.h"
#include "session/history/walk.h"
#include "session/phases.h"
#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 256 };

/*
 * The arena's blocks double in size: it may hold twice the used bytes, and each body is rounded up.
 */
enum { MAX_HELD = 3 * EVENTS_MAX_BYTES };

static void end(struct events *events, enum mk_status status)
{
	struct mk_error error;

	if (status != MK_OK) {
		if (status == MK_CONFLICT) {
			walk_not_indexed(&error);
		} else if (status == MK_FULL) {
			mk_fail(&error, status, "journal_too_large", "",
				"the events of this session take more than %d MB",
				EVENTS_MAX_BYTES / 1024 / 1024);
		} else if (status == MK_BUSY) {
			fail_no_memory(&error);
		} else {
			journal_fail(status, &error);
		}
	}
	events->done(
		events, status == MK_OK ? MK_OK : error.status, status == MK_OK ? NULL : &error);
}

/* ---- copies --------------------------------------------------------------------------------- */

static void drop_rows(struct events *events)
{
	if (events->bodies) {
		mk_arena_reset(events->bodies);
	}
	events->count = 0;
	events->bytes = 0;
}

void events_finish(struct events *events)
{
	mk_arena_destroy(events->bodies);
	free(events->rows);
	free(events->on_path);
	events->bodies = NULL;
	events->rows = NULL;
	events->on_path = NULL;
	events->count = events->capacity = events->bytes = 0;
}

static bool grow(struct events *events)
{
	size_t capacity = events->capacity ? 2 * events->capacity : PAGE;
	struct journal_event *rows;

	if (events->count < events->capacity) {
		return true;
	}
	rows = realloc(events->rows, capacity * sizeof *rows);
	if (rows) {
		events->rows = rows;
		events->capacity = capacity;
	}
	return rows != NULL;
}

/* States are not copied: readers of all events compute them. */
static enum mk_status copy_row(struct events *events, const struct journal_event *row)
{
	size_t size = strlen(row->body) + 1;
	struct journal_event *copy;

	if (events->bytes + size > EVENTS_MAX_BYTES) {
		return MK_FULL;
	}
	if (!events->bodies) {
		events->bodies = mk_arena_create(MAX_HELD);
	}
	if (!events->bodies || !grow(events)) {
		return MK_BUSY;
	}
	copy = &events->rows[events->count];
	*copy = *row;
	copy->state = NULL;
	copy->body = mk_arena_copy(events->bodies, row->body, size - 1);
	if (!copy->body) {
		return MK_BUSY;
	}
	events->count++;
	events->bytes += size;
	return MK_OK;
}

static enum mk_status copy_event(struct events *events, const struct journal_event *row)
{
	if (events->on_path && !events->on_path[row->version - 1]) {
		return MK_OK;
	}
	if (events->on_path && strcmp(row->kind, event_kind_name(EVENT_TABLE)) == 0) {
		drop_rows(events);
	}
	return copy_row(events, row);
}

static enum mk_status copy_page(
	struct events *events, const struct journal_event *rows, size_t count)
{
	for (size_t i = 0; i < count && rows[i].version <= events->upto; i++) {
		enum mk_status status =
			rows[i].version == events->at + 1 ? copy_event(events, &rows[i]) : MK_IO;

		if (status != MK_OK) {
			return status;
		}
		events->at = rows[i].version;
	}
	return MK_OK;
}

/* ---- reading -------------------------------------------------------------------------------- */

static void on_page(void *context, enum mk_status status, const struct journal_session *session,
	const struct journal_event *rows, size_t count)
{
	struct events *events = context;

	if (status == MK_OK) {
		int64_t begun_ns = phases_begin_work(events->phases);

		events->session = *session;
		events->session.rules = events->session.token_hashes = NULL;
		status = copy_page(events, rows, count);
		phases_end_work(events->phases, begun_ns);
	}
	if (status != MK_OK || count < PAGE || events->at >= events->upto) {
		end(events, status);
		return;
	}
	events_read_all(events);
}

void events_read_all(struct events *events)
{
	events->journal->methods->load(
		events->journal, events->id, events->at, PAGE, on_page, events);
}

/* Marks the path from the current step back to the beginning by the parent of each step. */
static enum mk_status mark_path(struct events *events, const uint64_t *tops, size_t count)
{
	uint64_t step = count > 0 ? tops[count - 1] : 0;

	if (count < events->upto) {
		return MK_IO;
	}
	if (!walk_tops_are_sound(tops, count)) {
		return MK_CONFLICT; /* not indexed */
	}
	events->on_path = calloc(count + 1, sizeof *events->on_path);
	if (!events->on_path) {
		return MK_BUSY;
	}
	while (step > 0 && step <= count) {
		uint64_t below = step > 1 ? tops[step - 2] : 0;

		events->on_path[step - 1] = true;
		step = below < step ? below : 0;
	}
	return MK_OK;
}

static void on_tops(void *context, enum mk_status status, const uint64_t *tops, size_t count)
{
	struct events *events = context;

	if (status == MK_OK) {
		status = mark_path(events, tops, count);
	}
	if (status == MK_OK) {
		events_read_all(events);
	} else {
		end(events, status);
	}
}

void events_read_path(struct events *events)
{
	events->journal->methods->load_tops(
		events->journal, events->id, events->upto, on_tops, events);
}

/* ---- steps ---------------------------------------------------------------------------------- */

enum mk_status events_walk(const struct events *events, const struct mk_game *game,
	struct path *path, struct mk_error *error)
{
	struct event *event = malloc(sizeof *event);
	enum mk_status status = MK_OK;
	struct mk_error cause;

	if (!event) {
		return fail_no_memory(error);
	}
	for (size_t i = 0; i < events->count && status == MK_OK; i++) {
		const struct journal_event *row = &events->rows[i];

		if (event_read(row, game, event, &cause) != MK_OK ||
			path_follow(path, row->version, event, &cause) != MK_OK) {
			status = walk_broken(row->version, &cause, error);
		}
	}
	free(event);
	return status;
}
