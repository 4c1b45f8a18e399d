/*
 * A contradiction that one earlier misreading explains.
 *
 * Every revealed card is tried as each card that is seen where none can be, and as one
 * that is not known: if everything since can have happened then, and the picture is explained, that
 * is a repair. One that is the only one may be applied by itself; else it is proposed to the
 * player.
 *
 * The latest events are tried first. The cost of a search is counted, so that the same journal
 * always gives the same answer, whatever the clock: each try costs the steps that it replays, and
 * REPAIR_PICTURES steps where the pictures are then explained anew. When the next try could cost
 * more than is left, the search ends: what was found is a repair, but nobody knows whether it is
 * the only one.
 */
#ifndef SESSION_CHANGES_REPAIR_H
#define SESSION_CHANGES_REPAIR_H

#include "session/history/path.h"

/*
 * Searches in games with a tenth of the cards misread, mostly again and again, cost 2,200 steps in
 * the middle and 23,300 at most (5,934 of them, journals of up to 130 events).
 */
enum { REPAIR_BUDGET = 100000, REPAIR_PICTURES = 20 };

/* The input of the search. */
struct repair_case {
	const struct session *session;
	struct path *path;                /* to the present; with room for one more step */
	const struct mk_tracker *memory;  /* of the pictures */
	const struct mk_finding *finding; /* the contradiction */
	const struct mk_snapshot_context *occasion;
	size_t budget; /* in steps replayed; REPAIR_BUDGET */
};

/*
 * Finds the repairs. False: there is none (or no memory). `repair` is the one that goes back least,
 * repair->unique whether it is the only one. `spent` (may be NULL) is what it has cost.
 */
bool repair_find(const struct repair_case *wanted, struct mk_repair *repair, size_t *spent);

#endif
