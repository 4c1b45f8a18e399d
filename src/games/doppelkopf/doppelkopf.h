/* Doppelkopf for four players; one of them gets the advice. */
#ifndef GAMES_DOPPELKOPF_DOPPELKOPF_H
#define GAMES_DOPPELKOPF_DOPPELKOPF_H

#include <makker/game.h>

extern const struct mk_game doppelkopf_game;

#endif
