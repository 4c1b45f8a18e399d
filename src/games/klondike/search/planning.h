/*
 * Plans of the search: a step, or two steps one after the other.
 *
 * Playouts go on by the policy after a plan. Where a first step shows nothing new and only pays
 * with a second that the policy would not choose, no single step tells its worth; so such pairs are
 * plans of their own where cards are turned by threes, and every card taken changes which others
 * can be had. After the first step the player thinks again, and may think better of it.
 */
#ifndef KLONDIKE_SEARCH_PLANNING_H
#define KLONDIKE_SEARCH_PLANNING_H

#include "games/klondike/search/reduced.h"
#include "games/klondike/table/step.h"

#include <makker/game.h>

/* `plans` of struct mk_search_game. A tag has each step in 16 bits, the first one lowest. */
size_t klondike_plans(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES]);

/* `line` likewise: the real moves of all its steps. */
size_t klondike_plan_line(
	const struct mk_view *view, const struct mk_plan *plan, struct mk_move line[MK_MAX_LINE]);

/* Carries out the plan on a table for which it was offered. */
void klondike_plan_take(struct reduced *table, const struct mk_plan *plan, struct mk_rng *rng);

/* What can be said of a table for certain, and how a plan goes on. */

/* Win: all cards lie face up or can be had one by one. Loss: nothing can come any more. */
enum mk_certainty klondike_prove(const struct mk_view *view);

/* No more than one card has not been seen, and the order of the pile is known. */
bool klondike_is_fully_known(const struct mk_view *view);

/*
 * Adds the real moves of a step to a line of `length` moves, and plays them on `table`. Returns the
 * line's new length, at most MK_MAX_LINE.
 */
size_t klondike_macro_line(struct klondike_view *table, struct klondike_macro step,
	struct mk_move line[MK_MAX_LINE], size_t length);

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

/* `move` is the first one of `step`, `completes` whether it is all of it. */
bool klondike_is_progress(const struct klondike_view *view, struct klondike_macro step,
	struct mk_move move, bool completes);

/* Klondike for the shared search: its plans are steps, its playouts those of the learned policy. */

extern const struct mk_search_game klondike_search;

#endif
