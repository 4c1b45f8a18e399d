/* Updating views: the members of struct mk_game that apply snapshots, corrections and findings. */
#ifndef KLONDIKE_TRACKING_LEARN_H
#define KLONDIKE_TRACKING_LEARN_H

#include "games/klondike/tracking/scene.h"
#include <makker/game.h>

enum mk_status klondike_apply_snapshot(struct mk_view *view, const struct mk_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);

/*
 * Learns from one scene. MK_CONFLICT: nothing explains it; or, with MK_LOOK_AGAIN in `finding`, a
 * misreading explains it better than any move. `error` is not filled.
 */
enum mk_status learn_scene(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);

/*
 * Learns from the scene of an unclear picture after which the player continued: the likeliest
 * explanation becomes the view, the others its alternatives. False, with nothing changed, where
 * nothing explains the scene or not all likely explanations can be kept.
 */
bool learn_passed(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/*
 * ... of the newest picture, where it is beyond doubt that something was done since the one before
 * it, whatever that was: the player does not wait for a clear picture, or for a question.
 */
bool learn_gone_on(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/* Fills `finding` and `error` with the reasons of that; MK_CONFLICT. */
enum mk_status learn_refuse(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);

/* correct.c */
mk_card klondike_card_at(const struct mk_view *known, int position, int index);
/*
 * Can the card that the player named be at its place in a picture of the table that follows `view`,
 * after `missed` pictures that never came? Of the pile, pictures show the front card alone. The
 * front of a first picture, named by its place in the column, becomes index 0.
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
 * Starts the game in `view`, which was begun, as far as the snapshot is clear (see mk_game's
 * learn). A contradiction is MK_CONFLICT with its conflicts, `error` left to the caller.
 */
enum mk_status klondike_apply_initial(struct klondike_view *view, const struct scene *scene,
	struct mk_finding *finding, struct mk_error *error);

/*
 * Starts the game with the columns' front cards, the waste's (MK_NO_CARD: none is up) and the
 * listed cards of the draw pile (MK_NO_CARD: not listed).
 */
void klondike_start_with(struct klondike_view *view, const mk_card front[COLUMNS], mk_card waste,
	const mk_card pile[PILE]);

#endif
