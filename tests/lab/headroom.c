/*
 * How much the choice of steps could still gain over the playouts' policy.
 *
 * Plays games by Klondike's search with many worlds a decision, and at each table asks by how much
 * the step that looks best is really better than the policy's own. Half of the worlds choose, the
 * other half judges: so what was only luck in the choice counts as nothing. Summed over the
 * decisions of a game that is what the choice brings over the policy (the performance difference
 * lemma, Kakade and Langford 2002), for several numbers of worlds and ways to choose; with
 * worlds without end it would be all that can be gained by looking one step ahead. A step whose
 * plan is already under way is not counted again.
 *
 * headroom PRESET[+kept][+known] GAMES WORLDS SEED
 * The result depends on the arguments only.
 */
#include "base/arena.h"
#include "games/klondike/klondike.h"
#include "games/klondike/rules.h"
#include "lab/rules_named.h"

#include <makker/game.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 4, BARS = 4 };

/* The choosing half is looked at when so many of its worlds (64ths of it) are tried. */
static const unsigned sizes[SIZES] = {2, 8, 24, 64};

/* How far ahead a plan must look: standard errors at most, and a multiple of the error's square. */
static const struct bar {
	const char *name;
	double errors, squares;
} bars[BARS] = {
	{"0", 0, 0}, {"1.5 s", 1.5, INFINITY}, {"40 s^2", INFINITY, 40},
	{"the less of both", 1.5, 40}, /* as the search does it */
};

struct table {
	const struct mk_game *game;
	const struct mk_view *view;
	struct mk_world *truth, *guess;
	struct mk_plan plans[MK_MAX_MOVES];
	size_t count;
	/* What each plan got more than the first: sums, and sums of squares. */
	double ahead[MK_MAX_MOVES], square[MK_MAX_MOVES];
	size_t chosen[SIZES][BARS];
};

struct sum {
	double games, gain, squares;
};
static struct sum sums[SIZES][BARS];
static double decisions, won, choices;

static void try_worlds(struct table *table, unsigned first, unsigned end, uint64_t seed)
{
	for (unsigned number = first; number < end; number++) {
		double favourite = 0;
		struct mk_rng rng;

		mk_rng_init(&rng, seed, number);
		if (!table->game->guess(table->view, &rng, table->guess)) {
			return;
		}
		for (size_t i = 0; i < table->count; i++) {
			struct mk_rng same = rng;
			double result = table->game->search->play_out(
				table->guess, &table->plans[i], &same);

			favourite = i == 0 ? result : favourite;
			table->ahead[i] += result - favourite;
			table->square[i] += (result - favourite) * (result - favourite);
		}
	}
}

/* The plan that is most ahead, among those that are ahead by so many standard errors. */
static size_t choose(const struct table *table, unsigned worlds, const struct bar *bar)
{
	size_t best = 0;

	for (size_t i = 1; i < table->count; i++) {
		double mean = table->ahead[i] / worlds;
		double variance = table->square[i] / worlds - mean * mean + 1.0 / worlds;
		double error = sqrt(variance / worlds);

		if (mean > error * fmin(bar->errors, bar->squares * error) &&
			table->ahead[i] > table->ahead[best]) {
			best = i;
		}
	}
	return best;
}

/* Looks at the choice when a part of the worlds is tried, and judges it by the other half. */
static void measure(struct table *table, unsigned worlds, uint64_t seed, double gains[SIZES][BARS])
{
	unsigned tried = 0;

	memset(table->ahead, 0, sizeof table->ahead);
	memset(table->square, 0, sizeof table->square);
	for (int i = 0; i < SIZES; i++) {
		unsigned end = worlds * sizes[i] / sizes[SIZES - 1];

		try_worlds(table, tried, end, seed);
		tried = end;
		for (int j = 0; j < BARS; j++) {
			table->chosen[i][j] = choose(table, end, &bars[j]);
		}
	}
	memset(table->ahead, 0, sizeof table->ahead);
	try_worlds(table, worlds, 2 * worlds, seed);
	for (int i = 0; i < SIZES; i++) {
		for (int j = 0; j < BARS; j++) {
			gains[i][j] += table->ahead[table->chosen[i][j]] / worlds;
		}
	}
}

