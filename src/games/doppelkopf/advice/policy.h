/*
 * A quick player: which card he would play, from what he knows by right.
 *
 * It serves playouts and the plausibility of what others played. It sees its own hand, the course
 * of the deal and the parties that are public or its own; never another hand.
 */
#ifndef GAMES_DOPPELKOPF_ADVICE_POLICY_H
#define GAMES_DOPPELKOPF_ADVICE_POLICY_H

#include "games/doppelkopf/table/table.h"

#include <makker/random.h>

/* What does not change while cards are played. */
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

#endif
