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

/* `plans` of struct mk_search_game. A tag has each step in 16 bits, the first one lowest. */
size_t klondike_plans(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES]);

/* `line` likewise: the real moves of all its steps. */
size_t klondike_plan_line(
	const struct mk_view *view, const struct mk_plan *plan, struct mk_move line[MK_MAX_LINE]);

/* Carries out the plan on a table for which it was offered. */
void klondike_plan_take(struct reduced *table, const struct mk_plan *plan, struct mk_rng *rng);

#endif
