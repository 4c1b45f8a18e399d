/*
 * A quick player: which card he would play, from what he knows by right.
 *
 * It serves playouts, the plausibility of what others played, and as the opinion that the search
 * begins with. It sees its own hand, the course of the deal and the parties that are public or its
 * own; never another hand.
 */
#ifndef GAMES_DOPPELKOPF_ADVICE_POLICY_H
#define GAMES_DOPPELKOPF_ADVICE_POLICY_H

#include "games/doppelkopf/knowledge/sampler.h"
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/table/table.h"

#include <makker/random.h>

/* Features of a card, for or against playing it. */
enum doko_feature {
	FEATURE_TAKES,      /* it takes the trick so far */
	FEATURE_OWN_TRICK,  /* how likely the trick is the own side's, -1 to 1 */
	FEATURE_OWN_AUGEN,  /* the same times what the trick will be worth */
	FEATURE_AUGEN,      /* of the card */
	FEATURE_COST,       /* what it is worth to keep it */
	FEATURE_TRUMP,      /* it is one */
	FEATURE_HIGHER,     /* unseen trumps above the trump */
	FEATURE_FOX,        /* it is one that can be caught */
	FEATURE_HIGHEST,    /* no unseen trump is above it */
	FEATURE_LENGTH,     /* cards of its side suit in the own hand */
	FEATURE_VOID,       /* it is the last one, and there are trumps */
	FEATURE_ACE,        /* of a side suit */
	FEATURE_UNSEEN,     /* cards of its side suit in other hands */
	FEATURE_TAKEN,      /* Augen that lie in the trick it takes */
	FEATURE_KEEPS,      /* no later seat can beat it, or hardly */
	FEATURE_SHOWS_RE,   /* it shows the others a party that they do not know */
	FEATURE_FOES_VOID,  /* others behind it who have shown that they can trump its suit */
	FEATURE_MATES_VOID, /* partners behind it who have */
	FEATURE_CHARLIE,
	FEATURE_JACK,   /* a trump */
	FEATURE_QUEEN,  /* likewise */
	FEATURE_FAT,    /* Augen of a ten or king of trumps */
	FEATURE_TRUMPS, /* the trumps of the own hand, for a trump */
	FEATURE_GIVEN,  /* Augen that it gives to the one who takes the trick, by his side */
	DOKO_FEATURES
};

/*
 * The weight of a feature depends on four inputs: the place in the trick with the party that is
 * winning it; the own party with the knowledge of the others' parties; the number of the trick; and
 * the kind of game. Each input has rows of weights of its own, and a card's worth is the sum over
 * the four rows.
 */
enum {
	DOKO_TRICK_ROWS = 28,
	DOKO_PARTY_ROWS = 20,
	DOKO_NUMBER_ROWS = 2 * DOKO_TRICKS,
	DOKO_GAME_ROWS = 24,
	DOKO_POLICY_ROWS = DOKO_TRICK_ROWS + DOKO_PARTY_ROWS + DOKO_NUMBER_ROWS + DOKO_GAME_ROWS,
	DOKO_ROWS_AT_ONCE = 4,
	DOKO_WEIGHT_UNIT = 256 /* a weight of 1 */
};
struct doko_weights {
	int16_t row[DOKO_POLICY_ROWS][DOKO_FEATURES];
};

/* Made by makker-lab train-doppelkopf: policy_weights.c. */
extern const struct doko_weights doko_weights;

/* Constants during the play of the cards. */
struct doko_policy {
	const struct doko_weights *weights;
	const struct doko_order *order;
	doko_set higher[DOKO_KINDS]; /* what beats a kind that was led or is trump */
	float cost[DOKO_KINDS];      /* what it is worth to keep it, in Augen */
	int game;                    /* of DOKO_GAME_ROWS, the first of its row */
};

/* `weights` NULL: the program's. */
void doko_policy_init(struct doko_policy *policy, const struct doko_table *table,
	const struct doko_weights *weights);

/* A seat that has to play, and what it knows. */
struct doko_actor {
	const struct doko_table *table;
	doko_set hand;
	doko_set gone; /* all cards that were played */
	uint8_t seat;
	uint8_t party;             /* its own; DOKO_TEAM_UNKNOWN in a marriage */
	uint8_t void_[DOKO_SEATS]; /* colours that a seat has not followed, a bit each */
};

/* Public knowledge of the played cards: `gone` and `void_`. */
void doko_actor_look(struct doko_actor *actor, const struct doko_table *table);

/* The seat to move is about to play `kind`. */
void doko_actor_see(struct doko_actor *actor, int kind);

/* The legal kinds and what speaks for each. */
struct doko_judged {
	int count;
	int row[DOKO_ROWS_AT_ONCE];
	uint8_t kind[DOKO_KINDS];
	float feature[DOKO_KINDS][DOKO_FEATURES];
};

/*
 * How good each legal kind looks; `kinds` gets them. Returns how many. One that is
 * better by 1 is chosen e times as often.
 */
int doko_policy_judge(const struct doko_policy *policy, const struct doko_actor *mover,
	uint8_t kinds[DOKO_KINDS], float worth[DOKO_KINDS]);

/* The same, with the features of each. */
void doko_policy_explain(const struct doko_policy *policy, const struct doko_actor *mover,
	struct doko_judged *judged);

/* The points, about, of a worth that is greater by 1. */
extern const double doko_points_of_worth;

/* Games played to their end by quick players. */

/* The party that a seat knows itself to be of. */
int doko_world_party(const struct doko_world *world, int seat);

/* All seats go on by policy and habit until `tricks` are full, or to the end. */
void doko_playout(struct doko_world *world, int tricks, struct mk_rng *rng);

/*
 * Random decisions for each seat in one game: to which kinds it inclines, in which tricks it
 * slips, and what it plays then. Games that begin alike and have the same luck differ by little
 * else than their beginning.
 */
struct doko_luck {
	uint8_t fancy[DOKO_SEATS][DOKO_KINDS];
	uint8_t slip[DOKO_SEATS][DOKO_TRICKS];
	uint8_t slipped[DOKO_SEATS][DOKO_KINDS];
};
void doko_luck_draw(struct doko_luck *luck, struct mk_rng *rng);

/*
 * The others of a table slip: each of them plays any legal card instead with a chance of `slips` in
 * 256. `seat` does not. They bid solos as often as players do, or none but those that are due.
 */
struct doko_company {
	int seat;
	unsigned slips;
	bool bids_solos;
	const struct doko_luck *luck;       /* NULL: drawn */
	const struct doko_weights *weights; /* NULL: the program's */
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
	uint8_t void_[DOKO_CARDS][DOKO_SEATS];
	/*
	 * The hidden seats' reservations (DOKO_RESERVATIONS where they have not spoken), and the
	 * cards of their hands that they have played.
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
