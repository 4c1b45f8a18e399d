/*
 * Taking steps.
 *
 * Undoing takes steps back, but they stay on the path until something new is accepted: so undoing
 * can be undone.
 */
#include "session/path.h"

#include <stdlib.h>
#include <string.h>

bool path_init(struct path *path, size_t count)
{
	*path = (struct path){.steps = malloc((count + 1) * sizeof *path->steps)};
	return path->steps != NULL;
}

void path_finish(struct path *path)
{
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

enum mk_status path_follow(
	struct path *path, uint64_t version, const struct event *event, struct mk_error *error)
{
	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
		path->steps[path->taken++] = (struct path_step){version, event->finding};
		path->told = path->taken;
		return MK_OK;
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

enum mk_status path_walk(const struct path *path, const struct session *session,
	struct mk_view *view, struct mk_view *before, struct mk_error *error)
{
	const struct mk_game *game = session->game;
	struct mk_error cause;

	game->begin(view, &session->rules);
	for (size_t i = 0; i < path->taken; i++) {
		const struct path_step *step = &path->steps[i];

		if (before) {
			memcpy(before, view, game->view_size);
		}
		if (game->replay(view, &step->finding, &cause) != MK_OK) {
			return path_broken(step->version, &cause, error);
		}
	}
	return MK_OK;
}

enum mk_status path_broken(uint64_t version, const struct mk_error *cause, struct mk_error *error)
{
	return mk_fail(error, MK_IO, "journal_broken", "", "event %llu in the journal: %.120s",
		(unsigned long long)version, cause->what);
}
