/* What the events of a session amount to. */
#ifndef SESSION_REPLAY_H
#define SESSION_REPLAY_H

#include "session/cameras.h"
#include "session/journal.h"
#include "session/session.h"

struct replay {
	struct mk_view *view; /* NULL after a failure; else the receiver frees it */
	struct mk_view
		*before;   /* the table before what was concluded last; NULL: no steps; likewise */
	bool has_observed; /* false: nothing is accepted (any more) */
	struct mk_finding observed; /* what was concluded last */
	struct cameras cameras;
	uint64_t broken;       /* after a failure: the event that cannot have happened, */
	struct mk_error cause; /* and why */
};

struct event;
struct path;

/* Reads one event into `event` and takes its step on `path`, which has room for it; `cameras` hears
 * of its frame. */
enum mk_status replay_step(const struct session *session, const struct journal_event *row,
	struct path *path, struct cameras *cameras, struct event *event, struct mk_error *error);

/* MK_IO "journal_broken": the journal does not have this event. */
enum mk_status replay_gap(uint64_t version, struct mk_error *error);

/* Reads the events into `path`, which has room for them; `cameras` hears of their frames. */
enum mk_status replay_read(const struct session *session, const struct journal_event *events,
	size_t count, struct path *path, struct cameras *cameras, struct mk_error *error);

/* What the path amounts to; on failure replay->broken is the event that cannot have happened. */
enum mk_status replay_arrive(const struct session *session, const struct path *path,
	struct replay *replay, struct mk_error *error);

/*
 * Replays the events of `session` (its game, rules and version count) and then takes back `undo`
 * steps (negative: undoes the undoing). MK_IO with code "journal_broken" for events that never
 * happened here; MK_CONFLICT with code "nothing_to_undo".
 */
enum mk_status replay_events(const struct session *session, const struct journal_event *events,
	size_t count, int undo, struct replay *replay, struct mk_error *error);

#endif
