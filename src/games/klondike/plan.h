/* Turning up a card by known cards alone, over as many moves as it takes. */
#ifndef KLONDIKE_PLAN_H
#define KLONDIKE_PLAN_H

#include "games/klondike/board.h"

/* The first move of a plan, for the column with the most unseen cards that has one. */
bool plan_first_move(const struct board *board, struct mk_move *move);

#endif
