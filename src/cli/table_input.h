/* Reads snapshots and tables from text. */
#ifndef CLI_TABLE_INPUT_H
#define CLI_TABLE_INPUT_H

#include "cli/game_args.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>

struct json_t;

/* ---- Text ----------------------------------------------------------------------------------- */

/* The limit of the daemon. */
enum { MAX_SOURCE_LENGTH = 64 * 1024 };

struct source {
	size_t length;
	bool typed;                        /* by a person, as an argument or at a terminal */
	char bytes[MAX_SOURCE_LENGTH + 1]; /* ends with a NUL */
};

/*
 * `word` is the name of a file, "-" or NULL for standard input, or the text itself. It is text if
 * no file has that name and it contains a comma, begins like JSON or consists of slots.
 */
enum mk_status source_read(const char *word, struct source *source, struct mk_error *error);

enum mk_status source_read_file(const char *path, struct source *source, struct mk_error *error);

/* True for empty text and white space. */
bool source_is_blank(const struct source *source);

/* True for text that begins with a bracket; no one-line form of a game does. */
bool source_is_json(const struct source *source);

/* ---- Tables --------------------------------------------------------------------------------- */

/*
 * Reads a table in any of its forms: the snapshot line or snapshot JSON of a game, the `table` of a
 * session, or a whole session, which also supplies the game, the rules and the other options that
 * `args` leaves open. `selection` receives the result. The caller releases the view with free();
 * NULL with `error`.
 */
struct mk_view *table_read(const struct source *source, const struct game_args *args,
	struct game_selection *selection, struct mk_error *error);

/* The same for a session object; NULL if the session has no table yet. */
struct mk_view *table_read_session(const struct json_t *session, const struct game_args *args,
	struct game_selection *selection, struct mk_error *error);

/* True if `source` is a complete snapshot of `game`; a file that is half written is not. */
bool table_is_snapshot(const struct source *source, const struct mk_game *game);

#endif
