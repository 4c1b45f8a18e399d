/*
 * Copies of a session's events, read from the journal page by page, for a background job: the loop
 * only copies, the job parses and replays.
 */
#ifndef SESSION_HISTORY_EVENTS_H
#define SESSION_HISTORY_EVENTS_H

#include "session/history/path.h"

/* Copies of one session take at most this much memory: MK_FULL. */
enum { EVENTS_MAX_BYTES = 128 * 1024 * 1024 };

struct mk_arena;
struct phases;

/* Embedded in a struct of its user, which stays until `done` was called; zeroed before. */
struct events {
	struct journal_event *rows; /* in order; bodies are copies, states are left out */
	size_t count;

	struct journal *journal;
	char id[SESSION_ID_SIZE];
	uint64_t upto;         /* the last version to read */
	struct phases *phases; /* of the request whose work this is; NULL: not measured */
	void (*done)(struct events *events, enum mk_status status, const struct mk_error *error);
	void *context; /* for `done` */

	struct mk_arena *bodies;
	size_t capacity, bytes;
	uint64_t at;                    /* the last version read */
	bool *on_path;                  /* by version - 1; NULL: all events */
	struct journal_session session; /* the row; without rules and token hashes */
};

/* All events up to events->upto. */
void events_read_all(struct events *events);

/*
 * The steps of the path to version events->upto; if a whole table was entered, from the last such
 * step on.
 */
void events_read_path(struct events *events);

/*
 * May run on any thread; a second call has no effect. For a long session it takes too long for the
 * loop.
 */
void events_finish(struct events *events);

/* Takes the steps of all copied events on `path`, which is empty. On any thread. */
enum mk_status events_walk(const struct events *events, const struct mk_game *game,
	struct path *path, struct mk_error *error);

#endif
