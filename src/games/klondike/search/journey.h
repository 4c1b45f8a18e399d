/*
 * Not coming back: which plans a player may follow on his way, so that whatever he prefers at each
 * table anew, he never returns to one.
 *
 * A completed step is progress that nothing undoes. What remains are the moves on the way to one:
 * draws towards a known card, and runs that are pushed aside.
 *
 * Draws: while the game has not gone forward (`idle`), a plan is followed only if its card comes to
 * the front before the pile is back where it was when the game last went forward. The card that was
 * first turned for is such a one until it is played, so there always is a plan; and each draw
 * leaves fewer.
 *
 * Runs: when a run lies on one card and its other place has just become free and wants to go up,
 * then no other run is pushed aside: either that card goes up, or the pile is turned.
 */
#ifndef KLONDIKE_SEARCH_JOURNEY_H
#define KLONDIKE_SEARCH_JOURNEY_H

#include "games/klondike/table/step.h"

/* `move` is the first one of `step`, `completes` whether it is all of it. */
bool klondike_is_progress(const struct klondike_view *view, struct klondike_macro step,
	struct mk_move move, bool completes);

#endif
