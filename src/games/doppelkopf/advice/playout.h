/* Games played to their end by quick players. */
#ifndef GAMES_DOPPELKOPF_ADVICE_PLAYOUT_H
#define GAMES_DOPPELKOPF_ADVICE_PLAYOUT_H

#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/knowledge/world.h"

/* The party that a seat knows itself to be of. */
int doko_world_party(const struct doko_world *world, int seat);

/* All seats go on by policy and habit until `tricks` are full, or to the end. */
void doko_playout(struct doko_world *world, int tricks, struct mk_rng *rng);

/*
 * The others of a table slip: each of them plays any legal card instead with a chance of `slips` in
 * 256. `seat` does not.
 */
struct doko_company {
	int seat;
	unsigned slips;
};
void doko_playout_noisy(struct doko_world *world, int tricks, const struct doko_company *company,
	struct mk_rng *rng);

/* The same with any legal card, all equally likely. */
void doko_playout_random(struct doko_world *world, int tricks, struct mk_rng *rng);

#endif
