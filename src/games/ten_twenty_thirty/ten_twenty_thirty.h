/* 10-20-30. */
#ifndef TEN_TWENTY_THIRTY_H
#define TEN_TWENTY_THIRTY_H

#include <makker/game.h>

extern const struct mk_game ten_twenty_thirty_game;

#endif
