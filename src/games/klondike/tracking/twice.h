/*
 * One card read at two places of a picture: at most one of both readings is right. They are weighed
 * against each other, and each is left as likely as that makes it.
 */
#ifndef KLONDIKE_TRACKING_TWICE_H
#define KLONDIKE_TRACKING_TWICE_H

#include "games/klondike/table/table.h"

/*
 * Candidates get the probabilities that are left; plain codes that are likelier wrong, and cards in
 * lists, become unreadable. `confidence` is how far a plain code is trusted.
 */
void klondike_doubt_twice(struct klondike_sighting *seen, float confidence);

#endif
