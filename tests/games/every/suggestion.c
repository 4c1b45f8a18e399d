/*
 * As long as a game is played every strategy has a move for the seat whose turn it is, at once, and
 * every game comes to its end.
 */
#include "base/arena.h"
#include "base/sanitized.h"
#include "games/every/game.h"

#include <criterion/criterion.h>
#include <makker/selfplay.h>
#include <stdlib.h>

TestSuite(suggestion, .timeout = 600);

enum { ARENA_BYTES = 8 << 20, MAX_GAME_MOVES = 20000, GAMES = 500, SLOW_GAMES = 40, TABLES = 6 };

/* Strategies that look ahead take a hundred times as long as others. */
static uint64_t games_of(const struct mk_game *game)
{
	bool is_slow = game->seats > 1 || looks_ahead(game);

	return (uint64_t)games_to_play(is_slow ? SLOW_GAMES : GAMES);
}

static void play_all(const struct mk_game *game, const struct mk_preset *preset,
	const struct mk_strategy *strategy)
{
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct mk_selfplay play = {.game = game,
		.strategy = strategy,
		.rules = preset->rules,
		.seed = 6,
		.games = games_of(game),
		.most_moves = MAX_GAME_MOVES};
	struct mk_selfplay_totals tally;

	cr_assert_eq(mk_selfplay(&play, arena, &tally), MK_OK);
	cr_assert_eq(tally.games, play.games);
	cr_assert_eq(
		tally.no_move, 0, "%s %s %s: no move", game->name, preset->name, strategy->name);
	cr_assert_eq(
		tally.move_limit, 0, "%s %s %s: no end", game->name, preset->name, strategy->name);
	mk_arena_destroy(arena);
}

Test(suggestion, no_strategy_gives_up_and_every_game_ends)
{
	FOR_EACH_GAME(g)
	{
		const struct mk_game *game = tested_game(g);

		for (size_t p = 0; p < game->preset_count; p++) {
			for (size_t s = 0; s < game->strategy_count; s++) {
				play_all(game, &game->presets[p], &game->strategies[s]);
			}
		}
	}
}

static void assert_advice(struct table *table)
{
	static struct mk_advice advice;
	const struct mk_view *view = view_at(table);

	if (mk_game_seat_to_move(table->game, table->world) == MK_NO_SEAT) {
		return;
	}
	for (size_t i = 0; i < table->game->strategy_count; i++) {
		mk_advise(&table->game->strategies[i], view, &advice);
		cr_assert_geq(advice.suggestion, 0, "%s %s", table->game->name,
			table->game->strategies[i].name);
	}
}

EVERY_GAME(suggestion, instant_advice_has_a_move_on_every_table)
{
	on_every_table_of(tested_game(*number), games_to_play(TABLES), assert_advice);
}
