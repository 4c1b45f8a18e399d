/*
 * Where playouts of the same world meet: plans that differ in the order of their steps often lead
 * to one table. The policy then plays on in the same way, so a playout that comes to a table at
 * which an earlier one has been, with the same chance ahead, takes over its result.
 *
 * Tables are compared by all that the rest of the game depends on, so results are those of the
 * playouts themselves. The places of hidden cards are the same for all playouts of a world and are
 * not compared. A playout that meets another counts as one like any other.
 */
#ifndef KLONDIKE_SEARCH_MERGING_H
#define KLONDIKE_SEARCH_MERGING_H

#include "games/klondike/search/reduced.h"

enum { MERGING_PLAYOUTS = 128, MERGING_TABLES = 384, MERGING_SLOTS = 1024 };

/* A table on the way, and what chance has in store for it. */
struct merging_key {
	ladder_set shown, first, wanted, seen;
	uint32_t rest, known;
	int32_t turned, shuffles;
	/* Where shuffles mix: */
	struct mk_rng chance;
	uint8_t stock[PILE];
};

/* The tables of one world that playouts have been at: its playouts one after the other. */
struct merging {
	size_t playout; /* the one that plays; the earlier ones have their results */
	size_t count;   /* of tables */
	size_t own;     /* of these by the playout that plays */
	bool won[MERGING_PLAYOUTS];
	uint16_t slot[MERGING_SLOTS]; /* 1 + number of a table; 0: free */
	struct {
		struct merging_key key;
		size_t playout;
	} met[MERGING_TABLES];
};

/* For at most MERGING_PLAYOUTS playouts of one world. */
void merging_begin(struct merging *merging);

/*
 * Has an earlier playout been at this table, with `rng` as it is now? Its result goes to `won`.
 * Otherwise the table is remembered as one of the present playout's, while there is room.
 */
bool merging_meets(
	struct merging *merging, const struct reduced *table, const struct mk_rng *rng, bool *won);

/* The present playout is over; the next one plays. */
void merging_end_playout(struct merging *merging, bool won);

#endif
