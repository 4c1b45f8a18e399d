/* All games: one row each. */
#include "games/doppelkopf/doppelkopf.h"
#include "games/freecell/freecell.h"
#include "games/klondike/klondike.h"
#include "games/take_away/take_away.h"
#include "games/ten_twenty_thirty/ten_twenty_thirty.h"

#include <string.h>

const struct mk_game *const mk_games[] = {
	&klondike_game,
	&take_away_game,
	&doppelkopf_game,
	&ten_twenty_thirty_game,
	&freecell_game,
};
const size_t mk_game_count = sizeof mk_games / sizeof mk_games[0];

const struct mk_game *mk_game_find(const char *name)
{
	for (size_t i = 0; i < mk_game_count; i++) {
		if (strcmp(mk_games[i]->name, name) == 0) {
			return mk_games[i];
		}
	}
	return NULL;
}

const struct mk_preset *mk_preset_find(const struct mk_game *game, const char *name)
{
	for (size_t i = 0; i < game->preset_count; i++) {
		if (strcmp(game->presets[i].name, name) == 0) {
			return &game->presets[i];
		}
	}
	return NULL;
}

const struct mk_strategy *mk_strategy_find(const struct mk_game *game, const char *name)
{
	for (size_t i = 0; i < game->strategy_count; i++) {
		if (strcmp(game->strategies[i].name, name) == 0) {
			return &game->strategies[i];
		}
	}
	return NULL;
}

const char *mk_explanation_name(enum mk_explanation explanation)
{
	static const char *const names[] = {
		[MK_FIRST] = "first",
		[MK_UNCHANGED] = "unchanged",
		[MK_SUGGESTED_MOVE] = "suggested_move",
		[MK_OTHER_MOVE] = "other_move",
		[MK_SEVERAL_MOVES] = "several_moves",
		[MK_LOOK_AGAIN] = "look_again",
		[MK_CONTRADICTION] = "contradiction",
	};

	return names[explanation];
}

const char *mk_verdict_name(enum mk_verdict verdict)
{
	static const char *const names[] = {
		[MK_UNWINNABLE] = "unwinnable",
		[MK_WINNABLE] = "winnable",
		[MK_UNDECIDED] = "undecided",
	};

	return names[verdict];
}
