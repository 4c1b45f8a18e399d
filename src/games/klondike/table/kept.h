/*
 * The tables that a view keeps because snapshots do not distinguish them.
 *
 * They are numbered: 0 is the view itself, the alternatives are numbered from 1.
 */
#ifndef KLONDIKE_TABLE_KEPT_H
#define KLONDIKE_TABLE_KEPT_H

#include "games/klondike/table/table.h"

/*
 * Writes kept table `number` as a view of its own without alternatives. False if there is no such
 * table or it was dropped.
 */
bool klondike_explanation(const struct klondike_view *view, int number, struct klondike_view *out);

/* The odds of kept table `number` as in struct klondike_alternative; 0 for the likeliest. */
int klondike_odds(const struct klondike_view *view, int number);

/* The probability of kept table `number` relative to the likeliest one: 0 to 1. */
float klondike_weight(const struct klondike_view *view, int number);

/* True if the move is legal on nearly all kept tables, by weight, as a suggestion should be. */
bool klondike_is_likely(const struct klondike_view *view, const struct mk_move *move);

#endif
