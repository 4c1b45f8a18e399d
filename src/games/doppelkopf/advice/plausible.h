/*
 * How likely it is that others would have played as they did, had they held these hands.
 *
 * Consistent deals are not equally plausible: who holds an ace often leads it, who could have
 * taken a dear trick mostly did. The quick player of policy.h stands in for everybody, and now and
 * then anybody plays any card.
 */
#ifndef GAMES_DOPPELKOPF_ADVICE_PLAUSIBLE_H
#define GAMES_DOPPELKOPF_ADVICE_PLAUSIBLE_H

#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/knowledge/guess.h"

/* The table as it was before each card, as all saw it. */
struct doko_past {
	struct doko_policy policy;
	int seat; /* whose view it is: its own plays tell nothing about others */
	int count;
	struct doko_table before[DOKO_CARDS];
	doko_set gone[DOKO_CARDS];
};

void doko_past_init(struct doko_past *past, const struct doko_view *view);

/* The chance of all that the hidden seats of `world` have played, which is consistent with it. */
double play_history_likelihood(const struct doko_past *past, const struct doko_world *world);

/* One of some consistent deals, with chances in proportion to how plausible they are. */
void doko_sample_weighted(const struct doko_past *past, const struct doko_view *view,
	const struct doko_sampler *sampler, struct mk_rng *rng, struct doko_world *world);

#endif
