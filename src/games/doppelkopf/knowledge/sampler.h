/*
 * Deals the hidden cards as they may lie, every consistent deal with the same chance.
 *
 * Cards with the same constraints form a class. How many ways there are to deal the classes from
 * some class on, given the room that is left in the hands, is worked out once; then each class is
 * divided with the chances that these numbers give. Nothing is tried and thrown away.
 */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_SAMPLER_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_SAMPLER_H

#include "games/doppelkopf/knowledge/facts.h"
#include "games/doppelkopf/knowledge/world.h"

#include <makker/random.h>

enum {
	DOKO_HIDDEN = 3,
	DOKO_MAX_CLASSES = 18, /* 8 sets of hands, counted or not, and the queens */
	DOKO_MAX_FREE = 18,    /* a taker's hand, and one */
	DOKO_MAX_COUNTED = 4,  /* 0 to 3 */
	DOKO_MAX_WAYS = DOKO_MAX_CLASSES * DOKO_MAX_FREE * DOKO_MAX_FREE * DOKO_MAX_COUNTED
};

/* Cards that may go to the same hands (`seats`, a bit each of the hidden ones). */
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
	uint8_t room[DOKO_HIDDEN]; /* beyond what must be there */
	int counted;               /* of the hidden ones; -1: none */
	int fewest, most;          /* beyond what must be there */
	uint8_t queen;             /* hidden ones that need a queen of clubs, a bit each */
	int classes;
	struct doko_class of[DOKO_MAX_CLASSES];
	double ways[DOKO_MAX_WAYS];
	double total; /* consistent deals, counting both copies of a card apart */
};

/* False when there is no consistent deal. */
bool doko_sampler_init(
	struct doko_sampler *sampler, const struct doko_constraints *facts, int seat);

/* Fills the hands of the hidden seats. */
void doko_sampler_draw(
	const struct doko_sampler *sampler, struct mk_rng *rng, doko_set hand[DOKO_SEATS]);

/* Worlds that a seat cannot distinguish from the real one. */

bool doko_sample_world(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world);

/* The same with a sampler that was set up for this view. */
void doko_guess_from(const struct doko_view *view, const struct doko_sampler *sampler,
	struct mk_rng *rng, struct doko_world *world);

#endif
