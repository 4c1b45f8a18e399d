/*
 * Plays a line of moves by Klondike's rules as a second hand would write them: from the cards'
 * names, on piles of its own, with nothing of the library but where the cards lie at first.
 */
#ifndef TESTS_KLONDIKE_REFEREE_H
#define TESTS_KLONDIKE_REFEREE_H

#include "games/klondike/table/table.h"

/* NULL when every move is allowed and the last one wins; otherwise what is wrong. */
const char *referee(const struct klondike_world *world, const struct mk_move *moves, size_t length);

#endif
