/* Everything that can happen on a table before the game goes forward, by trying it all. */
#ifndef TESTS_KLONDIKE_EXHAUST_H
#define TESTS_KLONDIKE_EXHAUST_H

#include "games/klondike/table/table.h"

enum exhausted { NOTHING_HAPPENS, SOMETHING_MAY_HAPPEN, TOO_MANY_TABLES };

/*
 * Can moves from here turn up a card, take one out of the draw pile, or reach the goal? Follows
 * known cards only: turning up a card of the pile that is not known counts as something.
 */
enum exhausted exhaust(const struct klondike_view *view);

#endif
