/*
 * A quick player: which card he would play, from what he knows by right.
 *
 * It serves playouts and the plausibility of what others played. It sees its own hand, the course
 * of the deal and the parties that are public or its own; never another hand.
 */
#ifndef GAMES_DOPPELKOPF_ADVICE_POLICY_H
#define GAMES_DOPPELKOPF_ADVICE_POLICY_H

#include "games/doppelkopf/knowledge/sampler.h"
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/table/table.h"

#include <makker/random.h>

/* Constants during the play of the cards. */
struct doko_policy {
	const struct doko_order *order;
	doko_set higher[DOKO_KINDS]; /* what beats a kind that was led or is trump */
	float cost[DOKO_KINDS];      /* what it is worth to keep it, in Augen */
};

void doko_policy_init(struct doko_policy *policy, const struct doko_table *table);

/* A seat that has to play, and what it knows. */
struct doko_actor {
	const struct doko_table *table;
	doko_set hand;
	doko_set gone; /* all cards that were played */
	uint8_t seat;
	uint8_t party; /* its own; DOKO_TEAM_UNKNOWN in a marriage */
};

/*
 * How good each legal kind looks, in Augen; `kinds` gets them. Returns how many. More is better.
 */
int doko_policy_judge(const struct doko_policy *policy, const struct doko_actor *mover,
	uint8_t kinds[DOKO_KINDS], float worth[DOKO_KINDS]);

/* The card it plays; `rng` (may be NULL) decides between what looks about the same. */
int doko_policy_card(
	const struct doko_policy *policy, const struct doko_actor *mover, struct mk_rng *rng);

/* Games played to their end by quick players. */

/* The party that a seat knows itself to be of. */
int doko_world_party(const struct doko_world *world, int seat);

/* All seats go on by policy and habit until `tricks` are full, or to the end. */
void doko_playout(struct doko_world *world, int tricks, struct mk_rng *rng);

/*
 * The others of a table slip: each of them plays any legal card instead with a chance of `slips` in
 * 256. `seat` does not. They bid solos as often as players do, or none but those that are due.
 */
struct doko_company {
	int seat;
	unsigned slips;
	bool bids_solos;
};
void doko_playout_noisy(struct doko_world *world, int tricks, const struct doko_company *company,
	struct mk_rng *rng);

/* The same with any legal card, all equally likely. */
void doko_playout_random(struct doko_world *world, int tricks, struct mk_rng *rng);

/*
 * The likelihood of the others' plays, given their hands.
 *
 * Consistent deals are not equally plausible: a seat with an ace often leads it, and one that could
 * take a valuable trick mostly did. The policy of policy.h stands for all seats, and now and then
 * any seat plays any card.
 */

/* The table as it was before each card, as all saw it. */
struct doko_past {
	struct doko_policy policy;
	int seat; /* the seat of the view: its own plays reveal nothing about others */
	int count;
	struct doko_table before[DOKO_CARDS];
	doko_set gone[DOKO_CARDS];
	/*
	 * What the hidden seats have said of their hands before the first card, and what they have
	 * played of these: their reservations, DOKO_RESERVATIONS where they have not spoken.
	 */
	uint8_t said[DOKO_SEATS];
	doko_set shown[DOKO_SEATS];
	bool has_words; /* one of them has spoken */
	bool has_solo;  /* one of them has a solo, or some reservation */
};

void doko_past_init(struct doko_past *past, const struct doko_view *view);

/* No past: all consistent deals are alike. */
void doko_past_forget(struct doko_past *past);

/* The chance of all that the hidden seats of `world` have played, which is consistent with it. */
double play_history_likelihood(const struct doko_past *past, const struct doko_world *world);

/* One of some consistent deals, with chances in proportion to how plausible they are. */
void doko_sample_weighted(const struct doko_past *past, const struct doko_view *view,
	const struct doko_sampler *sampler, struct mk_rng *rng, struct doko_world *world);

#endif
