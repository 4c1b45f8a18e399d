/* The first snapshot of a game. */
#ifndef KLONDIKE_TRACKING_FIRST_H
#define KLONDIKE_TRACKING_FIRST_H

#include "games/klondike/tracking/scene.h"

/*
 * Starts the game in `view`, which was begun, as far as the snapshot is clear (see mk_game's
 * learn). A contradiction is MK_CONFLICT with its clashes, `error` left to the caller.
 */
enum mk_status klondike_apply_initial(struct klondike_view *view, const struct scene *scene,
	struct mk_finding *finding, struct mk_error *error);

/*
 * Starts the game with the columns' front cards, the waste's (MK_NO_CARD: none is up) and what was
 * told of the draw pile (MK_NO_CARD where nothing was).
 */
void klondike_start_with(struct klondike_view *view, const mk_card front[COLUMNS], mk_card waste,
	const mk_card pile[PILE]);

#endif
