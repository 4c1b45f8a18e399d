/* Whole tables that a seat cannot tell from the real one. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_GUESS_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_GUESS_H

#include "games/doppelkopf/knowledge/sampler.h"
#include "games/doppelkopf/knowledge/world.h"

bool doko_guess(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world);

/* The same with a sampler that was set up for this view. */
void doko_guess_from(const struct doko_view *view, const struct doko_sampler *sampler,
	struct mk_rng *rng, struct doko_world *world);

#endif
