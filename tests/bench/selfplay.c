/*
 * How many complete games a second a strategy plays on one core, through the seam: deal, pick,
 * apply. Medians of processor time, so that other programs of the machine count as little as can
 * be.
 *
 * selfplay [GAMES [SEED]]
 */
#include "base/arena.h"

#include <makker/selfplay.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 5 };

struct measured {
	struct mk_selfplay_totals tally; /* of all rounds */
	double rate;                     /* games a second, the median */
};

static int by_size(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

static void add(struct mk_selfplay_totals *sum, const struct mk_selfplay_totals *tally)
{
	sum->games += tally->games;
	sum->won += tally->won;
	sum->moves += tally->moves;
}

/* Each round plays other games: together they give the proportion of won games. */
static struct measured measure(struct mk_selfplay *play, struct mk_arena *arena)
{
	struct measured measured = {.rate = 0};
	double rate[ROUNDS];

	for (int round = 0; round < ROUNDS; round++) {
		struct mk_selfplay_totals tally;
		clock_t begin = clock();

		play->first = (uint64_t)round * play->games;
		if (mk_selfplay(play, arena, &tally) != MK_OK) {
			fprintf(stderr, "selfplay: no memory\n");
			exit(1);
		}
		rate[round] = (double)tally.games * CLOCKS_PER_SEC / (double)(clock() - begin);
		add(&measured.tally, &tally);
	}
	qsort(rate, ROUNDS, sizeof *rate, by_size);
	measured.rate = rate[ROUNDS / 2];
	return measured;
}

static void report(const struct mk_selfplay *play, const char *preset, struct measured measured)
{
	const struct mk_selfplay_totals *tally = &measured.tally;
	struct mk_proportion won = mk_proportion_of(tally->won, tally->games);

	printf("  %-12s %-10s %8.0f games/s   %5.1f moves a game   won %5.2f %% (%.2f to %.2f)\n",
		preset, play->strategy->name, measured.rate,
		(double)tally->moves / (double)tally->games, 100 * won.value, 100 * won.low,
		100 * won.high);
}

static void play_presets(const struct mk_game *game, const struct mk_strategy *strategy,
	uint64_t games, uint64_t seed)
{
	for (size_t i = 0; i < game->preset_count; i++) {
		struct mk_arena *arena = mk_arena_create(1 << 20);
		struct mk_selfplay play = {.game = game,
			.strategy = strategy,
			.rules = game->presets[i].rules,
			.seed = seed,
			.games = games,
			.most_moves = 10000};

		if (!arena) {
			fprintf(stderr, "selfplay: no memory\n");
			exit(1);
		}
		report(&play, game->presets[i].name, measure(&play, arena));
		mk_arena_destroy(arena);
	}
}

int main(int count, char **words)
{
	const struct mk_game *game = mk_game_find("klondike");
	uint64_t games = count > 1 ? strtoull(words[1], NULL, 10) : 20000;
	uint64_t seed = count > 2 ? strtoull(words[2], NULL, 10) : 1;

	printf("self-play of klondike on one core, %d rounds of %llu games\n", ROUNDS,
		(unsigned long long)games);
	for (size_t i = 0; i < game->strategy_count; i++) {
		if (game->strategies[i].has_search) {
			continue; /* its instant judgement is another's */
		}
		play_presets(game, &game->strategies[i], games, seed);
	}
	return 0;
}
