/* Many self-play games on several threads. */
#ifndef CLI_SELFPLAY_BATCH_H
#define CLI_SELFPLAY_BATCH_H

#include "cli/game_args.h"

#include <makker/statistics.h>
#include <stdbool.h>
#include <stdint.h>

/* Deals of a file, played instead of random ones. All zero: none. */
struct deal_list {
	size_t world_size;
	size_t count;
	unsigned char *worlds;
};

/*
 * Reads a file with a deal a line, in the format of `makker solve`; the text after a tab is
 * ignored, since the rules are those of the games. An error names the line; nothing is allocated
 * then.
 */
enum mk_status deal_list_read(const char *path, const struct mk_game *game,
	const struct mk_rules *rules, struct deal_list *deals, struct mk_error *error);
void deal_list_deinit(struct deal_list *deals);

/*
 * Game i depends only on i and the seed or the deals, so the results do not depend on the number of
 * threads, except with a time budget.
 */
struct selfplay_batch {
	const struct game_selection *selection;
	const struct mk_strategy *compared; /* plays the same deals; NULL: none */
	/* Plays the other seats, while the seat of the strategy rotates from game to game; NULL:
	 * the strategy plays all seats. */
	const struct mk_strategy *opponent;
	struct mk_budget budget;       /* per decision, for strategies that search */
	const struct deal_list *deals; /* NULL: random deals */
	bool perfect_information;      /* the strategy sees all cards; the game supports it */
	uint64_t seed;
	uint64_t games; /* at most as many as `deals` has */
	unsigned threads;
};

/* The games of the strategy, those of the compared one on the same deals, and their differences. */
struct selfplay_results {
	struct mk_statistics of[2];
	struct mk_paired_results pairs;
};

/*
 * Plays all games, or the first ones if SIGINT or SIGTERM interrupts the batch. On a terminal a
 * progress bar is drawn on stderr. `results` is all zero before. False without memory or threads.
 */
bool selfplay_batch_run(const struct selfplay_batch *batch, struct selfplay_results *results);

#endif
