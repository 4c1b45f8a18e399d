/* Tables in the middle of games, for the tests of every game. */
#include "games/every/faults.h"
#include "games/every/game.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_STEPS = 300 };

void *storage(size_t size)
{
	void *buffer = calloc(1, size);

	cr_assert_not_null(buffer);
	return buffer;
}

const struct mk_view *view_at(struct table *table)
{
	return mk_game_view_of_seat(table->game, table->world,
		mk_game_seat_to_move(table->game, table->world), table->buffer);
}

/* Every fourth move by chance: strategies alone would not see what others may do. */
static bool step(struct table *table)
{
	struct mk_move moves[MK_MAX_MOVES];
	struct mk_move move;
	size_t count = mk_game_world_moves(table->game, table->world, moves);

	if (mk_rng_below(&table->rng, 4) != 0 &&
		table->game->strategies[0].choose_move(view_at(table), &move)) {
		table->game->apply(table->world, move);
		return true;
	}
	if (count == 0) {
		return false;
	}
	table->game->apply(table->world, moves[mk_rng_below(&table->rng, (uint32_t)count)]);
	return true;
}

static void play(struct table *table, void (*check)(struct table *table))
{
	table->game->deal(table->world, &table->preset->rules, &table->rng);
	for (int i = 0;
		i < MAX_STEPS && mk_game_seat_to_move(table->game, table->world) != MK_NO_SEAT;
		i++) {
		check(table);
		if (!step(table)) {
			return;
		}
	}
}

/* The game and the preset that are tested, for a crash. */
static char at_work[128];

bool looks_ahead(const struct mk_game *game)
{
	return strcmp(game->name, "freecell") == 0;
}

static void play_all(struct table *table, int games, void (*check)(struct table *table))
{
	if (looks_ahead(table->game)) {
		games = (games + 3) / 4;
	}
	for (size_t p = 0; p < table->game->preset_count; p++) {
		table->preset = &table->game->presets[p];
		snprintf(at_work, sizeof at_work, "in %s, preset %s\n", table->game->name,
			table->preset->name);
		for (int i = 0; i < games; i++) {
			mk_rng_init(&table->rng, 1, (uint64_t)i);
			play(table, check);
		}
	}
}

/* ---- Which games, and where a crash was ------------------------------------------------------ */

static void name_the_crash(int number)
{
	(void)!write(STDERR_FILENO, at_work, strlen(at_work));
	signal(number, SIG_DFL);
	raise(number);
}

const struct mk_game *tested_game(size_t number)
{
	return with_fault(mk_games[number]);
}

bool is_selected(const struct mk_game *game)
{
	const char *only = getenv("GAME");

	return !only || !*only || strstr(game->name, only);
}

struct criterion_test_params selected_games(void)
{
	static size_t numbers[64];
	size_t count = 0;

	for (size_t g = 0; g < mk_game_count; g++) {
		if (is_selected(tested_game(g))) {
			numbers[count++] = g;
		}
	}
	return cr_make_param_array(size_t, numbers, count);
}

void on_every_table_of(const struct mk_game *game, int games, void (*check)(struct table *table))
{
	struct table table = {.game = game,
		.world = storage(game->world_size),
		.buffer = storage(game->view_size)};

	signal(SIGSEGV, name_the_crash);
	signal(SIGABRT, name_the_crash);
	play_all(&table, games, check);
	free(table.world);
	free(table.buffer);
}
