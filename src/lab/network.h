/* The network as it is learned, in single precision: the file that train writes and pack reads. */
#ifndef LAB_NETWORK_H
#define LAB_NETWORK_H

#include "games/klondike/search/policy.h"

enum { HIDDEN = POLICY_HIDDEN };

/*
 * What the critic sees beyond the player: which card lies face down where (by how many of its
 * column lie on it and under it), and which comes when in the draw pile. It only judges how games
 * went, so it may: what it knows of luck need not be learned from.
 */
enum {
	TRUTH_COLUMN = 0, /* on it 1 to 6, under it 0 to 5 */
	TRUTH_STOCK = TRUTH_COLUMN + LADDER_PLACES * 36,
	TRUTH_ROWS = TRUTH_STOCK + LADDER_PLACES * 24
};

struct network {
	float row[POLICY_ROWS][HIDDEN];
	float direct[POLICY_ROWS];
	float bias[HIDDEN];
	float out[HIDDEN];
	float critic_row[TABLE_ROWS][HIDDEN];
	float critic_direct[TABLE_ROWS];
	float critic_bias[HIDDEN];
	float critic_out[HIDDEN];
	float critic_base;
	float truth_row[TRUTH_ROWS][HIDDEN];
	float truth_direct[TRUTH_ROWS];
};

#endif
