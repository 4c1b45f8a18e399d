/* Snapshots of piles and findings, for games that leave them to the library. */
#ifndef GAMES_COMMON_INTERPRET_H
#define GAMES_COMMON_INTERPRET_H

#include <makker/game.h>

/*
 * The default of apply_snapshot: a first snapshot that is readable goes to set_table(); a later one
 * is explained by the fewest moves, at most four. A move changes at most two piles; a card that it
 * turns up becomes the front card of its target. Without such moves another snapshot is
 * asked for where a pile could not be read, and the snapshot is a contradiction where all could.
 */
enum mk_status interpret_piles(const struct mk_game *game, struct mk_view *view,
	const struct mk_piles *seen, const struct mk_move *suggested, struct mk_finding *finding,
	struct mk_error *error);

/* A contradiction: at most MK_MAX_PLACES piles that are seen otherwise than known. */
enum mk_status contradict_piles(const struct mk_game *game, const struct mk_view *view,
	const struct mk_piles *seen, struct mk_finding *finding, struct mk_error *error);

/* The default of apply_finding: the first goes to set_table(), moves to apply_reported_move(). */
enum mk_status repeat_finding(const struct mk_game *game, struct mk_view *view,
	const struct mk_finding *finding, struct mk_error *error);

/* "invalid_finding", MK_IMPOSSIBLE: `what` is wrong with a stored finding. */
enum mk_status finding_error(struct mk_error *error, const char *what);

/*
 * The parts of a finding of the journal, after its counts have been checked. "invalid_finding",
 * MK_IMPOSSIBLE, where it is one that is never accepted.
 */
enum finding_part { FINDING_UNCHANGED, FINDING_FIRST, FINDING_MOVES };
enum mk_status finding_part_of(
	const struct mk_finding *finding, enum finding_part *part, struct mk_error *error);

/* MK_UNCHANGED without moves, else the name of what the moves are next to the suggested one. */
enum mk_explanation explanation_of(
	const struct mk_finding *finding, const struct mk_move *suggested);

#endif
