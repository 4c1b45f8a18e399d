/*
 * A correction that what was concluded cannot bear: it was not a card that was misread, but a move
 * that was concluded wrongly.
 *
 * From the newest event back, each is explained in another way (as another card, by other moves,
 * with one reading let go of). Events since stay as they are where they still can have happened;
 * else their pictures are explained anew. Of all that agree with the correction, the one is taken
 * that leaves the fewest readings of all pictures unexplained.
 */
#ifndef SESSION_CHANGES_RECONSIDER_H
#define SESSION_CHANGES_RECONSIDER_H

#include "session/history/path.h"
#include "session/sessions.h"

/*
 * Fills in `correction`, so that the path with it behind agrees with `told`. False: nothing
 * does (or there is no memory).
 */
/* The readings of all pictures on the path that do not fit what is concluded. */
int reconsider_misfits(const struct session *session, const struct path *path);

bool reconsider(const struct session *session, const struct path *path,
	const struct session_correction *told, struct correction *correction);

#endif
