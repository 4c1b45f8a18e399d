/* FreeCell as the rest of the program sees it. */
#ifndef FREECELL_H
#define FREECELL_H

#include <makker/game.h>

extern const struct mk_game freecell_game;

#endif
