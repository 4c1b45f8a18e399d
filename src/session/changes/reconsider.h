/*
 * Corrections that no single misread card explains: an earlier finding has wrong moves.
 *
 * From the newest event back, each is interpreted in other ways (another card, other moves, one
 * reading ignored). Later events stay if they are still possible; otherwise their snapshots are
 * interpreted again. Of all interpretations that agree with the correction, the one that leaves the
 * fewest readings unexplained is chosen. None contradicts what a person typed, corrected or
 * confirmed.
 */
#ifndef SESSION_CHANGES_RECONSIDER_H
#define SESSION_CHANGES_RECONSIDER_H

#include "session/history/path.h"
#include "session/sessions.h"

/* True if the table already has this count. False without memory. */
bool reconsider_has_count(
	const struct mk_game *game, const struct mk_view *view, const struct mk_count *count);

/*
 * The weighted number of readings on the path that contradict the findings, for the correction
 * `request`: a reading that is unlikely to be wrong counts twice, and one of a typed snapshot more
 * than any correction may cost.
 */
int reconsider_misfits(const struct session *session, const struct path *path,
	const struct session_correction *request);

/*
 * Fills in `correction` so that the path with it agrees with `request`. False: impossible, or out
 * of memory.
 */
bool reconsider(const struct session *session, const struct path *path,
	const struct session_correction *request, struct correction *correction);

#endif
