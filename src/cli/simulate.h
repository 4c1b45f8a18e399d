/* Self-play and its statistics, for `makker simulate` and `makker-lab tournament`. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include "cli/cli.h"
#include "cli/selfplay_batch.h"

/* All zero before the command line is parsed. */
struct simulate {
	struct game_args args;
	struct game_selection selection;
	struct selfplay_batch batch;
	struct deal_list deals;
	uint64_t games;       /* 0: the default, or all deals of the file */
	const char *opponent; /* borrowed from argv, NULL: not given; so is the next one */
	const char *deals_path;
	bool json;
};

/* The options that both commands have; input: struct simulate. */
extern const struct argp simulate_argp;

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
