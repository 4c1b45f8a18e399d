/* FreeCell's row in the table of games. */
#ifndef FREECELL_H
#define FREECELL_H

#include <makker/game.h>

extern const struct mk_game freecell_game;

#endif
