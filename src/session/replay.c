/* Knowledge is a fold over what was accepted. */
#include "session/replay.h"

#include "session/fault.h"
#include "session/path.h"
#include "session/refusal.h"

#include <stdlib.h>

enum mk_status replay_step(const struct session *session, const struct journal_event *row,
	struct path *path, struct cameras *cameras, struct event *event, struct mk_error *error)
{
	struct mk_error cause;

	if (event_read(row, session->game, event, &cause) != MK_OK ||
		path_follow(path, row->version, event, &cause) != MK_OK) {
		return path_broken(row->version, &cause, error);
	}
	if (event->numbered) {
		cameras_note(cameras, event->camera, event->frame);
	}
	return MK_OK;
}

enum mk_status replay_gap(uint64_t version, struct mk_error *error)
{
	struct mk_error cause;

	mk_fail(&cause, MK_MALFORMED, "bad_event", "", "it is missing");
	return path_broken(version, &cause, error);
}

enum mk_status replay_read(const struct session *session, const struct journal_event *events,
	size_t count, struct path *path, struct cameras *cameras, struct mk_error *error)
{
	struct event event;
	enum mk_status status = MK_OK;

	for (size_t i = 0; i < count && status == MK_OK; i++) {
		status = events[i].version == i + 1
				 ? replay_step(session, &events[i], path, cameras, &event, error)
				 : replay_gap(i + 1, error);
	}
	return status == MK_OK && count != session->version ? replay_gap(count + 1, error) : status;
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

/* How many steps there are instead: none, or {0}. */
static enum mk_status refuse_undo(
	struct mk_error *error, enum refusal none, enum refusal less, size_t steps)
{
	return steps == 0 ? refuse(error, none, "/steps")
			  : refuse_with(error, less, "/steps",
				    (struct mk_word){
					    .kind = MK_WORD_NUMBER, .number = (long long)steps});
}

static enum mk_status take_back(struct path *path, int undo, struct mk_error *error)
{
	if (undo == 0 || path_go(path, undo)) {
		return MK_OK;
	}
	return undo > 0 ? refuse_undo(
				  error, REFUSAL_NOTHING_TO_UNDO, REFUSAL_LESS_TO_UNDO, path->taken)
			: refuse_undo(error, REFUSAL_NOTHING_TO_REDO, REFUSAL_LESS_TO_REDO,
				  path->told - path->taken);
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
