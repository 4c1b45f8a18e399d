/*
 * Samples the hidden cards uniformly from all consistent deals.
 *
 * Cards with the same constraints form a class. The number of ways to deal the classes from each
 * class on, given the free places of the hands, is computed once; then each class is divided with
 * the probabilities that result from these numbers. No sample is rejected.
 */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_SAMPLER_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_SAMPLER_H

#include "games/doppelkopf/knowledge/facts.h"
#include "games/doppelkopf/knowledge/world.h"

#include <makker/random.h>

enum {
	DOKO_HIDDEN = 3,
	DOKO_MAX_CLASSES = 18, /* 8 sets of hands, counted or not, and queens of clubs */
	DOKO_MAX_FREE = 18,    /* the largest hand, of a poverty's taker, plus 1 */
	DOKO_MAX_COUNTED = 4,  /* 0 to 3 counted cards */
	DOKO_MAX_WAYS = DOKO_MAX_CLASSES * DOKO_MAX_FREE * DOKO_MAX_FREE * DOKO_MAX_COUNTED
};

/* Cards that may go to the same hidden hands (bit mask `seats`). */
struct doko_class {
	uint8_t seats;
	bool counted;
	bool queen;
	uint8_t count;
	uint8_t card[DOKO_CARDS];
};

struct doko_sampler {
	struct doko_constraints facts;
	uint8_t seat[DOKO_HIDDEN]; /* the hidden seats */
	uint8_t room[DOKO_HIDDEN]; /* free places, without those of `must` */
	int counted;               /* index of the hidden seat with a counted set; -1: none */
	int fewest, most;          /* bounds of the counted cards, without those in `must` */
	uint8_t queen;             /* hidden seats that need a queen of clubs, as a bit mask */
	int classes;
	struct doko_class of[DOKO_MAX_CLASSES];
	double ways[DOKO_MAX_WAYS];
	double total; /* number of consistent deals; the two copies of a card are distinct */
};

/* False if no deal is consistent. */
bool doko_sampler_init(
	struct doko_sampler *sampler, const struct doko_constraints *facts, int seat);

/* Fills the hands of the hidden seats. */
void doko_sampler_draw(
	const struct doko_sampler *sampler, struct mk_rng *rng, doko_set hand[DOKO_SEATS]);

/* Sampled worlds, which the seat cannot distinguish from the real one. */

bool doko_sample_world(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world);

/* The same with a sampler that was initialized for this view. */
void doko_guess_from(const struct doko_view *view, const struct doko_sampler *sampler,
	struct mk_rng *rng, struct doko_world *world);

#endif
