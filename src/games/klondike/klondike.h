/* The row of Klondike in the list of games. */
#ifndef KLONDIKE_KLONDIKE_H
#define KLONDIKE_KLONDIKE_H

#include "games/common/camera_sim.h"

#include <makker/game.h>

extern const struct mk_game klondike_game;

/* Its simulated camera, for the lab. */
extern const struct mk_camera_sim klondike_rehearsal;

#endif
