/* Doppelkopf for four, one of whom is advised. */
#ifndef GAMES_DOPPELKOPF_DOPPELKOPF_H
#define GAMES_DOPPELKOPF_DOPPELKOPF_H

#include <makker/game.h>

extern const struct mk_game doppelkopf_game;

#endif
