/* A move with its words, as JSON. */
#ifndef API_MOVE_JSON_H
#define API_MOVE_JSON_H

#include <makker/game.h>

/*
 * Adds the game's own fields of the move and its words to the open object. `view` is the table
 * before the move.
 */
void move_json_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, struct mk_move move);

/* The move in short, as an element of the open array. */
void move_json_short(struct mk_text *out, const struct mk_game *game, struct mk_move move);

#endif
