/*
 * Solves numbered deals of FreeCell: build/release/bench/freecell [FIRST [LAST [POSITIONS
 * [PRESET]]]], 1 to 32000 with a million positions each (about a second) unless said otherwise.
 * Every win is played through by the game's own rules. Prints the deals that are not won, the share
 * decided within times, and the quantiles.
 */
#include <makker/game.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BYTES = 256 << 20, MAX_WORLD = 1024, FIRST = 1, LAST = 32000, POSITIONS = 1000000 };

struct bench {
	const struct mk_game *game;
	const struct mk_preset *preset;
	struct mk_solver *solver;
	uint64_t limit;
	unsigned verdicts[3];
	double *seconds; /* of CPU; INFINITY: undecided */
	size_t count;
};

static double cpu_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static struct mk_world *world_in(unsigned char *storage)
{
	return (struct mk_world *)(void *)storage;
}

/* True if every move of the line is legal and the last one ends the game as won. */
static bool is_win(const struct bench *bench, struct mk_world *world)
{
	const struct mk_move *line;
	size_t length = bench->game->solver->line(bench->solver, &line);

	for (size_t i = 0; i < length; i++) {
		struct mk_move moves[MK_MAX_MOVES];
		size_t count = bench->game->view_moves((const struct mk_view *)world, moves),
		       at = 0;

		while (at < count && memcmp(&moves[at], &line[i], sizeof *moves) != 0) {
			at++;
		}
		if (at == count) {
			return false;
		}
		bench->game->apply(world, line[i]);
	}
	return bench->game->outcome((const struct mk_view *)world) == MK_WON;
}

static void solve_number(struct bench *bench, unsigned number)
{
	static _Alignas(max_align_t) unsigned char storage[MAX_WORLD];
	struct mk_solution solution;
	char text[16];
	int length = snprintf(text, sizeof text, "%u", number);
	double begin = cpu_now();

	bench->game->solver->read_deal(
		text, (size_t)length, &bench->preset->rules, world_in(storage), NULL);
	bench->game->solver->solve(bench->solver, world_in(storage), bench->limit, &solution);
	bench->seconds[bench->count++] =
		solution.verdict == MK_UNDECIDED ? (double)INFINITY : cpu_now() - begin;
	bench->verdicts[solution.verdict]++;
	if (solution.verdict != MK_WINNABLE) {
		printf("%u: %s after %llu positions\n", number, mk_verdict_name(solution.verdict),
			(unsigned long long)solution.nodes);
	} else if (!is_win(bench, world_in(storage))) {
		fprintf(stderr, "%u: the solution breaks the rules\n", number);
		exit(1);
	}
}

static int by_seconds(const void *one, const void *other)
{
	const double *a = one, *b = other;

	return (*a > *b) - (*a < *b);
}

static void print_times(struct bench *bench)
{
	static const double limits[] = {0.001, 0.01, 0.1, 1, 10};
	static const double quantiles[] = {0.5, 0.9, 0.99, 0.999, 1};

	qsort(bench->seconds, bench->count, sizeof *bench->seconds, by_seconds);
	printf("%u winnable, %u unwinnable, %u undecided of %zu\n", bench->verdicts[MK_WINNABLE],
		bench->verdicts[MK_UNWINNABLE], bench->verdicts[MK_UNDECIDED], bench->count);
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		size_t decided = 0;

		while (decided < bench->count && bench->seconds[decided] <= limits[i]) {
			decided++;
		}
		printf("%zu (%.3f %%) decided within %g s of CPU\n", decided,
			100 * (double)decided / (double)bench->count, limits[i]);
	}
	for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
		size_t at = (size_t)(quantiles[i] * (double)(bench->count - 1));

		printf("%5.1f %% within %.2f ms of CPU\n", 100 * quantiles[i],
			1000 * bench->seconds[at]);
	}
}

int main(int argc, char **argv)
{
	unsigned first = argc > 1 ? (unsigned)atoi(argv[1]) : FIRST;
	unsigned last = argc > 2 ? (unsigned)atoi(argv[2]) : LAST;
	struct bench bench = {.game = mk_game_find("freecell"),
		.limit = argc > 3 ? strtoull(argv[3], NULL, 10) : POSITIONS};

	bench.preset = argc > 4 ? mk_preset_find(bench.game, argv[4]) : bench.game->presets;
	bench.solver = bench.game->solver->create(BYTES);
	bench.seconds = calloc(last >= first ? last - first + 1 : 1, sizeof *bench.seconds);
	if (!bench.preset || !bench.solver || !bench.seconds ||
		bench.game->world_size > MAX_WORLD) {
		return 1;
	}
	for (unsigned number = first; number <= last; number++) {
		solve_number(&bench, number);
	}
	print_times(&bench);
	bench.game->solver->destroy(bench.solver);
	free(bench.seconds);
	return 0;
}
