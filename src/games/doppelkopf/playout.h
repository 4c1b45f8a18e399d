/* Games played to their end by quick players. */
#ifndef GAMES_DOPPELKOPF_PLAYOUT_H
#define GAMES_DOPPELKOPF_PLAYOUT_H

#include "games/doppelkopf/policy.h"
#include "games/doppelkopf/world.h"

/* The party that a seat knows itself to be of. */
int doko_world_party(const struct doko_world *world, int seat);

/* All seats go on by policy and habit until `tricks` are full, or to the end. */
void doko_play_on(struct doko_world *world, int tricks, struct mk_rng *rng);

/* The same with any legal card, all equally likely. */
void doko_play_anyhow(struct doko_world *world, int tricks, struct mk_rng *rng);

#endif
