/*
 * Taking steps.
 *
 * Undoing takes steps back, but they stay on the path until something new is accepted: so undoing
 * can be undone.
 */
#include "session/path.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

bool path_init(struct path *path, size_t count)
{
	*path = (struct path){0};
	return path_make_room(path, count + 1);
}

bool path_make_room(struct path *path, size_t count)
{
	struct path_step *steps;

	if (count <= path->room) {
		return true;
	}
	steps = realloc(path->steps, count * sizeof *steps);
	if (steps) {
		path->steps = steps;
		path->room = count;
	}
	return steps != NULL;
}

static void forget_from(struct path *path, size_t first)
{
	for (size_t i = first; i < path->told; i++) {
		free(path->steps[i].text);
	}
	path->told = first;
}

void path_finish(struct path *path)
{
	forget_from(path, 0);
	free(path->steps);
}

bool path_go(struct path *path, int back)
{
	size_t count = back > 0 ? (size_t)back : (size_t) - (long long)back;

	if (back > 0) {
		if (count > path->taken) {
			return false;
		}
		path->taken -= count;
	} else {
		if (count > path->told - path->taken) {
			return false;
		}
		path->taken += count;
	}
	return true;
}

/* Something new: what was taken back before it never comes again. */
static enum mk_status take_step(
	struct path *path, uint64_t version, const struct event *event, struct mk_error *error)
{
	struct path_step step = {version, event->kind, event->finding, event->correction, NULL};
	bool snapshot = event->kind == EVENT_SNAPSHOT && event->line[0];

	if (snapshot || event->kind == EVENT_TABLE) {
		step.text = strdup(snapshot ? event->line : event->table);
		if (!step.text) {
			return mk_fail(error, MK_BUSY, "busy", "", "there is not enough memory");
		}
	}
	forget_from(path, path->taken);
	path->steps[path->taken++] = step;
	path->told = path->taken;
	return MK_OK;
}

enum mk_status path_follow(
	struct path *path, uint64_t version, const struct event *event, struct mk_error *error)
{
	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
	case EVENT_TABLE:
	case EVENT_CORRECTION:
		return take_step(path, version, event, error);
	case EVENT_UNDO:
		if (!path_go(path, event->steps)) {
			return mk_fail(error, MK_IMPOSSIBLE, "bad_event", "/steps",
				"there are not so many steps");
		}
		return MK_OK;
	case EVENT_CHANGE:
		return MK_OK;
	}
	return MK_MALFORMED;
}

/* ---- Walking -------------------------------------------------------------------------------- */

size_t path_origin(const struct path *path, size_t place)
{
	while (place > 0 && path->steps[place - 1].kind != EVENT_TABLE) {
		place--;
	}
	return place ? place - 1 : 0;
}

/* Does all that is known at `place` come from a table that was told since `event`? */
static bool is_told_anew(const struct path *path, size_t place, uint64_t event)
{
	return path->steps[path_origin(path, place)].version > event;
}

/* May it change what was told at `place`? Of a table only cards that were told with it. */
static bool concerns(const struct correction *correction, const struct path *path, size_t place)
{
	if (path->steps[place].kind == EVENT_TABLE) {
		return !correction->counts && correction->anew_count == 0 &&
		       correction->event == path->steps[place].version;
	}
	return correction->anew_count || !is_told_anew(path, place, correction->event);
}

/* The next correction of what was told at `place`, from `*next` on; or NULL. */
static const struct correction *next_correction(const struct path *path, size_t place, size_t *next)
{
	while (*next < path->taken) {
		const struct path_step *step = &path->steps[(*next)++];

		if (step->kind == EVENT_CORRECTION && concerns(&step->correction, path, place)) {
			return &step->correction;
		}
	}
	return NULL;
}

void path_told(const struct path *path, size_t place, struct mk_finding *finding)
{
	const struct correction *correction;
	size_t next = place + 1;

	*finding = path->steps[place].finding;
	while ((correction = next_correction(path, place, &next)) != NULL) {
		correction_mend(correction, path->steps[place].version, finding);
	}
}

static enum mk_status walk_finding(const struct path *path, size_t place,
	const struct session *session, struct path_end *end, struct mk_error *error)
{
	struct mk_finding finding;

	path_told(path, place, &finding);
	if (end->before) {
		memcpy(end->before, end->view, session->game->view_size);
	}
	if (end->last) {
		*end->last = finding;
	}
	end->concluded = true;
	return session->game->replay(end->view, &finding, error);
}

/* The table is as it was told, whatever was concluded before. */
static enum mk_status walk_table(const struct path *path, size_t place,
	const struct session *session, struct path_end *end, struct mk_error *error)
{
	json_t *json = json_loads(path->steps[place].text, 0, NULL);
	const struct correction *correction;
	size_t next = place + 1;
	enum mk_status status;

	while ((correction = next_correction(path, place, &next)) != NULL) {
		correction_mend_json(correction, json);
	}
	status = mk_view_read_table(session->game, json, &session->rules, end->view, error);
	json_decref(json);
	end->concluded = false;
	if (end->last) {
		*end->last = (struct mk_finding){0};
	}
	return status;
}

static enum mk_status walk_step(const struct path *path, size_t place,
	const struct session *session, struct path_end *end, struct mk_error *error)
{
	const struct path_step *step = &path->steps[place];

	switch (step->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
		return walk_finding(path, place, session, end, error);
	case EVENT_TABLE:
		return walk_table(path, place, session, end, error);
	case EVENT_CORRECTION:
		return step->correction.counts && step->correction.anew_count == 0
			       ? session->game->recount(end->view, &step->correction.count, error)
			       : MK_OK;
	case EVENT_UNDO:
	case EVENT_CHANGE:
		break; /* never steps */
	}
	return MK_OK;
}

enum mk_status path_take(const struct path *path, size_t place, const struct session *session,
	struct mk_view *view, struct mk_error *error)
{
	return walk_step(path, place, session, &(struct path_end){.view = view}, error);
}

enum mk_status path_walk(const struct path *path, const struct session *session,
	struct path_end *end, struct mk_error *error)
{
	struct mk_error cause;

	const struct mk_finding present = {.explanation = MK_UNCHANGED};

	session->game->begin(end->view, &session->rules);
	end->concluded = false;
	for (size_t i = 0; i < path->taken; i++) {
		if (walk_step(path, i, session, end, &cause) != MK_OK) {
			end->broken = path->steps[i].version;
			end->cause = cause;
			return path_broken(end->broken, &cause, error);
		}
	}
	if (end->concluded && session->game->replay(end->view, &present, &cause) != MK_OK) {
		end->broken = path->steps[path->taken - 1].version;
		end->cause = cause;
		return path_broken(end->broken, &cause, error);
	}
	return MK_OK;
}

enum mk_status path_broken(uint64_t version, const struct mk_error *cause, struct mk_error *error)
{
	return mk_fail(error, MK_IO, "journal_broken", "", "event %llu in the journal: %.120s",
		(unsigned long long)version, cause->what);
}
