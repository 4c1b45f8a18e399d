/* A table for the terminal. */
#ifndef KLONDIKE_TEXT_DRAW_H
#define KLONDIKE_TEXT_DRAW_H

#include "games/klondike/table/table.h"

void klondike_draw(struct mk_text *out, const struct mk_view *view, bool colour);

#endif
