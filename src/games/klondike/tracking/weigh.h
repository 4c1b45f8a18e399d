/*
 * How likely explanations are: what players do, and how well the readings fit.
 *
 * A score is a logarithm; only differences between scores of the same snapshot mean anything.
 */
#ifndef KLONDIKE_TRACKING_WEIGH_H
#define KLONDIKE_TRACKING_WEIGH_H

#include "games/klondike/tracking/explain.h"

/* One explanation is clear when it is so much likelier than all others together: 55 times. */
static const float weigh_clear = 4;

/* ... and so much (150 times) likelier than those that no other picture tells from it. */
static const float weigh_alike = 5;

/* ... and so much (1000 times) where a slot that could not be read would tell them apart. */
static const float weigh_sure = 7;

/*
 * A card that came up is believed from this probability on; it stays unconfirmed (confirm.h) until
 * it is beyond doubt.
 */
static const float weigh_believed = 0.8F;

/*
 * Gives each explanation its score and sorts them, the best first; several that lead to the same
 * table become one.
 */
void weigh_explanations(struct explanations *all, const struct scene *scene);

/*
 * The slots where `chosen` turned up a card that the readings do not settle: what came up may still
 * be another one.
 */
unsigned weigh_unsettled(const struct explanation *chosen, const struct scene *scene);

#endif
