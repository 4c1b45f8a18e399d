/*
 * The policy: rates the cards that a seat may play, from the seat's own knowledge.
 *
 * It plays the playouts, gives the likelihood of the other seats' plays, and is the prior opinion
 * of the search. It sees the seat's own hand, the course of the deal, and the parties that are
 * public or its own; never another hand.
 */
#ifndef GAMES_DOPPELKOPF_ADVICE_POLICY_H
#define GAMES_DOPPELKOPF_ADVICE_POLICY_H

#include "games/doppelkopf/knowledge/sampler.h"
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/table/table.h"

#include <makker/random.h>

/* Features of a card, for or against it. */
enum doko_feature {
	FEATURE_TAKES,      /* it would win the trick so far */
	FEATURE_OWN_TRICK,  /* expected side of the trick: 1 own, -1 the others' */
	FEATURE_OWN_AUGEN,  /* the same, times the expected points of the trick */
	FEATURE_AUGEN,      /* points of the card */
	FEATURE_COST,       /* value of keeping it */
	FEATURE_TRUMP,      /* it is a trump */
	FEATURE_HIGHER,     /* unseen trumps above the trump */
	FEATURE_FOX,        /* it is a fox that can be caught */
	FEATURE_HIGHEST,    /* no unseen trump is above it */
	FEATURE_LENGTH,     /* cards of its side suit in the own hand */
	FEATURE_VOID,       /* it is the last one of its suit, and the seat has trumps */
	FEATURE_ACE,        /* it is an ace of a side suit */
	FEATURE_UNSEEN,     /* cards of its side suit in other hands */
	FEATURE_TAKEN,      /* points of the trick that it wins so far */
	FEATURE_KEEPS,      /* no later seat can beat it, or hardly any */
	FEATURE_SHOWS_RE,   /* it shows the others an unknown party */
	FEATURE_FOES_VOID,  /* later opponents known to be able to trump its suit */
	FEATURE_MATES_VOID, /* later partners known to be able to */
	FEATURE_CHARLIE,
	FEATURE_JACK,   /* a jack of trumps */
	FEATURE_QUEEN,  /* a queen of trumps */
	FEATURE_FAT,    /* Augen of a ten or king of trumps */
	FEATURE_TRUMPS, /* for a trump: number of trumps in the own hand */
	FEATURE_GIVEN,  /* points that it gives to the winner of the trick, by the winner's side */
	DOKO_FEATURES
};

/*
 * The weight of a feature depends on four inputs: the place in the trick with the party that is
 * winning it; the own party with the knowledge of the others' parties; the number of the trick; and
 * the type of game. Each input has its own rows of weights, and the rating of a card is the sum
 * over the four rows.
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
	doko_set higher[DOKO_KINDS]; /* kinds that beat a kind that was led or is trump */
	float cost[DOKO_KINDS];      /* value of keeping it, in card points */
	int game;                    /* first row of the type of game in DOKO_GAME_ROWS */
};

/* `weights` NULL: the built-in ones. */
void doko_policy_init(struct doko_policy *policy, const struct doko_table *table,
	const struct doko_weights *weights);

/* A seat that has to play, and its knowledge. */
struct doko_actor {
	const struct doko_table *table;
	doko_set hand;
	doko_set gone; /* all cards that were played */
	uint8_t seat;
	uint8_t party;             /* its own; DOKO_TEAM_UNKNOWN in a marriage */
	uint8_t void_[DOKO_SEATS]; /* bit masks of the suit classes that a seat has not followed */
};

/* Computes the public knowledge of the played cards: `gone` and `void_`. */
void doko_actor_look(struct doko_actor *actor, const struct doko_table *table);

/* Updates it for the seat to move, which plays `kind`. */
void doko_actor_see(struct doko_actor *actor, int kind);

