/*
 * Repairs: one earlier misreading that explains a contradiction.
 *
 * Every revealed card is tried as each card that is seen at an impossible place, and as an unknown
 * one: if the later events are still possible and the snapshot is explained, that is a repair. The
 * only one may be applied automatically; otherwise it is proposed to the player. A card that a
 * camera has read repeatedly is not tried if a camera contradicts it.
 *
 * The latest events come first. The search has a budget in replayed steps, and REPAIR_PICTURES
 * steps for each attempt that interprets snapshots again, so that the same journal gives the same
 * result. If the next attempt could exceed the budget the search ends: a repair found is valid, but
 * may not be the only one.
 */
#ifndef SESSION_CHANGES_REPAIR_H
#define SESSION_CHANGES_REPAIR_H

#include "session/history/path.h"

/*
 * In games with a tenth of the cards misread, mostly repeatedly, 5,934 searches cost 2,200 steps in
 * the median and 23,300 at most (journals of up to 130 events).
 */
enum { REPAIR_BUDGET = 100000, REPAIR_PICTURES = 20 };

/* The input of the search. */
struct repair_case {
	const struct session *session;
	struct path *path;                /* up to the present; with capacity for one more step */
	const struct mk_tracker *memory;  /* of the pictures */
	const struct mk_finding *finding; /* the contradiction */
	const struct mk_snapshot_context *occasion;
	size_t budget; /* in steps replayed; REPAIR_BUDGET */
};

/*
 * Finds the repairs. False: none, or out of memory. `repair` is the most recent one; repair->unique
 * says whether it is the only one. `spent` (may be NULL) is the cost.
 */
bool repair_find(const struct repair_case *wanted, struct mk_repair *repair, size_t *spent);

#endif
