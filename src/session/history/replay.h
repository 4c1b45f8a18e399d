/* Where a path of steps leads. */
#ifndef SESSION_HISTORY_REPLAY_H
#define SESSION_HISTORY_REPLAY_H

#include "session/history/path.h"

struct replay {
	struct mk_view *view; /* NULL after a failure; else the receiver frees it */
	struct mk_view
		*before;   /* the table before what was concluded last; NULL: no steps; likewise */
	bool has_observed; /* false: nothing is accepted (any more) */
	struct mk_finding observed; /* what was concluded last */
	uint64_t broken;            /* after a failure: the event that cannot have happened, */
	struct mk_error cause;      /* and why */
};

/* What the path amounts to; on failure replay->broken is the event that cannot have happened. */
enum mk_status replay_finalize(const struct session *session, const struct path *path,
	struct replay *replay, struct mk_error *error);

#endif
