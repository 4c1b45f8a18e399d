/*
 * A contradiction that one earlier misreading explains.
 *
 * Every card that an event told is tried as each card that is seen where none can be, and as one
 * that is not known: if everything since can have happened then, and the picture is explained, that
 * is a repair. One that is the only one may be applied by itself; else it is proposed to the
 * player.
 */
#ifndef SESSION_REPAIR_H
#define SESSION_REPAIR_H

#include "session/path.h"

/* What a repair is tried on. */
struct repair_case {
	const struct session *session;
	struct path *path;                /* to the present; with room for one more step */
	const struct mk_memory *memory;   /* of the pictures */
	const struct mk_finding *finding; /* the contradiction */
	const struct mk_occasion *occasion;
};

/*
 * Finds the repairs. False: there is none (or no memory). `repair` is the one that goes back least,
 * repair->unique whether it is the only one.
 */
bool repair_find(const struct repair_case *wanted, struct mk_repair *repair);

#endif
