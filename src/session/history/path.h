/* The steps of a session, including undone ones. */
#ifndef SESSION_HISTORY_PATH_H
#define SESSION_HISTORY_PATH_H

#include "session/history/event.h"

struct path_step {
	uint64_t version;     /* of its event */
	enum event_kind kind; /* a snapshot, a move, a table or a correction */
	bool typed;           /* a snapshot that a person typed */
	union {
		struct mk_finding finding; /* unless it is a correction */
		struct correction correction;
	};
	char *text;    /* a table (JSON), or what a snapshot showed in one line; NULL: none */
	size_t origin; /* the place of the last table at or before this step, plus 1; 0: none */
};

/* The first `taken` steps count; those up to `count` are undone and can be redone. */
struct path {
	struct path_step *steps;
	size_t taken;
	size_t count;
	size_t capacity;
	size_t *corrections; /* the places of the corrections among the steps, in order */
	size_t correction_count;
};

/* The result of a path. */
struct path_end {
	struct mk_view *view;
	struct mk_view *before;  /* the table before the last finding; NULL: not needed */
	struct mk_finding *last; /* that finding, as corrected since; NULL: not needed */
	bool concluded;          /* there is a last finding */
	uint64_t broken;         /* after a failure: the impossible event */
	struct mk_error cause;   /* and the reason */
};

/* Reserves `count` steps; false without memory. */
bool path_init(struct path *path, size_t count);
/* The same for a path with steps, for `count` in total. */
bool path_make_room(struct path *path, size_t count);
/* A second call has no effect. */
void path_finish(struct path *path);

/* Undoes `back` steps; negative: redoes. False if there are fewer. */
bool path_seek(struct path *path, int back);

/* Applies one event to the path, undo and redo included. */
enum mk_status path_follow(
	struct path *path, uint64_t version, const struct event *event, struct mk_error *error);

/* Adds a correction. False without memory; the path has capacity for the step. */
bool path_correct(struct path *path, uint64_t version, const struct correction *correction);

/* Removes the last step permanently. */
void path_drop(struct path *path);

/* The number of relevant corrections: those since the last entered table. */
size_t path_active_corrections(const struct path *path);

/* True of a snapshot that no person typed. */
bool path_is_picture(const struct path *path, size_t place);

/*
 * True if a camera has read the card, which the step at `place` revealed, repeatedly: it is no
 * longer unconfirmed, or was confirmed before it came up again. A misreading is then unlikely.
 * False of a card that a person typed.
 */
bool path_is_confirmed(
	const struct path *path, size_t place, const struct session *session, mk_card card);

/*
 * Where all that is known at the step `place` begins: the last table before it that was entered
 * whole, else the first step.
 */
size_t path_base(const struct path *path, size_t place);

/* The finding of a step, with all later corrections; empty for a step that is a correction. */
void path_finding(const struct path *path, size_t place, struct mk_finding *finding);

/*
 * Applies the step at `place` to `view`, with all later corrections. On failure `view` is
 * undefined.
 */
enum mk_status path_apply(const struct path *path, size_t place, const struct session *session,
	struct mk_view *view, struct mk_error *error);

/*
 * Replays the whole path with all later corrections. On failure the outputs are undefined, except
 * end->broken.
 */
enum mk_status path_replay(const struct path *path, const struct session *session,
	struct path_end *end, struct mk_error *error);

struct replay {
	struct mk_view *view; /* NULL after a failure; else the receiver frees it */
	struct mk_view
		*before;   /* the table before what was concluded last; NULL: no steps; likewise */
	bool has_observed; /* false: nothing is accepted (any more) */
	struct mk_finding observed; /* what was concluded last */
	uint64_t broken;            /* after a failure: the event that cannot have happened, */
	struct mk_error cause;      /* and why */
};

/* The result of the path; on failure replay->broken is the event that cannot have happened. */
enum mk_status replay_finalize(const struct session *session, const struct path *path,
	struct replay *replay, struct mk_error *error);

#endif
