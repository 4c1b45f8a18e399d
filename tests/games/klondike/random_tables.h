/* Tables reached by chance, for what must hold on every one. */
#ifndef TESTS_KLONDIKE_RANDOM_TABLES_H
#define TESTS_KLONDIKE_RANDOM_TABLES_H

#include "games/klondike/table/world.h"

/* Any values of the options, the same for the same `rng`. */
struct mk_rules random_rules(struct mk_rng *rng);

/* Deals by such rules. */
void random_deal(struct klondike_world *world, struct mk_rng *rng);

/*
 * Plays a random legal move, forward ones more often, so that tables late in the game come up too.
 * False when there is none or the game is over.
 */
bool random_step(struct klondike_world *world, struct mk_rng *rng);

#endif
