/*
 * A game of self-play for training: played by drawing steps from the policy's chances, recorded
 * with all that the gradient needs, and then the gradient itself.
 *
 * Everything is added in an order that the game alone decides, element by element, so the result
 * is the same on every machine and whatever the compiler makes of it (contraction of products and
 * sums is off for these files, see the Makefile).
 */
#ifndef LAB_TRAIN_GAME_H
#define LAB_TRAIN_GAME_H

#include "lab/policy_network.h"

enum { MAX_DECISIONS = 400, MAX_OFFERS = 4096, MAX_TRUTHS = 21 + PILE };
enum { TABLE_WORDS = (TABLE_ROWS + 63) / 64, TRUTH_WORDS = (TRUTH_ROWS + 63) / 64 };

/* A step of a decision. */
struct offered {
	uint16_t facts[MAX_STEP_FACTS];
	uint16_t fact_count;
	float chance;
	float active[HIDDEN];
};

/* Rows that begin and that cease to hold with a decision, ascending. */
struct row_change {
	uint16_t more[MAX_TABLE_FACTS + MAX_TRUTHS], less[MAX_TABLE_FACTS + MAX_TRUTHS];
	size_t more_count, less_count;
};

struct decision {
	struct row_change table, truth;
	size_t first_offer, count, chosen;
	float critic_active[HIDDEN];
	float expected; /* the critic's estimate of the chance to win */
};

/* One thread's game. */
struct recorded_game {
	const struct network *network;
	bool critic_only;
	size_t decided, offers;
	struct decision decisions[MAX_DECISIONS];
	struct offered offered[MAX_OFFERS];

	/* The rows that hold at the last decision, and the sums over them. */
	uint64_t table_rows[TABLE_WORDS], truth_rows[TRUTH_WORDS];
	float table_sum[HIDDEN], critic_sum[HIDDEN];
	float critic_direct;
};

struct learning {
	float lambda;  /* of generalized advantage estimation: 1 takes results alone */
	float entropy; /* weight of the bonus for undecided choices */
	bool critic_only;
};

/*
 * Deals game `number` of `seed` and plays it to its end, drawing steps by their chances; the deal,
 * the draws and what shuffles do come from that game's own random sequence. Was it won?
 */
bool record_game(struct recorded_game *game, const struct network *network,
	const struct mk_rules *rules, uint64_t seed, uint64_t number);

/* Adds to `gradient` what the game teaches, in the direction of better play. */
void learn_game(const struct recorded_game *game, bool won, const struct learning *learning,
	struct network *gradient);

#endif
