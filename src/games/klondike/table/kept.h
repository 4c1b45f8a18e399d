/*
 * The explanations that a view keeps: tables that the pictures do not distinguish.
 *
 * They are numbered: 0 is the view itself, 1 and up are its alternatives.
 */
#ifndef KLONDIKE_TABLE_KEPT_H
#define KLONDIKE_TABLE_KEPT_H

#include "games/klondike/table/table.h"

/*
 * Writes explanation `number` as a view of its own, without alternatives. False where there is no
 * such explanation (any more).
 */
bool klondike_explanation(const struct klondike_view *view, int number, struct klondike_view *out);

/* The odds of explanation `number` as in struct klondike_alternative; 0 for the likeliest. */
int klondike_odds(const struct klondike_view *view, int number);

/* How likely explanation `number` is, compared with the likeliest one: 0 to 1. */
float klondike_weight(const struct klondike_view *view, int number);

/* Can the move be made on nearly every table that is kept, as a suggestion should? */
bool klondike_is_likely(const struct klondike_view *view, const struct mk_move *move);

#endif
