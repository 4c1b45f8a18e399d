/* A table as somebody tells it: a snapshot, or all that a daemon knows of it. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "cli/game_args.h"
#include "cli/source.h"

struct json_t;

/*
 * Reads a table in any of its forms: a game's snapshot line, its snapshot JSON, the `table` of a
 * session, or a whole session (which also tells the game, the rules and so on, where `choice` does
 * not). `chosen` gets what holds. The view is to be given back with free(); NULL with `error`.
 */
struct mk_view *table_read(const struct source *source, const struct choice *choice,
	struct chosen *chosen, struct mk_error *error);

/* The same of a session object; NULL where it has no table yet. */
struct mk_view *table_read_session(const struct json_t *session, const struct choice *choice,
	struct chosen *chosen, struct mk_error *error);

/* True when `source` is a whole snapshot of `game`; a half-written file is not. */
bool table_is_snapshot(const struct source *source, const struct mk_game *game);

#endif
