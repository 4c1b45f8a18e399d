/* Whether a move has revealed something unknown. */
#include <makker/game.h>
#include <stdlib.h>
#include <string.h>

bool mk_game_was_hidden(
	const struct mk_game *game, const struct mk_view *view, struct mk_move move, mk_card card)
{
	struct mk_view *copy = malloc(game->view_size);
	bool hidden = copy == NULL;
	struct mk_finding finding;
	struct mk_error error;

	for (int i = 0; i < MK_DECK && !hidden; i++) {
		mk_card other = (mk_card)(MK_FIRST_CARD + i);

		memcpy(copy, view, game->view_size);
		hidden = other != card && mk_game_apply_reported_move(game, copy, move, other,
						  &finding, &error) == MK_OK;
	}
	free(copy);
	return hidden;
}

bool mk_game_table_after(const struct mk_game *game, const struct mk_view *before,
	const struct mk_played_move *made, struct mk_view *after)
{
	struct mk_finding finding;
	struct mk_error error;

	if (made->revealed != MK_NO_CARD &&
		mk_game_was_hidden(game, before, made->move, made->revealed)) {
		return false;
	}
	memcpy(after, before, game->view_size);
	return mk_game_apply_reported_move(
		       game, after, made->move, made->revealed, &finding, &error) == MK_OK;
}
