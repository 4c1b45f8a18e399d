/*
 * Learning from a picture: with what earlier pictures said, on the loop or on another thread.
 *
 * Most pictures take microseconds. One that comes after a gap, or while another is not understood,
 * may take tens of milliseconds: it is learned beside the loop (session/changes/change_job.h).
 */
#ifndef SESSION_CHANGES_LOOK_H
#define SESSION_CHANGES_LOOK_H

#include "session/change.h"

/*
 * The result is the view of `change` and the finding of its event. With MK_CONFLICT the
 * finding says what contradicts, and `error` too.
 */
typedef void look_end(struct change *change, enum mk_status status, struct mk_error *error);

/*
 * Learns from the snapshot of `change`, whose view is a copy to work on. Calls `end` now or later,
 * unless the change has failed: for want of memory or of a thread.
 */
void look_at_snapshot(struct change *change, look_end *end);

/*
 * Looks at the newest picture once more, with what the player said of a place in it. The session's
 * memory of pictures becomes what the look made of it only with look_keep().
 */
void look_at_told(struct change *change, const struct mk_place *told, look_end *end);

/* Within `end` of look_at_told(): what the player said counts from now on. */
void look_keep(struct change *change);

/* How many pictures are missing before that of `change`. */
int look_missed(const struct change *change);

/* Several explanations are kept: a question is open. */
bool look_asks_which(const struct session *session);

/* The context of the snapshot. */
struct mk_snapshot_context look_occasion(const struct change *change);

#endif
