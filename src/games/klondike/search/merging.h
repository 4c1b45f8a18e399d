/*
 * Transposition table for the playouts of one world. Plans that differ in the order of their
 * macro-moves often lead to one position. The policy then continues in the same way, so a playout
 * that reaches a position of an earlier one, with the same state of the random generator, takes its
 * result.
 *
 * Positions are compared by everything on which the rest of the game depends, so the results are
 * exactly those of complete playouts. The hidden cards are the same for all playouts of a world and
 * are not compared. A merged playout counts like any other.
 */
#ifndef KLONDIKE_SEARCH_MERGING_H
#define KLONDIKE_SEARCH_MERGING_H

#include "games/klondike/search/reduced.h"

enum { MERGING_PLAYOUTS = 128, MERGING_TABLES = 384, MERGING_SLOTS = 1024 };

/* A position, and the state of the random generator. */
struct merging_key {
	ladder_set shown, first, wanted, seen;
	uint32_t rest, known;
	int32_t turned, shuffles;
	/* Only used with redeals that mix: */
	struct mk_rng chance;
	uint8_t stock[PILE];
};

/* The stored positions of the playouts of one world, which run one after the other. */
struct merging {
	size_t playout; /* index of the running playout; the earlier ones have results */
	size_t count;   /* number of positions */
	size_t own;     /* number of those stored by the running playout */
	bool won[MERGING_PLAYOUTS];
	uint16_t slot[MERGING_SLOTS]; /* 1 + index of a position; 0: free */
	struct {
		struct merging_key key;
		size_t playout;
	} met[MERGING_TABLES];
};

/* Starts at most MERGING_PLAYOUTS playouts of one world. */
void merging_begin(struct merging *merging);

/*
 * True if an earlier playout has reached this position with the same `rng`; `won` gets its result.
 * Otherwise stores the position for the running playout while there is space.
 */
bool merging_meets(
	struct merging *merging, const struct reduced *table, const struct mk_rng *rng, bool *won);

/* Ends the running playout with its result and starts the next one. */
void merging_end_playout(struct merging *merging, bool won);

#endif
