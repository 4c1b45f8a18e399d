/*
 * Plans of the search: one to three consecutive macro-moves.
 *
 * After a plan, playouts continue with the policy. If a first macro-move reveals nothing and is
 * only useful with a second one that the policy would not choose, plans of one macro-move
 * underestimate it. Such pairs are therefore plans of their own with draws of three, where each
 * card that is taken changes which others are accessible. There are too many plans of three: the
 * search requests only those that begin like the best plans so far. After the first macro-move the
 * player searches again and may choose differently.
 */
#ifndef KLONDIKE_SEARCH_PLANNING_H
#define KLONDIKE_SEARCH_PLANNING_H

#include "games/klondike/search/reduced.h"
#include "games/klondike/table/step.h"

#include <makker/game.h>

/* `plans` of struct mk_search_game. */
size_t klondike_plans(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES]);

/*
 * `longer_plans` and `resume_plan` of struct mk_search_game: up to three macro-moves, only with
 * draws of three.
 */
size_t klondike_longer_plans(const struct mk_view *view, const struct mk_plan *plan,
	const struct mk_plan *plans, size_t count, struct mk_plan *longer, size_t capacity);
bool klondike_resume_plan(const struct mk_view *view, uint32_t tag, struct mk_plan *plan);

/* A plan's tag has PLAN_STEP_BITS for each macro-move, the first one in the lowest bits. */
enum { PLAN_STEPS = 3, PLAN_STEP_BITS = 10 };

/*
 * The tag of a single macro-move, and macro-move `number` (from 0) of a tag; STEP_NONE if it has
 * fewer.
 */
uint32_t klondike_plan_tag(struct klondike_macro step);
struct klondike_macro klondike_plan_step(uint32_t tag, int number);

/*
 * The move of the policy without playouts: the first move of its preferred plan, or the heuristic's
 * move if there is no plan. False if the table has no legal move.
 */
bool klondike_policy_pick(const struct mk_view *view, struct mk_move *move);

/* `plan_moves` of struct mk_search_game: the moves of all macro-moves of the plan. */
size_t klondike_plan_line(
	const struct mk_view *view, const struct mk_plan *plan, struct mk_move line[MK_MAX_LINE]);

/* Carries out the plan on a table on which it is possible. */
void klondike_plan_take(struct reduced *table, const struct mk_plan *plan, struct mk_rng *rng);

/* Proven results, and the moves of a macro-move. */

/*
 * Proven win: all cards are face up or accessible one by one. Proven loss: no card can come any
 * more.
 */
enum mk_certainty klondike_prove(const struct mk_view *view);

/* True if at most one card is unknown, in columns and pile together. */
bool klondike_is_fully_known(const struct mk_view *view);

/*
 * Appends the moves of a macro-move to a line of `length` moves and plays them on `table`. Returns
 * the new length, at most MK_MAX_LINE.
 */
size_t klondike_macro_line(struct klondike_view *table, struct klondike_macro step,
	struct mk_move line[MK_MAX_LINE], size_t length);

/*
 * Loop prevention: restricts the plans of a player so that the game never returns to a table,
 * whatever the preferences at each table are.
 *
 * A completed macro-move is progress that no later move undoes. The other moves prepare one: draws
 * towards a known card, and runs that are pushed aside.
 *
 * Draws: while the game has not progressed (`idle`), a plan is possible only if its card comes to
 * the front before the pile is back where it was when the game last progressed. The card for which
 * the first of these draws was made is such a card until it is played, so there always is a plan;
 * and each draw leaves fewer.
 *
 * Runs: if a run has moved and the twin of the card on which it now lies has just become a front
 * card that can go up, no other run is pushed aside: either that card goes up, or the pile is
 * turned.
 */

/*
 * True if `move`, the first one of `step`, is allowed by these rules; `completes`: it is all of
 * `step`.
 */
bool klondike_is_progress(const struct klondike_view *view, struct klondike_macro step,
	struct mk_move move, bool completes);

/*
 * Klondike for the shared search: its plans are macro-moves, its playouts those of the learned
 * policy.
 */

extern const struct mk_search_game klondike_search;

#endif
