/* One table in the middle of a game of any kind, with what its players know. */
#ifndef TESTS_EVERY_GAME_H
#define TESTS_EVERY_GAME_H

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <makker/game.h>

/* Storage for each of a game's states; `buffer` is used by view_of_seat(). */
struct table {
	const struct mk_game *game;
	const struct mk_preset *preset;
	struct mk_world *world;
	struct mk_view *buffer;
	struct mk_rng rng;
};

/*
 * Calls `check` on tables of every preset of the game, all along `games` games that are played by
 * chance (most of the time as the default strategy would, so that they come to an end). A crash
 * names the game and the preset. A quarter of the games where looks_ahead().
 */
void on_every_table_of(const struct mk_game *game, int games, void (*check)(struct table *table));

/*
 * A test for each game: `number` is its place in mk_games. GAME=klondike in the environment leaves
 * the others out.
 */
#define EVERY_GAME(suite, name) \
	ParameterizedTestParameters(suite, name) \
	{ \
		return selected_games(); \
	} \
	ParameterizedTest(size_t *number, suite, name, .timeout = 600)
struct criterion_test_params selected_games(void);

/* The game at a place of mk_games, with the fault that FAULT in the environment names. */
const struct mk_game *tested_game(size_t number);

bool is_selected(const struct mk_game *game);
#define FOR_EACH_GAME(g) \
	for (size_t g = 0; g < mk_game_count; g++) \
		if (is_selected(tested_game(g)))

/* The view of the seat to move. */
const struct mk_view *view_at(struct table *table);

/* True if each choice of its strategies is a look ahead: a hundred times as slow as in other games.
 */
bool looks_ahead(const struct mk_game *game);

/* Zeroed storage that outlives the test's need of it. */
void *storage(size_t size);

#endif
