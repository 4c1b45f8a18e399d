/* Self-play and its statistics, for `makker simulate` and `makker-lab tournament`. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include "cli/cli.h"
#include "cli/game_args.h"

#include <makker/statistics.h>
#include <makker/text.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- self-play on several threads ----------------------------------------------------------- */

/* Many self-play games on several threads. */

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

#define ENDLESS_GAMES PROGRESS_ENDLESS

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
	uint64_t pondering_nodes;      /* as in struct mk_selfplay */
	const struct deal_list *deals; /* NULL: random deals */
	bool perfect_information;      /* the strategy sees all cards; the game supports it */
	uint64_t seed;
	uint64_t first; /* the number of the first game of the seed, or of `deals` */
	uint64_t games; /* at most as many as `deals` has from there; ENDLESS_GAMES: until SIGINT */
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

/* ---- the progress bar ----------------------------------------------------------------------- */

/* A progress bar on stderr; nothing is drawn if stderr is not a terminal. */

/* The total of work without an end: no bar, no remaining time. */
#define PROGRESS_ENDLESS UINT64_MAX

struct progress {
	bool shown; /* stderr is a terminal */
	int64_t began_ns;
};

void progress_begin(struct progress *progress);

/* Draws `done` of `total` and `note` ("won 45.6 %"). */
void progress_draw(
	const struct progress *progress, uint64_t done, uint64_t total, const char *note);

/* Clears the bar. */
void progress_end(const struct progress *progress);

/*
 * Writes a line of at most `width` columns for the state after `elapsed_ns`. The remaining time is
 * the elapsed time, scaled; it appears after one second and the first finished game, because games
 * take different times.
 */
void progress_write(struct mk_text *out, int width, uint64_t done, uint64_t total,
	int64_t elapsed_ns, const char *note);

/* ---- the options of both commands ----------------------------------------------------------- */

/* All zero before the command line is parsed. */
struct simulate {
	struct game_args args;
	struct game_selection selection;
	struct selfplay_batch batch;
	struct deal_list deals;
	uint64_t games;       /* 0: the default, or all deals of the file; or ENDLESS_GAMES */
	const char *opponent; /* borrowed from argv, NULL: not given; so is the next one */
	const char *deals_path;
	bool json;
};

/* The options that both commands have; input: struct simulate. */
extern const struct argp selfplay_argp;

/* Resolves the options into `selection` and `batch`, and reads the deals. */
enum mk_status simulate_prepare(struct simulate *simulate, struct mk_error *error);

/* Runs the batch. On failure the error is printed. */
enum cli_exit simulate_run(const struct simulate *simulate, struct selfplay_results *results);

/* Releases the deals; CLI_FAILED with a message if the batch was interrupted. */
enum cli_exit simulate_finish(struct simulate *simulate, const struct selfplay_results *results);

/* The lines that describe the batch, and those with the statistics of a strategy. */
void simulate_print_batch(const struct simulate *simulate);
void simulate_print_statistics(const struct mk_game *game, const struct mk_strategy *strategy,
	const struct mk_statistics *statistics);

/* A line with a payoff per game, for games with more than one seat. */
void simulate_print_payoff(
	const char *name, const struct mk_game *game, struct mk_proportion payoff);

/* The members of the JSON object: the batch, then the statistics of its strategy. */
void simulate_write(struct mk_text *out, const struct simulate *simulate,
	const struct selfplay_results *results);

#endif
