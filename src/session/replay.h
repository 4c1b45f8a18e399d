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
};

/*
 * Replays the events of `session` (its game, rules and version count) and then takes back `undo`
 * steps (negative: undoes the undoing). MK_IO with code "journal_broken" for events that never
 * happened here; MK_CONFLICT with code "nothing_to_undo".
 */
enum mk_status replay_events(const struct session *session, const struct journal_event *events,
	size_t count, int undo, struct replay *replay, struct mk_error *error);

#endif
