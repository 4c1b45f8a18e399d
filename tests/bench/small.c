/*
 * How fast the games are that leave nothing to search for: forced 10-20-30, played to the end
 * through the seam as simulations do, and advice about the largest table of take-away, with the
 * sentence that goes with it. Medians of processor time on one core.
 */
#include "base/arena.h"

#include <makker/selfplay.h>
#include <makker/statistics.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 5, DECKS = 100000, GROUPS = 64, ADVICES = 2000, BUFFER_SIZE = 1 << 17 };

static int by_size(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

static double median(double measured[ROUNDS])
{
	qsort(measured, ROUNDS, sizeof *measured, by_size);
	return measured[ROUNDS / 2];
}

static double seconds_since(clock_t begin)
{
	return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* ---- Forced 10-20-30 ------------------------------------------------------------------------ */

static struct mk_simulation forced(void)
{
	const struct mk_game *game = mk_game_find("ten-twenty-thirty");

	return (struct mk_simulation){
		.play = {.game = game,
			.strategy = mk_strategy_find(game, "ordered"),
			.rules = mk_preset_find(game, "forced")->rules,
			.seed = 1,
			.games = DECKS,
			.most_moves = MK_SIMULATION_MOVES},
	};
}

static void measure_forced(void)
{
	struct mk_simulation simulation = forced();
	static struct mk_statistics all;
	double rate[ROUNDS];

	for (int round = 0; round < ROUNDS; round++) {
		struct mk_arena *arena = mk_arena_create(1 << 20);
		clock_t begin = clock();

		simulation.play.first = all.games;
		if (!arena || mk_simulate(&simulation, arena, &all, NULL, NULL) != MK_OK) {
			fprintf(stderr, "small: no memory\n");
			exit(1);
		}
		rate[round] = DECKS / seconds_since(begin);
		mk_arena_destroy(arena);
	}
	printf("  forced 10-20-30        %8.0f decks/s   won %.2f %%, drawn %.2f %% of %llu\n",
		median(rate), 100 * mk_proportion_of(all.won, all.games).value,
		100 * mk_proportion_of(all.drawn, all.games).value, (unsigned long long)all.games);
}

/* ---- Take-away ------------------------------------------------------------------------------ */

/* 64 groups of about 10^9 cards, limits of all sizes. */
static void largest_table(const struct mk_game *game, struct mk_view *view)
{
	struct mk_rules rules = game->presets[0].rules;

	for (size_t i = 0; i < game->option_count; i++) {
		const struct mk_option *option = &game->options[i];

		for (unsigned group = 0; option->list && group < GROUPS; group++) {
			int32_t cards = 1000000000 - 7919 * (int32_t)group;
			bool is_limit = option->list->first > 0;

			rules.value[i] = GROUPS;
			rules.list_values[option->list->first + group] =
				is_limit && group % 2 ? 1000 + 977 * (int32_t)group : cards;
		}
	}
	game->init_view(view, &rules);
}

static void measure_take_away(void)
{
	const struct mk_game *game = mk_game_find("take-away");
	struct mk_view *view = calloc(1, game->view_size);
	static char buffer[BUFFER_SIZE];
	struct mk_advice advice;
	double each[ROUNDS];

	if (!view) {
		exit(1);
	}
	largest_table(game, view);
	for (int round = 0; round < ROUNDS; round++) {
		clock_t begin = clock();

		for (int i = 0; i < ADVICES; i++) {
			struct mk_text out;

			mk_text_fixed(&out, buffer, sizeof buffer);
			mk_advise(&game->strategies[0], view, &advice);
			mk_ranked_write(&out, game, MK_ENGLISH, view, &advice.moves[0]);
		}
		each[round] = 1e6 * seconds_since(begin) / ADVICES;
	}
	printf("  take-away, %d groups   %8.1f us an advice, of %zu moves; the first is worth %.0f\n",
		GROUPS, median(each), advice.count, advice.moves[0].value);
	free(view);
}

int main(void)
{
	printf("games without a search on one core, %d rounds\n", ROUNDS);
	measure_forced();
	measure_take_away();
	return 0;
}
