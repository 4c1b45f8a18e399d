/* Snapshots of piles and findings, for games that use the library's defaults. */
#ifndef GAMES_COMMON_INTERPRET_H
#define GAMES_COMMON_INTERPRET_H

#include <makker/game.h>

/*
 * The default of apply_snapshot. The first snapshot, if readable, goes to set_table(). A later one
 * is explained by the shortest sequence of at most four moves. A move changes at most two piles; a
 * card that it turns up becomes the front card of its target. If there is no such sequence, another
 * snapshot is requested if a pile could not be read, and otherwise the snapshot is a contradiction.
 */
enum mk_status interpret_piles(const struct mk_game *game, struct mk_view *view,
	const struct mk_piles *seen, const struct mk_move *suggested, struct mk_finding *finding,
	struct mk_error *error);

/* Writes a contradiction: at most MK_MAX_PLACES piles that differ from the view. */
enum mk_status contradict_piles(const struct mk_game *game, const struct mk_view *view,
	const struct mk_piles *seen, struct mk_finding *finding, struct mk_error *error);

/*
 * The default of apply_finding: the first finding goes to set_table(), moves go to
 * apply_reported_move().
 */
enum mk_status repeat_finding(const struct mk_game *game, struct mk_view *view,
	const struct mk_finding *finding, struct mk_error *error);

/* "invalid_finding", MK_IMPOSSIBLE: a stored finding is wrong, as `what` says. */
enum mk_status finding_error(struct mk_error *error, const char *what);

/*
 * The kind of a finding from the journal, after a check of its counts. "invalid_finding",
 * MK_IMPOSSIBLE, if such a finding is never accepted.
 */
enum finding_part { FINDING_UNCHANGED, FINDING_FIRST, FINDING_MOVES };
enum mk_status finding_part_of(
	const struct mk_finding *finding, enum finding_part *part, struct mk_error *error);

/* MK_UNCHANGED without moves, otherwise the relation of the moves to the suggested one. */
enum mk_explanation explanation_of(
	const struct mk_finding *finding, const struct mk_move *suggested);

#endif
