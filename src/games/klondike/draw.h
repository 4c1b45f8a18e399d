/* A table for the terminal. */
#ifndef KLONDIKE_DRAW_H
#define KLONDIKE_DRAW_H

#include "games/klondike/table.h"

void klondike_draw(struct mk_text *out, const struct mk_view *view, bool colour);

#endif
