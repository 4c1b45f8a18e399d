/* The steps that a session has taken, those that were taken back among them. */
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

/* Where a path leads. */
struct path_end {
	struct mk_view *view;
	struct mk_view *before;  /* the table before the last finding; NULL: not needed */
	struct mk_finding *last; /* that finding, as corrected since; NULL: not needed */
	bool concluded;          /* there was anything to conclude */
	uint64_t broken;         /* after a failure: the event that cannot have happened, */
	struct mk_error cause;   /* and why */
};

/* Room for `count` steps; false without memory. */
bool path_init(struct path *path, size_t count);
/* The same for a path that has steps already: for `count` in all. */
bool path_make_room(struct path *path, size_t count);
/* A second time does nothing. */
void path_finish(struct path *path);

/* Steps back, negative: forth again. False when there are not so many. */
bool path_seek(struct path *path, int back);

/* Takes the step of one event, back or forth. */
enum mk_status path_follow(
	struct path *path, uint64_t version, const struct event *event, struct mk_error *error);

/* Adds a correction. False without memory; the path has capacity for the step. */
bool path_correct(struct path *path, uint64_t version, const struct correction *correction);

/* Removes the last step permanently. */
void path_drop(struct path *path);

/* How many corrections of the path matter: those since the last entered table. */
size_t path_active_corrections(const struct path *path);

/* True of a snapshot that no person typed. */
bool path_is_picture(const struct path *path, size_t place);

/*
 * True if a camera has read the card, which the step at `place` revealed, again and again: it is no
 * longer unconfirmed, or was not before it came up once more. That it was misread is not credible.
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

/* Brings `view` past the step at `place`, likewise. On failure `view` is anything. */
enum mk_status path_apply(const struct path *path, size_t place, const struct session *session,
	struct mk_view *view, struct mk_error *error);

/*
 * Walks the path to its end, with every card as it was corrected later. On failure the outputs are
 * anything, but for end->broken.
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
