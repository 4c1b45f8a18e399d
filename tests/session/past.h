/*
 * The events of a session of Klondike, put together without a daemon: for searches in a path of
 * events.
 */
#ifndef TESTS_SESSION_PAST_H
#define TESTS_SESSION_PAST_H

#include "session/history/path.h"

enum { PAST_SIZE = 32 };

struct past {
	struct mk_game game; /* Klondike's own functions; a test may put others there */
	struct session session;
	struct path path;
	struct mk_view *view;
	struct mk_tracker *memory;
	struct mk_snapshot_context occasion;
	struct mk_finding finding; /* of the picture that was seen last */
};

void past_begin(struct past *past);
void past_end(struct past *past);

/* The camera sees this, in one line; what is accepted is the next event. */
enum mk_status past_see(struct past *past, const char *line);

/* An event as another program might have written it: nothing of it is checked. */
void past_claim(struct past *past, const struct mk_finding *finding, const char *line);

#endif
