/*
 * Applies a snapshot together with the evidence of earlier ones, on the loop or in a background
 * job.
 *
 * Most snapshots take microseconds. One that comes after a gap, or while an earlier one is unclear,
 * may take tens of milliseconds and runs in a job (session/changes/change_job.h).
 */
#ifndef SESSION_CHANGES_APPLY_SNAPSHOT_H
#define SESSION_CHANGES_APPLY_SNAPSHOT_H

#include "session/change.h"

/*
 * The result is the view of `change` and the finding of its event. With MK_CONFLICT the finding has
 * the conflicts, and `error` is set.
 */
typedef void snapshot_applied(struct change *change, enum mk_status status, struct mk_error *error);

/*
 * Applies the snapshot of `change`, whose view is a working copy. Calls `end` now or later, unless
 * the change has failed without memory or a thread.
 */
void snapshot_apply(struct change *change, snapshot_applied *end);

/*
 * Applies the newest snapshot again, with a card that the player has reported. The session's
 * evidence changes only with snapshot_keep_evidence().
 */
void snapshot_apply_reported(
	struct change *change, const struct mk_place *reported, snapshot_applied *end);

/* Called by the `end` of snapshot_apply_reported(): the reported card is kept as evidence. */
void snapshot_keep_evidence(struct change *change);

/* The number of missing snapshots before that of `change`. */
int snapshot_missing_pictures(const struct change *change);

/* The context of the snapshot. */
struct mk_snapshot_context snapshot_context_of(const struct change *change);

#endif