/* The legal kinds with their features. */
struct doko_judged {
	int count;
	int row[DOKO_ROWS_AT_ONCE];
	uint8_t kind[DOKO_KINDS];
	float feature[DOKO_KINDS][DOKO_FEATURES];
};

/*
 * Rates the legal kinds; `kinds` gets them. Returns their number. A kind with a rating higher by 1
 * is chosen e times as often.
 */
int doko_policy_judge(const struct doko_policy *policy, const struct doko_actor *mover,
	uint8_t kinds[DOKO_KINDS], float worth[DOKO_KINDS]);

/* Computes the features of each legal kind. */
void doko_policy_explain(const struct doko_policy *policy, const struct doko_actor *mover,
	struct doko_judged *judged);

/* Approximate points for a difference of 1 in the rating. */
extern const double doko_points_of_worth;

/* Playouts by the policy. */

/* The party to which a seat knows that it belongs. */
int doko_world_party(const struct doko_world *world, int seat);

/* Plays all seats by the policy until `tricks` tricks are complete, or to the end. */
void doko_playout(struct doko_world *world, int tricks, struct mk_rng *rng);

/*
 * Random decisions for each seat in one game: its preferences among kinds, the tricks with errors,
 * and the cards of these errors. Playouts that start equally and share these numbers differ little
 * except for their start.
 */
struct doko_luck {
	uint8_t fancy[DOKO_SEATS][DOKO_KINDS];
	uint8_t slip[DOKO_SEATS][DOKO_TRICKS];
	uint8_t slipped[DOKO_SEATS][DOKO_KINDS];
};
void doko_luck_draw(struct doko_luck *luck, struct mk_rng *rng);

/*
 * Playouts with errors: each seat except `seat` plays a random legal card with probability
 * `slips`/256. These seats bid solos as often as players do, or only mandatory ones.
 */
struct doko_company {
	int seat;
	unsigned slips;
	bool bids_solos;
	const struct doko_luck *luck;       /* NULL: drawn at random */
	const struct doko_weights *weights; /* NULL: the built-in ones */
};
void doko_playout_noisy(struct doko_world *world, int tricks, const struct doko_company *company,
	struct mk_rng *rng);

/* The same with random legal cards, all equally likely. */
void doko_playout_random(struct doko_world *world, int tricks, struct mk_rng *rng);

/*
 * Likelihood of the other seats' plays, given their hands.
 *
 * Consistent deals are not equally likely: a seat with an ace often leads it, and a seat that could
 * win a valuable trick usually did. The policy models all seats, and each seat sometimes plays any
 * card.
 */

/* The public state of the table before each card. */
struct doko_past {
	struct doko_policy policy;
	int seat; /* the seat of the view: its own plays reveal nothing about others */
	int count;
	struct doko_table before[DOKO_CARDS];
	doko_set gone[DOKO_CARDS];
	uint8_t void_[DOKO_CARDS][DOKO_SEATS];
	/*
	 * The reservations of the hidden seats (DOKO_RESERVATIONS for those that have not spoken),
	 * and the cards that they have played.
	 */
	uint8_t said[DOKO_SEATS];
	doko_set shown[DOKO_SEATS];
	bool has_words; /* one of them has spoken */
	bool has_solo;  /* one of them has reserved a solo, or an unnamed reservation */
};

void doko_past_init(struct doko_past *past, const struct doko_view *view);

/* Forgets the history: all consistent deals are then equally likely. */
void doko_past_forget(struct doko_past *past);

/*
 * The probability of all plays of the hidden seats, given the hands of `world`, which is consistent
 * with them.
 */
double play_history_likelihood(const struct doko_past *past, const struct doko_world *world);

/*
 * Samples a few consistent deals and returns one of them, with a probability proportional to its
 * likelihood.
 */
void doko_sample_weighted(const struct doko_past *past, const struct doko_view *view,
	const struct doko_sampler *sampler, struct mk_rng *rng, struct doko_world *world);

#endif
