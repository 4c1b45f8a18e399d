/*
 * The policy of playouts: chooses the next macro-move quickly and only from the player's knowledge.
 *
 * A small network with sparse inputs. Facts about the table (situation of each card, open places,
 * number of hidden cards) and facts about the card of a macro-move and related cards (its twin, the
 * cards that may carry it, those that it may carry, its neighbours in suit) each select a row of
 * weights. The rows of the table and of the macro-move are added, negative sums are cut off (and
 * large ones limited), and a weighted sum of the rest is the rating of the macro-move. The weights
 * were learned by policy gradient on simulated deals (src/lab/train.c trains them again; method and
 * figures in docs/klondike-search.md).
 */
#ifndef KLONDIKE_SEARCH_POLICY_H
#define KLONDIKE_SEARCH_POLICY_H

#include "games/klondike/search/merging.h"
#include "games/klondike/search/reduced.h"

/* Situation of a card, as far as the player knows. */
enum situation {
	SITUATION_UP,    /* on its foundation */
	SITUATION_FREE,  /* lies on another card in a column, or is a king on the table */
	SITUATION_FIRST, /* in its first place, nothing under it; up to 6 under it follow */
	SITUATION_FRONT = SITUATION_FIRST + COLUMNS, /* the waste's front card */
	SITUATION_AHEAD,   /* in the draw pile, known to come up in this pass */
	SITUATION_LATER,   /* known to come up in the next pass */
	SITUATION_BLOCKED, /* in the draw pile, but not accessible as it lies now */
	SITUATION_UNSEEN,
	SITUATION_NONE, /* there is no such card */
	SITUATIONS
};

/* Coarser situations, used for related cards. */
enum card_state {
	STATE_NONE,
	STATE_UP,
	STATE_LOCKED, /* in its first place, face-down cards under it */
	STATE_BASE,   /* in its first place, nothing under it */
	STATE_FREE,
	STATE_FRONT,
	STATE_STOCK,
	STATE_UNSEEN,
	CARD_STATES
};

enum {
	PAIR_STATES = CARD_STATES * (CARD_STATES + 1) / 2,
	/* Kinds of macro-moves that are offered: all up to STEP_TURN. */
	POLICY_KINDS = STEP_TURN,
};

/* Rows of the facts about the table. */
enum table_row {
	ROW_CARD = 0,
	ROW_OPEN =
		ROW_CARD + LADDER_PLACES * (SITUATIONS - 1), /* pairs on which a card can be put */
	ROW_STUCK = ROW_OPEN + LADDER_PLACES / 2,            /* first cards that cannot move */
	ROW_HIDDEN = ROW_STUCK + 8,                          /* face-down cards in columns */
	ROW_AHEAD = ROW_HIDDEN + 22,  /* cards still to be turned in this pass */
	ROW_UNKNOWN = ROW_AHEAD + 25, /* unknown cards of the draw pile */
	ROW_LANDING = ROW_UNKNOWN + 25,
	ROW_KINGS = ROW_LANDING + 10, /* kings with cards under them */
	ROW_EMPTY = ROW_KINGS + 5,    /* empty columns */
	ROW_SPREAD = ROW_EMPTY + 8,   /* highest minus lowest foundation */
	ROW_SHUFFLES = ROW_SPREAD + 8,
	ROW_WAITS = ROW_SHUFFLES + 6, /* stuck cards by the place of a card that could carry them */
	TABLE_ROWS = ROW_WAITS + 30
};

