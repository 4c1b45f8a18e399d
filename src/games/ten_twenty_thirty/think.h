/* The search of 10-20-30. */
#ifndef TENS_THINK_H
#define TENS_THINK_H

#include "games/ten_twenty_thirty/table.h"

#include <makker/search.h>

void tens_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice);

/*
 * Computes the table at which the last unknown card is dealt, after `move` and with the unknown
 * cards in the order of `cards`. Until then, triplets are removed in the order of the rules:
 * choices based on hidden cards would win more than a player can.
 */
void think_play_blindly(const struct tens_view *view, const uint8_t *cards, struct mk_move move,
	struct tens_view *after);

/* Writes a proven result of the table to the advice and its suggestion. */
void think_certain(struct mk_advice *advice, enum mk_certainty certain);

#endif
