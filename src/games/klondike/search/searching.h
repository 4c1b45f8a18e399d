/* Klondike for the shared search: its plans are steps, its playouts those of the learned policy. */
#ifndef KLONDIKE_SEARCH_SEARCHING_H
#define KLONDIKE_SEARCH_SEARCHING_H

#include <makker/game.h>

extern const struct mk_search_game klondike_search;

#endif