/* Rows of the facts about a macro-move, for each kind. */
enum step_row {
	STEP_CARD = 0,
	STEP_TWIN = STEP_CARD + LADDER_PLACES,
	STEP_PARENTS = STEP_TWIN + CARD_STATES,
	STEP_CHILDREN = STEP_PARENTS + PAIR_STATES,
	STEP_BELOW = STEP_CHILDREN + PAIR_STATES, /* the next lower card of the suit */
	STEP_ABOVE = STEP_BELOW + CARD_STATES,    /* the next higher, and whether it is open */
	STEP_GRANDPARENTS = STEP_ABOVE + 2 * CARD_STATES,
	STEP_OWN_GAP = STEP_GRANDPARENTS + PAIR_STATES, /* ranks above its foundation */
	STEP_OTHER_GAP = STEP_OWN_GAP + 6, /* above the lower foundation of the other colour */
	STEP_DEPTH = STEP_OTHER_GAP + 6,   /* cards in first places in its column */
	STEP_PLACES = STEP_DEPTH + 8,      /* open places for it; 3 for kings */
	STEP_HELPS = STEP_PLACES + 4,      /* depth of the deepest column that it would help */
	STEP_RIVAL = STEP_HELPS + 8,    /* depth of the twin, places, whether the twin can move */
	STEP_COUSINS = STEP_RIVAL + 36, /* the other two cards of its rank */
	STEP_GAIN = STEP_COUSINS + PAIR_STATES, /* depth, help, whether a king waits */
	STEP_COST = STEP_GAIN + 40,  /* draws to reach it, and whether a redeal is among them */
	STEP_UNDER = STEP_COST + 20, /* the waste card that would then be in front */
	STEP_REACH = STEP_UNDER + 6, /* change in useful accessible cards of the pile */
	STEP_ROWS = STEP_REACH + 7
};

enum {
	POLICY_ROWS = TABLE_ROWS + POLICY_KINDS * STEP_ROWS,
	TABLE_COUNTS = 14, /* facts of which each table has exactly one row */
	MAX_TABLE_FACTS = LADDER_PLACES + LADDER_PLACES / 2 + TABLE_COUNTS,
	MAX_STEP_FACTS = 20,
};

/*
 * The network in integers, so that the results are the same on every machine. Rows and sums are in
 * units of 1/POLICY_UNIT; `direct` and ratings in units of 1/POLICY_UNIT^2.
 */
enum { POLICY_UNIT = 256, POLICY_HIDDEN = 64, POLICY_MAX_ACTIVITY = 32 * POLICY_UNIT - 1 };
struct __attribute__((aligned(16))) policy {
	int16_t row[POLICY_ROWS][POLICY_HIDDEN];
	int16_t bias[POLICY_HIDDEN];
	int16_t out[POLICY_HIDDEN];
	int32_t direct[POLICY_ROWS];
};

/* The networks by rules, in the order of the weights file. */
enum policy_rules {
	POLICY_MIXED,        /* redeals that mix */
	POLICY_KEPT,         /* limited redeals that keep the order */
	POLICY_UNLIMITED,    /* single cards, unlimited redeals, order kept */
	POLICY_THREES,       /* draws of three, order kept */
	POLICY_ONES_KNOWN,   /* order of the stock given, single cards */
	POLICY_THREES_KNOWN, /* order of the stock given, draws of three */
	POLICY_NETWORKS
};
enum policy_rules policy_rules_of(const struct klondike_rules *rules);

/* The learned network for the rules. */
const struct policy *policy_for(const struct klondike_rules *rules);

/* Data shared by all macro-moves of one table. */
struct policy_scene {
	ladder_set open, landing, stuck, kings, wanted;
	struct reduced_stock stock;
	int useful; /* number of useful cards in stock.reach */
	uint8_t situation[64];
	uint16_t counts[TABLE_COUNTS]; /* rows */
};

void policy_look(struct policy_scene *scene, const struct reduced *table);

/*
 * The row of a card that is not on its foundation; a card on its foundation has no row, since late
 * in a game most cards are there.
 */
static inline uint16_t policy_card_row(int place, int situation)
{
	return (uint16_t)(ROW_CARD + place * (SITUATIONS - 1) + situation);
}

/* Writes the rows of the table; returns their number. */
size_t policy_table_facts(const struct policy_scene *scene, uint16_t facts[MAX_TABLE_FACTS]);

/* Writes the rows of a macro-move; returns their number. */
size_t policy_facts(const struct policy_scene *scene, const struct reduced *table,
	struct klondike_macro step, uint16_t facts[MAX_STEP_FACTS]);

/* The macro-move with the highest rating among `steps` (at least one). */
struct klondike_macro policy_choose(const struct policy *policy, const struct reduced *table,
	const struct klondike_macro *steps, size_t count);

/*
 * Plays to the end, or to a position that an earlier playout of the same world has reached
 * (`merging`; NULL: none). True if the game is won.
 */
bool policy_play_out(const struct policy *policy, struct reduced *table, struct mk_rng *rng,
	struct merging *merging);

#endif
