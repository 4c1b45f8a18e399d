/*
 * Updates of views: the members of struct mk_game that apply snapshots, corrections and findings.
 */
#ifndef KLONDIKE_TRACKING_LEARN_H
#define KLONDIKE_TRACKING_LEARN_H

#include "games/klondike/tracking/scene.h"
#include <makker/game.h>

enum mk_status klondike_apply_snapshot(struct mk_view *view, const struct mk_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);

/*
 * Applies one scene to the view. Returns MK_CONFLICT if no hypothesis explains it, or, with
 * MK_LOOK_AGAIN in `finding`, if a misreading explains it better than any move. `error` is not
 * filled.
 */
enum mk_status learn_scene(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);

/*
 * Applies the scene of an unclear snapshot after which the player has continued: the likeliest
 * hypothesis becomes the view, the others its alternatives. Returns false, with nothing changed, if
 * no hypothesis explains the scene or not all likely ones can be kept.
 */
bool learn_passed(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/*
 * As learn_passed(), for the newest snapshot, if it is beyond doubt that something was done since
 * the preceding one: the player does not wait for a clear snapshot or for a question.
 */
bool learn_gone_on(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/* Fills `finding` and `error` with the reasons of a contradiction; returns MK_CONFLICT. */
enum mk_status learn_refuse(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);

/* correct.c */
mk_card klondike_card_at(const struct mk_view *known, int position, int index);
/*
 * True if the named card can be at its place in a snapshot of the table that follows `view` after
 * `missed` missing snapshots. Snapshots show only the front card of the draw pile. The front card
 * of a first snapshot, named by its place in the column, becomes index 0.
 */
bool klondike_hint_is_possible(const struct klondike_view *view, int missed, struct mk_place *hint);
bool klondike_settle_by_card(
	struct mk_view *view, const struct mk_place *stated, struct mk_finding *finding);
bool klondike_settle_by_count(
	struct mk_view *opaque, const struct mk_count *count, struct mk_finding *finding);
enum mk_status klondike_explain_by_count(struct mk_view *opaque, const struct mk_tracker *pictures,
	const struct mk_count *count, struct mk_finding *finding);
enum mk_status klondike_set_count(
	struct mk_view *opaque, const struct mk_count *count, struct mk_error *error);

size_t klondike_alternative_findings(const struct mk_view *known,
	const struct mk_snapshot *snapshot, mk_card reported, struct mk_finding *findings,
	size_t capacity);
int klondike_count_conflicts(const struct mk_view *known, const struct mk_snapshot *snapshot,
	const struct mk_place *reported, bool typed);

/* replay.c */
enum mk_status klondike_apply_reported_move(struct mk_view *view, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error);
enum mk_status klondike_replay(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);

/* The first snapshot of a game. */

/*
 * Initializes `view`, on which the game was begun, from the first snapshot as far as it is clear
 * (see apply_snapshot of mk_game). A contradiction is MK_CONFLICT with its conflicts; the caller
 * fills `error`.
 */
enum mk_status klondike_apply_initial(struct klondike_view *view, const struct scene *scene,
	struct mk_finding *finding, struct mk_error *error);

/*
 * Starts the game with the front cards of the columns, the front card of the waste (MK_NO_CARD:
 * none) and the listed cards of the draw pile (MK_NO_CARD: not listed).
 */
void klondike_start_with(struct klondike_view *view, const mk_card front[COLUMNS], mk_card waste,
	const mk_card pile[PILE]);

#endif
