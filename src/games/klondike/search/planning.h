/*
 * Plans of the search: a macro-move, or up to three, one after the other.
 *
 * Playouts continue by the policy after a plan. If a first macro-move shows nothing new and only
 * pays with a second that the policy would not choose, no single one has its true value; so such
 * pairs are plans of their own where cards are turned by threes, and every card taken changes which
 * others are accessible. Plans of three are too many for that: the search asks for those that begin
 * like the best plans so far. After the first step the player searches again, and may choose
 * otherwise.
 */
#ifndef KLONDIKE_SEARCH_PLANNING_H
#define KLONDIKE_SEARCH_PLANNING_H

#include "games/klondike/search/reduced.h"
#include "games/klondike/table/step.h"

#include <makker/game.h>

/* `plans` of struct mk_search_game. */
size_t klondike_plans(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES]);

/* `longer_plans` and `resume_plan` likewise: up to three steps, by threes only. */
size_t klondike_longer_plans(const struct mk_view *view, const struct mk_plan *plan,
	const struct mk_plan *plans, size_t count, struct mk_plan *longer, size_t capacity);
bool klondike_resume_plan(const struct mk_view *view, uint32_t tag, struct mk_plan *plan);

/* A plan's tag has each step in so many bits, the first one lowest. */
enum { PLAN_STEPS = 3, PLAN_STEP_BITS = 10 };

/* The tag of a single step, and step `number` (from 0) of a tag: STEP_NONE where it has fewer. */
uint32_t klondike_plan_tag(struct klondike_macro step);
struct klondike_macro klondike_plan_step(uint32_t tag, int number);

/*
 * The move of the policy alone, without playouts: the first one of the plan that it prefers, or the
 * heuristic's where there is no plan. False if the table has no legal move.
 */
bool klondike_policy_pick(const struct mk_view *view, struct mk_move *move);

/* `line` likewise: the real moves of all its steps. */
size_t klondike_plan_line(
	const struct mk_view *view, const struct mk_plan *plan, struct mk_move line[MK_MAX_LINE]);

/* Carries out the plan on a table for which it was offered. */
void klondike_plan_take(struct reduced *table, const struct mk_plan *plan, struct mk_rng *rng);

/* Proven results of a table, and the continuation of a plan. */

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
 * Loop prevention: which plans a player may follow, so that whatever is preferred at each table,
 * the game never returns to one.
 *
 * A completed macro-move is progress that nothing undoes. The other moves are on the way to
 * one: draws towards a known card, and runs that are pushed aside.
 *
 * Draws: while the game has not progressed (`idle`), a plan is followed only if its card comes to
 * the front before the pile is back where it was when the game last progressed. The card that was
 * first turned for is such a one until it is played, so there always is a plan; and each draw
 * leaves fewer.
 *
 * Runs: if a run is on one card and its other place has just become free and can go up, no other
 * run is pushed aside: either that card goes up, or the pile is turned.
 */

/* `move` is the first one of `step`, `completes` whether it is all of it. */
bool klondike_is_progress(const struct klondike_view *view, struct klondike_macro step,
	struct mk_move move, bool completes);

/* Klondike for the shared search: its plans are steps, its playouts those of the learned policy. */

extern const struct mk_search_game klondike_search;

#endif
