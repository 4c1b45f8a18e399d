/*
 * The policy of playouts: which step next, seen quickly and only from what the player knows.
 *
 * A small network over small facts. Facts about the table (how each card stands, what is open, how
 * much is hidden) and facts about the card of a step and its relatives (twin, the cards that may
 * carry it, those that it may carry, its neighbours in suit) each choose a row of weights; the rows
 * of the table and of the step are added, negative sums are cut off, and what is left is weighed to
 * one number: the judgement of the step. It was learned by policy gradient over simulated deals
 * (src/lab/train.c makes it anew; method and figures in docs/klondike-search.md).
 */
#ifndef KLONDIKE_SEARCH_POLICY_H
#define KLONDIKE_SEARCH_POLICY_H

#include "games/klondike/search/merging.h"
#include "games/klondike/search/reduced.h"

/* How a card stands, as far as the player knows. */
enum situation {
	SITUATION_UP,    /* on its foundation */
	SITUATION_FREE,  /* lies on another card in a column, or is a king on the table */
	SITUATION_FIRST, /* in its first place, nothing under it; up to 6 under it follow */
	SITUATION_FRONT = SITUATION_FIRST + COLUMNS, /* the waste's front card */
	SITUATION_AHEAD,   /* in the draw pile, known to come in this pass */
	SITUATION_LATER,   /* in the next one */
	SITUATION_BLOCKED, /* in the draw pile, but not to be had as it lies now */
	SITUATION_UNSEEN,
	SITUATION_NONE, /* there is no such card */
	SITUATIONS
};

/* The same, coarser: what relatives are looked at by. */
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
	/* Kinds of steps that are offered: all up to STEP_TURN. */
	POLICY_KINDS = STEP_TURN,
};

/* Rows of the table's facts. */
enum table_row {
	ROW_CARD = 0,
	ROW_OPEN = ROW_CARD +
		   LADDER_PLACES * (SITUATIONS - 1), /* pairs that something can be put on */
	ROW_STUCK = ROW_OPEN + LADDER_PLACES / 2,    /* first cards that cannot move */
	ROW_HIDDEN = ROW_STUCK + 8,                  /* face-down cards in columns */
	ROW_AHEAD = ROW_HIDDEN + 22,                 /* cards to turn in this pass */
	ROW_UNKNOWN = ROW_AHEAD + 25,                /* cards of the draw pile that are not known */
	ROW_LANDING = ROW_UNKNOWN + 25,
	ROW_KINGS = ROW_LANDING + 10, /* kings with cards under them */
	ROW_EMPTY = ROW_KINGS + 5,    /* empty columns */
	ROW_SPREAD = ROW_EMPTY + 8,   /* highest less lowest foundation */
	ROW_SHUFFLES = ROW_SPREAD + 8,
	ROW_WAITS = ROW_SHUFFLES + 6, /* stuck cards by where a card to carry them is */
	TABLE_ROWS = ROW_WAITS + 30
};

/* Rows of a step's facts, for each kind of step. */
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
	STEP_HELPS = STEP_PLACES + 4,      /* how deep the deepest column is that it would help */
	STEP_RIVAL = STEP_HELPS + 8,       /* the twin's depth, the places, may the twin move */
	STEP_COUSINS = STEP_RIVAL + 36,    /* the other two cards of its rank */
	STEP_GAIN = STEP_COUSINS + PAIR_STATES, /* depth, help, is a king waiting */
	STEP_COST = STEP_GAIN + 40,  /* draws to get there, and whether a shuffle is among them */
	STEP_UNDER = STEP_COST + 20, /* the waste card that would be the front after it */
	STEP_REACH = STEP_UNDER + 6, /* how many more useful cards of the pile could be had then */
	STEP_ROWS = STEP_REACH + 7
};

enum {
	POLICY_ROWS = TABLE_ROWS + POLICY_KINDS * STEP_ROWS,
	TABLE_COUNTS = 14, /* facts of which each table has one row each */
	MAX_TABLE_FACTS = LADDER_PLACES + LADDER_PLACES / 2 + TABLE_COUNTS,
	MAX_STEP_FACTS = 20,
};

/*
 * The network in whole numbers, so that it judges alike everywhere. Rows and sums are in units of
 * 1/POLICY_UNIT; `direct` and judgements in units of 1/POLICY_UNIT^2.
 */
enum { POLICY_UNIT = 256, POLICY_HIDDEN = 64, POLICY_MAX_ACTIVITY = 32 * POLICY_UNIT - 1 };
struct __attribute__((aligned(16))) policy {
	int16_t row[POLICY_ROWS][POLICY_HIDDEN];
	int16_t bias[POLICY_HIDDEN];
	int16_t out[POLICY_HIDDEN];
	int32_t direct[POLICY_ROWS];
};

/* The networks by rules; the order is that of the file. */
enum policy_rules {
	POLICY_MIXED,        /* a shuffle mixes */
	POLICY_KEPT,         /* limited shuffles that keep the order */
	POLICY_UNLIMITED,    /* cards one by one, unlimited, order kept */
	POLICY_THREES,       /* cards by threes, order kept */
	POLICY_ONES_KNOWN,   /* the order of the stock is given: one by one, */
	POLICY_THREES_KNOWN, /* and by threes */
	POLICY_NETWORKS
};
enum policy_rules policy_rules_of(const struct klondike_rules *rules);

/* The learned network that fits the rules. */
const struct policy *policy_for(const struct klondike_rules *rules);

/* Shared by all macro-moves of one table. */
struct policy_scene {
	ladder_set open, landing, stuck, kings, wanted;
	struct reduced_stock stock;
	int useful; /* cards of stock.reach with a use */
	uint8_t situation[64];
	uint16_t counts[TABLE_COUNTS]; /* rows */
};

void policy_look(struct policy_scene *scene, const struct reduced *table);

/* The row of a card that is not up: what is up no row says, in the end that is most. */
static inline uint16_t policy_card_row(int place, int situation)
{
	return (uint16_t)(ROW_CARD + place * (SITUATIONS - 1) + situation);
}

/* Writes the rows of the table; returns how many. */
size_t policy_table_facts(const struct policy_scene *scene, uint16_t facts[MAX_TABLE_FACTS]);

/* Writes the rows of a step; returns how many. */
size_t policy_facts(const struct policy_scene *scene, const struct reduced *table,
	struct klondike_macro step, uint16_t facts[MAX_STEP_FACTS]);

/* The step that the policy prefers among `steps` (at least one). */
struct klondike_macro policy_choose(const struct policy *policy, const struct reduced *table,
	const struct klondike_macro *steps, size_t count);

/*
 * Plays on to the end, or to where an earlier playout of the same world has been (`merging`; NULL:
 * there is none); was it won?
 */
bool policy_play_out(const struct policy *policy, struct reduced *table, struct mk_rng *rng,
	struct merging *merging);

#endif
