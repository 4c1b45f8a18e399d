/* The search of 10-20-30. */
#ifndef TENS_THINK_H
#define TENS_THINK_H

#include "games/ten_twenty_thirty/table.h"

#include <makker/search.h>

void tens_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice);

/*
 * The table when the last unknown card is dealt, after `move` and with the unknown cards in the
 * order of `cards`. Until then triplets go in the order of the rules, because a choice by hidden
 * cards would win more than a player can.
 */
void think_play_blindly(const struct tens_view *view, const uint8_t *cards, struct mk_move move,
	struct tens_view *after);

/* Writes down what is certain, of the table and of the suggestion. */
void think_certain(struct mk_advice *advice, enum mk_certainty certain);

#endif
