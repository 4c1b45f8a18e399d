/* Klondike before a simulated camera: see struct mk_rehearsal. */
#ifndef KLONDIKE_TRACKING_REHEARSAL_H
#define KLONDIKE_TRACKING_REHEARSAL_H

#include <makker/game.h>

extern const struct mk_rehearsal klondike_rehearsal;

#endif
