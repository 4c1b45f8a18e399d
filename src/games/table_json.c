/* A table as JSON, for any game. */
#include <makker/game.h>

void mk_table_write(struct mk_text *out, const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice)
{
	game->notation->write_table(out, view);
	if (game->notation->write_forecast) {
		game->notation->write_forecast(out, view, advice);
	}
}
