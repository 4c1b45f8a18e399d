/*
 * The rules of Klondike once more, written for tests without a look at the real ones: slowly, on
 * piles of cards as text, straight from the rules in words.
 */
#ifndef TESTS_KLONDIKE_NAIVE_H
#define TESTS_KLONDIKE_NAIVE_H

#include "games/klondike/table/table.h"

/* The legal moves, in any order. */
size_t naive_moves(const struct klondike_view *view, struct mk_move moves[MK_MAX_MOVES]);

#endif
