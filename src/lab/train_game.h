/*
 * A game of self-play for training: it is played by drawing macro-moves from the policy's
 * probabilities and recorded with all data for the gradient, which is computed afterwards.
 *
 * Everything is added in an order that depends only on the game, element by element, so the result
 * is the same on every machine and with every compiler (contraction of products and sums is off for
 * these files, see the Makefile).
 */
#ifndef LAB_TRAIN_GAME_H
#define LAB_TRAIN_GAME_H

#include "lab/policy_network.h"

enum { MAX_DECISIONS = 400, MAX_OFFERS = 4096, MAX_TRUTHS = 21 + PILE };
enum { TABLE_WORDS = (TABLE_ROWS + 63) / 64, TRUTH_WORDS = (TRUTH_ROWS + 63) / 64 };

/* A macro-move of a decision. */
struct offered {
	uint16_t facts[MAX_STEP_FACTS];
	uint16_t fact_count;
	float chance;
	float active[HIDDEN];
};

/* Rows that become active or inactive with a decision, in ascending order. */
struct row_change {
	uint16_t more[MAX_TABLE_FACTS + MAX_TRUTHS], less[MAX_TABLE_FACTS + MAX_TRUTHS];
	size_t more_count, less_count;
};

struct decision {
	struct row_change table, truth;
	size_t first_offer, count, chosen;
	float critic_active[HIDDEN];
	float expected; /* the critic's estimate of the winning probability */
};

/* A recorded game; one for each thread. */
struct recorded_game {
	const struct network *network;
	bool critic_only;
	size_t decided, offers;
	struct decision decisions[MAX_DECISIONS];
	struct offered offered[MAX_OFFERS];

	/* The rows that are active at the last decision, and the sums over them. */
	uint64_t table_rows[TABLE_WORDS], truth_rows[TRUTH_WORDS];
	float table_sum[HIDDEN], critic_sum[HIDDEN];
	float critic_direct;
};

struct learning {
	float lambda;  /* lambda of generalized advantage estimation; 1: results only */
	float entropy; /* weight of the entropy bonus */
	bool critic_only;
};

/*
 * Deals game `number` of `seed` and plays it to its end, drawing macro-moves by their
 * probabilities. The deal, the draws and the redeals use the random sequence of this game. Returns
 * true if it was won.
 */
bool record_game(struct recorded_game *game, const struct network *network,
	const struct mk_rules *rules, uint64_t seed, uint64_t number);

/* Adds the gradient of the game to `gradient`, in the direction of better play. */
void learn_game(const struct recorded_game *game, bool won, const struct learning *learning,
	struct network *gradient);

#endif
