/* Turning up a card by known cards alone, over as many moves as it takes. */
#ifndef KLONDIKE_ADVICE_PLAN_H
#define KLONDIKE_ADVICE_PLAN_H

#include "games/klondike/table/board.h"

/* The first move of a plan, for the column with the most unseen cards that has one. */
bool plan_first_move(const struct board *board, struct mk_move *move);

/*
 * Cards that, at the waste's front, could make a plan possible where there is none without: as
 * a place for a column's base, or for a card that comes back from its foundation, or on the way of
 * another card to its foundation. More than those, never less.
 */
mk_cards plan_useful_cards(const struct board *board);

#endif
