/*
 * Knowledge is a fold over what was accepted.
 *
 * Undoing takes steps back, but they stay on the path until something new is accepted: so undoing
 * can be undone.
 */
#include "session/replay.h"

#include "session/event.h"
#include "session/fault.h"

#include <stdlib.h>
#include <string.h>

struct step {
	uint64_t version; /* of its event */
	struct mk_finding finding;
};

/* The steps of the session: the first `taken` count, those up to `told` were taken back. */
struct path {
	struct step *steps;
	size_t taken;
	size_t told;
};

static bool path_go(struct path *path, int back)
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

static void path_add(struct path *path, uint64_t version, const struct mk_finding *finding)
{
	path->steps[path->taken++] = (struct step){version, *finding};
	path->told = path->taken;
}

static enum mk_status follow(struct path *path, uint64_t version, const struct event *event,
	struct cameras *cameras, struct mk_error *error)
{
	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
		path_add(path, version, &event->finding);
		if (event->numbered) {
			cameras_note(cameras, event->camera, event->frame);
		}
		return MK_OK;
	case EVENT_UNDO:
		if (!path_go(path, event->steps)) {
			return mk_fail(error, MK_IMPOSSIBLE, "nothing_to_undo", "/steps",
				"there are not so many steps");
		}
		return MK_OK;
	case EVENT_CHANGE:
		return MK_OK;
	}
	return MK_MALFORMED;
}

static enum mk_status broken(uint64_t version, const struct mk_error *cause, struct mk_error *error)
{
	return mk_fail(error, MK_IO, "journal_broken", "", "event %llu in the journal: %.120s",
		(unsigned long long)version, cause->what);
}

static enum mk_status find_path(const struct session *session, const struct journal_event *events,
	size_t count, struct path *path, struct cameras *cameras, struct mk_error *error)
{
	struct mk_error cause;
	struct event event;

	for (size_t i = 0; i < count; i++) {
		if (events[i].version != i + 1) {
			mk_fail(&cause, MK_MALFORMED, "bad_event", "", "its version should be %zu",
				i + 1);
			return broken(events[i].version, &cause, error);
		}
		if (event_read(&events[i], session->game, &event, &cause) != MK_OK ||
			follow(path, i + 1, &event, cameras, &cause) != MK_OK) {
			return broken(events[i].version, &cause, error);
		}
	}
	if (count != session->version) {
		mk_fail(&cause, MK_MALFORMED, "bad_event", "", "it is missing");
		return broken(count + 1, &cause, error);
	}
	return MK_OK;
}

/* Replays the path; the table before its last step goes to `before`. */
static enum mk_status walk(const struct session *session, const struct path *path,
	struct mk_view *view, struct mk_view *before, struct mk_error *error)
{
	const struct mk_game *game = session->game;
	struct mk_error cause;

	game->begin(view, &session->rules);
	for (size_t i = 0; i < path->taken; i++) {
		const struct step *step = &path->steps[i];

		memcpy(before, view, game->view_size);
		if (game->replay(view, &step->finding, &cause) != MK_OK) {
			return broken(step->version, &cause, error);
		}
	}
	return MK_OK;
}

/* The end of the path as a result. */
static enum mk_status arrive(const struct session *session, const struct path *path,
	struct replay *replay, struct mk_error *error)
{
	struct mk_view *view = malloc(session->game->view_size);
	struct mk_view *before = malloc(session->game->view_size);
	enum mk_status status =
		view && before ? walk(session, path, view, before, error) : fault_no_memory(error);

	if (status != MK_OK) {
		free(view);
		free(before);
		return status;
	}
	*replay = (struct replay){.view = view, .has_observed = path->taken > 0};
	if (replay->has_observed) {
		replay->observed = path->steps[path->taken - 1].finding;
	}
	if (replay->observed.step_count > 0) {
		replay->before = before;
	} else {
		free(before);
	}
	return MK_OK;
}

static enum mk_status take_back(struct path *path, int undo, struct mk_error *error)
{
	if (undo == 0 || path_go(path, undo)) {
		return MK_OK;
	}
	return mk_fail(error, MK_IMPOSSIBLE, "nothing_to_undo", "/steps",
		undo > 0 ? "%zu steps can be taken back" : "the undoing of %zu steps can be undone",
		undo > 0 ? path->taken : path->told - path->taken);
}

enum mk_status replay_events(const struct session *session, const struct journal_event *events,
	size_t count, int undo, struct replay *replay, struct mk_error *error)
{
	struct path path = {.steps = malloc((count + 1) * sizeof *path.steps)};
	struct cameras cameras = {0};
	enum mk_status status;

	replay->view = replay->before = NULL;
	if (!path.steps) {
		return fault_no_memory(error);
	}
	status = find_path(session, events, count, &path, &cameras, error);
	if (status == MK_OK) {
		status = take_back(&path, undo, error);
	}
	if (status == MK_OK) {
		status = arrive(session, &path, replay, error);
	}
	if (status == MK_OK) {
		replay->cameras = cameras;
	}
	free(path.steps);
	return status;
}
