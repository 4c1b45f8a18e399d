/* What a game may have no form for is refused, not called. */
#include <makker/game.h>

enum mk_status mk_snapshot_read_line(const struct mk_game *game, const char *line, size_t length,
	struct mk_snapshot *seen, struct mk_error *error)
{
	if (!game->notation->read_line) {
		return mk_fail(error, MK_MALFORMED, "invalid_line", "",
			"a snapshot of %s must be JSON", game->name);
	}
	return game->notation->read_line(line, length, seen, error);
}

enum mk_status mk_view_read_table(const struct mk_game *game, const struct json_t *table,
	const struct mk_rules *rules, struct mk_view *view, struct mk_error *error)
{
	if (!game->notation->read_table) {
		return mk_fail(error, MK_IMPOSSIBLE, "table_not_supported", "",
			"tables of %s cannot be read", game->name);
	}
	return game->notation->read_table(table, rules, view, error);
}