/* Makes the plan's moves as far as they are known before something new shows. */
static void carry_out(struct table *table, const struct mk_plan *plan)
{
	struct mk_move line[MK_MAX_LINE];
	size_t length = table->game->search->line(table->view, plan, line);

	for (size_t i = 0; i < length; i++) {
		table->game->apply(table->truth, line[i]);
	}
}

static bool go_on(struct table *table)
{
	struct mk_move move;

	if (!table->game->search->without_plan(table->view, &move)) {
		return false;
	}
	table->game->apply(table->truth, move);
	return true;
}

static void play(struct table *table, const struct mk_rules *rules, unsigned worlds, uint64_t seed,
	uint64_t number)
{
	const struct mk_game *game = table->game;
	struct mk_view *room = malloc(game->view_size);
	double gains[SIZES][BARS] = {{0}};
	double payoff[MK_MAX_SEATS] = {0};
	struct mk_rng rng;

	mk_rng_init(&rng, seed, number);
	game->deal(table->truth, rules, &rng);
	while (game->turn(table->truth) != MK_NOBODY) {
		size_t chosen = 0;

		table->view = game->known(table->truth, 0, room);
		table->count = game->search->plans(table->view, table->plans);
		if (table->count == 0) {
			if (!go_on(table)) {
				break;
			}
			continue;
		}
		if (table->count > 1) {
			measure(table, worlds, seed ^ game->search->digest(table->view), gains);
			chosen = table->chosen[SIZES - 1][BARS - 1];
			decisions++;
			choices += chosen > 0;
		}
		carry_out(table, &table->plans[chosen]);
	}
	game->payoff(table->truth, payoff);
	won += payoff[0] > 0;
	for (int i = 0; i < SIZES; i++) {
		for (int j = 0; j < BARS; j++) {
			sums[i][j].games++;
			sums[i][j].gain += gains[i][j];
			sums[i][j].squares += gains[i][j] * gains[i][j];
		}
	}
	free(room);
}

static void report(unsigned worlds)
{
	double games = sums[0][0].games;

	printf("%.0f games, %.1f decisions each (%.1f against the policy), %.1f %% won\n", games,
		decisions / games, choices / games, 100 * won / games);
	printf("points gained over the policy, by worlds that choose and by how far ahead is enough (s: standard error)\n");
	for (int i = 0; i < SIZES; i++) {
		printf("%7u", worlds * sizes[i] / sizes[SIZES - 1]);
		for (int j = 0; j < BARS; j++) {
			double mean = sums[i][j].gain / games;
			double variance = sums[i][j].squares / games - mean * mean;

			printf("   %s: %5.2f +- %.2f", bars[j].name, 100 * mean,
				196 * sqrt(variance / games));
		}
		printf("\n");
	}
	fflush(stdout);
}

int main(int count, char **words)
{
	struct table table = {.game = mk_game_find("klondike")};
	struct mk_rules rules;
	unsigned worlds;

	if (count != 5) {
		fputs("usage: headroom PRESET[+kept][+known] GAMES WORLDS SEED\n", stderr);
		return 2;
	}
	rules = rules_named(words[1]);
	worlds = (unsigned)atoi(words[3]);
	table.truth = calloc(1, table.game->world_size);
	table.guess = calloc(1, table.game->world_size);
	for (int i = 0; i < atoi(words[2]); i++) {
		play(&table, &rules, worlds, strtoull(words[4], NULL, 10), (uint64_t)i);
		if (i % 10 == 9) {
			report(worlds);
		}
	}
	free(table.truth);
	free(table.guess);
	return 0;
}
