/* Klondike before a simulated camera: see struct mk_camera_sim. */
#ifndef KLONDIKE_TRACKING_REHEARSAL_H
#define KLONDIKE_TRACKING_REHEARSAL_H

#include <makker/game.h>

extern const struct mk_camera_sim klondike_rehearsal;

#endif
