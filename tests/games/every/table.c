#include "games/every/game.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { MOST_STEPS = 300 };

void *storage(size_t size)
{
	void *room = calloc(1, size);

	cr_assert_not_null(room);
	return room;
}

const struct mk_view *view_at(struct table *table)
{
	return mk_game_view_of_seat(table->game, table->world,
		mk_game_seat_to_move(table->game, table->world), table->room);
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
		i < MOST_STEPS && mk_game_seat_to_move(table->game, table->world) != MK_NO_SEAT;
		i++) {
		check(table);
		if (!step(table)) {
			return;
		}
	}
}

static void play_all(struct table *table, int games, void (*check)(struct table *table))
{
	for (size_t p = 0; p < table->game->preset_count; p++) {
		table->preset = &table->game->presets[p];
		for (int i = 0; i < games; i++) {
			mk_rng_init(&table->rng, 1, (uint64_t)i);
			play(table, check);
		}
	}
}

void on_every_table(int games, void (*check)(struct table *table))
{
	for (size_t g = 0; g < mk_game_count; g++) {
		struct table table = {.game = mk_games[g],
			.world = storage(mk_games[g]->world_size),
			.room = storage(mk_games[g]->view_size)};

		play_all(&table, games, check);
		free(table.world);
		free(table.room);
	}
}
