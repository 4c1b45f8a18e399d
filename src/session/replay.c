/* Knowledge is a fold over what was accepted. */
#include "session/replay.h"

#include "session/fault.h"
#include "session/path.h"

#include <stdlib.h>

enum mk_status replay_read(const struct session *session, const struct journal_event *events,
	size_t count, struct path *path, struct cameras *cameras, struct mk_error *error)
{
	struct mk_error cause;
	struct event event;

	for (size_t i = 0; i < count; i++) {
		if (events[i].version != i + 1) {
			mk_fail(&cause, MK_MALFORMED, "bad_event", "", "its version should be %zu",
				i + 1);
			return path_broken(events[i].version, &cause, error);
		}
		if (event_read(&events[i], session->game, &event, &cause) != MK_OK ||
			path_follow(path, i + 1, &event, &cause) != MK_OK) {
			return path_broken(events[i].version, &cause, error);
		}
		if (event.numbered) {
			cameras_note(cameras, event.camera, event.frame);
		}
	}
	if (count != session->version) {
		mk_fail(&cause, MK_MALFORMED, "bad_event", "", "it is missing");
		return path_broken(count + 1, &cause, error);
	}
	return MK_OK;
}

enum mk_status replay_arrive(const struct session *session, const struct path *path,
	struct replay *replay, struct mk_error *error)
{
	struct mk_finding last = {0};
	struct path_end end = {
		malloc(session->game->view_size), malloc(session->game->view_size), .last = &last};
	enum mk_status status = end.view && end.before ? path_walk(path, session, &end, error)
						       : fault_no_memory(error);

	replay->broken = end.broken;
	replay->cause = end.cause;
	if (status != MK_OK) {
		free(end.view);
		free(end.before);
		return status;
	}
	*replay =
		(struct replay){.view = end.view, .has_observed = end.concluded, .observed = last};
	if (last.step_count > 0) {
		replay->before = end.before;
	} else {
		free(end.before);
	}
	return MK_OK;
}

static enum mk_status take_back(struct path *path, int undo, struct mk_error *error)
{
	if (undo == 0 || path_go(path, undo)) {
		return MK_OK;
	}
	return mk_fail(error, MK_CONFLICT, "nothing_to_undo", "/steps",
		undo > 0 ? "%zu steps can be taken back" : "the undoing of %zu steps can be undone",
		undo > 0 ? path->taken : path->told - path->taken);
}

enum mk_status replay_events(const struct session *session, const struct journal_event *events,
	size_t count, int undo, struct replay *replay, struct mk_error *error)
{
	struct path path;
	struct cameras cameras = {0};
	enum mk_status status;

	*replay = (struct replay){0};
	if (!path_init(&path, count)) {
		return fault_no_memory(error);
	}
	status = replay_read(session, events, count, &path, &cameras, error);
	if (status == MK_OK) {
		status = take_back(&path, undo, error);
	}
	if (status == MK_OK) {
		status = replay_arrive(session, &path, replay, error);
	}
	if (status == MK_OK) {
		replay->cameras = cameras;
	}
	path_finish(&path);
	return status;
}
