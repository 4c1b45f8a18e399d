/* The row of Klondike in the list of games. */
#ifndef KLONDIKE_KLONDIKE_H
#define KLONDIKE_KLONDIKE_H

#include <makker/game.h>

extern const struct mk_game klondike_game;

#endif
