/*
 * How long learning one snapshot takes, and what else every answer costs: nanoseconds a call.
 * Snapshots are those of simulated games, with frames missed and slots misread.
 */
#include "base/clock.h"
#include "games/klondike/table/table.h"

#include <makker/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GAMES = 300, MOVES = 120, BUFFER_SIZE = 8192, CALLS = GAMES * MOVES };

/* The measured times, sorted at the end. */
struct sample {
	const char *name;
	int64_t *ns;
	int count;
	int64_t most; /* processor time: a thread that had to wait says nothing of the code */
};

static const struct mk_game *game;
static struct klondike_world world;
static char buffer[BUFFER_SIZE];
static struct klondike_view view;
static struct mk_rng rng;

static int by_size(const void *left, const void *right)
{
	int64_t a = *(const int64_t *)left;
	int64_t b = *(const int64_t *)right;

	return (a > b) - (a < b);
}

static void report(struct sample *sample)
{
	qsort(sample->ns, (size_t)sample->count, sizeof *sample->ns, by_size);
	if (sample->count) {
		printf("  %-34s %8lld ns   99 %% under %8lld ns", sample->name,
			(long long)sample->ns[sample->count / 2],
			(long long)sample->ns[sample->count * 99 / 100]);
		if (sample->most) {
			printf("   most %8lld ns", (long long)sample->most);
		}
		putchar('\n');
	}
	free(sample->ns);
}

static struct sample sample_of(const char *name)
{
	return (struct sample){name, malloc(CALLS * sizeof(int64_t)), 0, 0};
}

static void add(struct sample *sample, int64_t start)
{
	if (sample->count < CALLS) {
		sample->ns[sample->count++] = clock_ticks_ns() - start;
	}
}

static const struct mk_view *known(void)
{
	return (const struct mk_view *)&world.known;
}

/* Any legal move; false when the game is over. */
static bool play(void)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = mk_game_world_moves(game, (const struct mk_world *)&world, moves);

	if (count == 0) {
		return false;
	}
	game->apply((struct mk_world *)&world, moves[mk_rng_below(&rng, (uint32_t)count)]);
	return true;
}

static int64_t processor_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Learns the table as it is now, from `before`. */
static enum mk_explanation learn(
	struct sample *sample, const struct klondike_view *before, bool misread)
{
	struct klondike_snapshot seen;
	struct mk_finding finding;
	int position = (int)mk_rng_below(&rng, COLUMNS);
	int64_t start, spent;

	mk_game_observe(game, (const struct mk_world *)&world, 0, (struct mk_snapshot *)&seen);
	if (misread && seen.slot[position].seen == SEEN_CARD) {
		seen.slot[position].candidate[0].card =
			(mk_card)(MK_FIRST_CARD + mk_rng_below(&rng, MK_DECK));
	}
	view = *before;
	spent = processor_ns();
	start = clock_ticks_ns();
	(void)mk_game_apply_snapshot(
		game, (struct mk_view *)&view, (struct mk_snapshot *)&seen, NULL, &finding, NULL);
	add(sample, start);
	spent = processor_ns() - spent;
	sample->most = spent > sample->most ? spent : sample->most;
	return finding.explanation;
}

static void measure_learning(struct sample *samples)
{
	for (int number = 0; number < GAMES; number++) {
		game->deal((struct mk_world *)&world, &game->presets[0].rules, &rng);
		for (int i = 0; i < MOVES; i++) {
			struct klondike_view before = world.known;

			learn(&samples[0], &before, false);
			learn(&samples[4], &before, true);
			if (!play()) {
				break;
			}
			learn(&samples[1], &before, false);
			if (play()) {
				learn(&samples[2], &before, false);
			}
			if (play()) {
				learn(&samples[3], &before, false);
			}
			learn(&samples[5], &before, true);
		}
	}
}

static void measure_writing(struct sample *table, struct sample *move, struct sample *message)
{
	const struct mk_notation *notation = game->notation;

	for (int number = 0; number < GAMES; number++) {
		game->deal((struct mk_world *)&world, &game->presets[0].rules, &rng);
		do {
			struct mk_move moves[MK_MAX_MOVES];
			struct mk_text text;
			int64_t start;

			if (game->view_moves(known(), moves) == 0) {
				break;
			}
			mk_text_fixed(&text, buffer, sizeof buffer);
			start = clock_ticks_ns();
			mk_table_write_fields(&text, game, known());
			add(table, start);
			start = clock_ticks_ns();
			notation->write_move(&text, known(), moves[0]);
			add(move, start);
			start = clock_ticks_ns();
			mk_describe_message(&text, game, MK_DANISH, known(), NULL, &moves[0]);
			add(message, start);
		} while (play() && table->count < number * MOVES);
	}
}

static void measure_line(struct sample *sample)
{
	static const char line[] = "KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C";
	struct klondike_snapshot seen;

	for (int i = 0; i < CALLS; i++) {
		int64_t start = clock_ticks_ns();

		(void)mk_snapshot_read_line(
			game, line, sizeof line - 1, (struct mk_snapshot *)&seen, NULL);
		add(sample, start);
	}
}

int main(void)
{
	struct sample samples[] = {
		sample_of("nothing happened"),
		sample_of("one move"),
		sample_of("two moves (a frame missed)"),
		sample_of("three moves"),
		sample_of("nothing happened, a card misread"),
		sample_of("three moves, a card misread"),
		sample_of("writing the table"),
		sample_of("writing a move"),
		sample_of("saying the message"),
		sample_of("reading the original program's line"),
	};

	game = mk_game_find("klondike");
	mk_rng_init(&rng, 1, 0);
	measure_learning(samples);
	measure_writing(&samples[6], &samples[7], &samples[8]);
	measure_line(&samples[9]);
	printf("learning one snapshot, and what an answer costs (klondike, medians)\n");
	for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
		report(&samples[i]);
	}
	return 0;
}
