/*
 * Is a move suggested as long as a game is played, and does each game come to its end? Plays every
 * game with all its presets and strategies against itself and prints how often a strategy had no
 * move (gave up) and how often a game was cut off after MAX_GAME_MOVES.
 *
 * suggestions [GAMES [NODES [GAME [PRESET [STRATEGY]]]]]
 *
 * NODES 0 (the default): every strategy answers at once. Else those that search think for so many
 * playouts at each decision, and the others are left out.
 */
#include "base/arena.h"

#include <makker/selfplay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_GAME_MOVES = 20000, ARENA_BYTES = 8 << 20, SEED = 20 };

struct wanted {
	uint64_t games, nodes;
	const char *game, *preset, *strategy;
};

static unsigned long long failures;

static bool fits(const char *wanted, const char *name)
{
	return !wanted || strcmp(wanted, name) == 0;
}

static void report(
	const struct mk_selfplay *play, const char *preset, const struct mk_selfplay_totals *tally)
{
	struct mk_proportion won = mk_proportion_of(tally->won, tally->games);

	printf("%-18s %-14s %-10s %8llu games  no move %6llu  unfinished %4llu  longest %5u  won "
	       "%6.2f %% (%.2f to %.2f)\n",
		play->game->name, preset, play->strategy->name, (unsigned long long)tally->games,
		(unsigned long long)tally->no_move, (unsigned long long)tally->move_limit,
		tally->longest, 100 * won.value, 100 * won.low, 100 * won.high);
	fflush(stdout);
	failures += tally->no_move + tally->move_limit;
}

static void play_all(const struct wanted *wanted, const struct mk_game *game,
	const struct mk_preset *preset, const struct mk_strategy *strategy)
{
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct mk_search_context *thinker =
		arena && wanted->nodes ? mk_search_context_init(arena, game, NULL) : NULL;
	struct mk_selfplay play = {.game = game,
		.strategy = strategy,
		.search = thinker,
		.budget = {.nodes = wanted->nodes},
		.rules = preset->rules,
		.seed = SEED,
		.games = wanted->games,
		.most_moves = MAX_GAME_MOVES};
	struct mk_selfplay_totals tally;

	if (!arena || (wanted->nodes && !thinker) || mk_selfplay(&play, arena, &tally) != MK_OK) {
		fprintf(stderr, "suggestions: no memory\n");
		exit(2);
	}
	report(&play, preset->name, &tally);
	mk_search_context_deinit(thinker);
	mk_arena_destroy(arena);
}

static void play_game(const struct wanted *wanted, const struct mk_game *game)
{
	for (size_t p = 0; p < game->preset_count; p++) {
		for (size_t s = 0; s < game->strategy_count; s++) {
			const struct mk_strategy *strategy = &game->strategies[s];

			if (fits(wanted->preset, game->presets[p].name) &&
				fits(wanted->strategy, strategy->name) &&
				(!wanted->nodes || strategy->has_search)) {
				play_all(wanted, game, &game->presets[p], strategy);
			}
		}
	}
}

int main(int count, char **words)
{
	struct wanted wanted = {.games = count > 1 ? strtoull(words[1], NULL, 10) : 1000,
		.nodes = count > 2 ? strtoull(words[2], NULL, 10) : 0,
		.game = count > 3 ? words[3] : NULL,
		.preset = count > 4 ? words[4] : NULL,
		.strategy = count > 5 ? words[5] : NULL};

	for (size_t i = 0; i < mk_game_count; i++) {
		if (fits(wanted.game, mk_games[i]->name)) {
			play_game(&wanted, mk_games[i]);
		}
	}
	return failures > 0;
}
