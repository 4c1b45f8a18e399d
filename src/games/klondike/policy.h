/*
 * The policy of playouts: which step next, seen quickly and only from what the player knows.
 *
 * A linear judgement over small facts about the card of a step and its relatives (twin, the cards
 * that may carry it, those that it may carry, its neighbours in suit), each a row in a table of
 * weights. The weights were learned by policy gradient over simulated deals (tests/lab/train.c
 * makes them anew; method and figures in docs/klondike-search.md).
 */
#ifndef KLONDIKE_POLICY_H
#define KLONDIKE_POLICY_H

#include "games/klondike/reduced.h"

/* How a card stands, as far as the player knows. */
enum card_state {
	STATE_NONE,   /* there is no such card */
	STATE_UP,     /* on its foundation */
	STATE_LOCKED, /* in its first place, face-down cards under it */
	STATE_BASE,   /* in its first place, nothing under it */
	STATE_FREE,   /* lies on another card in a column, or is a king on the table */
	STATE_FRONT,  /* the waste's front card */
	STATE_STOCK,  /* known to lie in the draw pile */
	STATE_UNSEEN,
	CARD_STATES
};

enum { PAIR_STATES = CARD_STATES * (CARD_STATES + 1) / 2 };

/* Where each group of features starts in a table of weights. */
enum policy_feature {
	FEATURE_TWIN = 0,
	FEATURE_PARENTS = FEATURE_TWIN + CARD_STATES,
	FEATURE_CHILDREN = FEATURE_PARENTS + PAIR_STATES,
	FEATURE_BELOW = FEATURE_CHILDREN + PAIR_STATES, /* the next lower card of the suit */
	FEATURE_ABOVE = FEATURE_BELOW + CARD_STATES, /* the next higher, and whether it is open */
	FEATURE_GRANDPARENTS = FEATURE_ABOVE + 2 * CARD_STATES,
	FEATURE_OWN_GAP = FEATURE_GRANDPARENTS + PAIR_STATES, /* ranks above its foundation */
	FEATURE_OTHER_GAP =
		FEATURE_OWN_GAP + 6,           /* above the lower foundation of the other colour */
	FEATURE_DEPTH = FEATURE_OTHER_GAP + 6, /* cards in first places in its column */
	FEATURE_PLACES = FEATURE_DEPTH + 8,    /* open places for it; 3 for kings */
	FEATURE_HELPS = FEATURE_PLACES + 4, /* how deep the deepest column is that it would help */
	FEATURE_RANK = FEATURE_HELPS + 8,
	FEATURE_RIVAL =
		FEATURE_RANK + MK_RANKS,      /* the twin's depth, the places, may the twin move */
	FEATURE_COUSINS = FEATURE_RIVAL + 36, /* the other two cards of its rank */
	FEATURE_GAIN = FEATURE_COUSINS + PAIR_STATES, /* depth, help, is a king waiting */
	/* About the table, for every step. */
	SCENE_STUCK = FEATURE_GAIN + 40, /* first cards that cannot move */
	SCENE_HIDDEN = SCENE_STUCK + 8,  /* face-down cards, in threes */
	SCENE_AHEAD = SCENE_HIDDEN + 8,  /* cards to turn in this pass, in threes */
	SCENE_LANDING = SCENE_AHEAD + 9, /* pairs that something could be put on */
	SCENE_KINGS = SCENE_LANDING + 8, /* kings with cards under them */
	SCENE_EMPTY = SCENE_KINGS + 5,   /* empty columns */
	SCENE_SPREAD = SCENE_EMPTY + 4,  /* highest less lowest foundation */
	SCENE_CONSTANT = SCENE_SPREAD + 6,
	SCENE_WAITS = SCENE_CONSTANT + 1, /* stuck cards by where a card to carry them is */
	POLICY_FEATURES = SCENE_WAITS + 30
};

enum { SCENE_FEATURES = 13, STEP_FEATURES = 15, MOST_FEATURES = SCENE_FEATURES + STEP_FEATURES };

/* Limited shuffles: how many are left (3 for more); unlimited: 0 while unknown cards are in the
 * pile, then 1. */
enum { POLICY_PHASES = 4, POLICY_KINDS = STEP_BACK };

/* Weights in 256ths of the unit that the trainer's softmax uses: whole sums are the same
 * everywhere. */
enum { POLICY_UNIT = 256 };
struct policy {
	int16_t weight[POLICY_PHASES][POLICY_KINDS][POLICY_FEATURES];
};

/* The tables of learned weights, by rules; the order is that of the file. */
enum policy_rules {
	POLICY_MIXED,     /* a shuffle mixes */
	POLICY_KEPT,      /* limited shuffles that keep the order */
	POLICY_UNLIMITED, /* cards one by one, unlimited, order kept */
	POLICY_THREES,    /* cards by threes, order kept */
	POLICY_TABLES
};
enum policy_rules policy_rules_of(const struct klondike_rules *rules);

/* What all steps of one table share. */
struct policy_scene {
	ladder_set open, landing, stuck, in_stock, unseen, front, kings;
	int phase;
	uint16_t features[SCENE_FEATURES];
};

void policy_look(struct policy_scene *scene, const struct reduced *table);

/* Writes the features of a step; returns how many. */
size_t policy_features(const struct policy_scene *scene, const struct reduced *table,
	struct klondike_step step, uint16_t features[MOST_FEATURES]);

/* The step that the policy prefers among `steps` (at least one). */
struct klondike_step policy_choose(const struct policy *policy, const struct reduced *table,
	const struct klondike_step *steps, size_t count);

/* Plays on to the end; was it won? */
bool policy_play_out(const struct policy *policy, struct reduced *table, struct mk_rng *rng);

/* The learned weights that fit the rules. */
const struct policy *policy_for(const struct klondike_rules *rules);

#endif
