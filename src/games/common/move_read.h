/* Reading a reported move, for games that accept more than the moves that they list. */
#ifndef GAMES_COMMON_MOVE_READ_H
#define GAMES_COMMON_MOVE_READ_H

#include <makker/game.h>

/*
 * The only listed move whose members agree with those given in `json`; errors "illegal_move" and
 * "ambiguous_move". As mk_move_read() for a game without its own reader.
 */
enum mk_status move_read_listed(const struct mk_game *game, const struct json_t *json,
	const struct mk_view *view, struct mk_move *move, mk_card *revealed,
	struct mk_error *error);

#endif
