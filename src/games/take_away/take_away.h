/* Take-away. */
#ifndef TAKE_AWAY_H
#define TAKE_AWAY_H

#include <makker/game.h>

extern const struct mk_game take_away_game;

#endif
