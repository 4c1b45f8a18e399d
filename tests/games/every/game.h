/* One table in the middle of a game of any kind, with what its players know. */
#ifndef TESTS_EVERY_GAME_H
#define TESTS_EVERY_GAME_H

#include <makker/game.h>

/* Storage for each of a game's states; `room` is used by view_of_seat(). */
struct table {
	const struct mk_game *game;
	const struct mk_preset *preset;
	struct mk_world *world;
	struct mk_view *room;
	struct mk_rng rng;
};

/*
 * Calls `check` on tables of every game and preset, all along `games` games that are played by
 * chance (most of the time as the default strategy would, so that they come to an end).
 */
void on_every_table(int games, void (*check)(struct table *table));

/* What the seat to move knows. */
const struct mk_view *view_at(struct table *table);

/* Zeroed storage that outlives the test's need of it. */
void *storage(size_t size);

#endif
