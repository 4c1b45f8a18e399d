/* makker simulate: self-play games and their statistics. */
#include "cli/simulate.h"

#include "base/json.h"
#include "base/threads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_GAMES = 1000, DEFAULT_NODES = 1000, MAX_GAMES = 1000000000 };

/* A number of JSON, with room for the games that follow. */
static const uint64_t MAX_FIRST = (uint64_t)1 << 52;

enum { RESULT_SIZE = 1 << 15, BAR_WIDTH = 40, DECK_LINE_SIZE = 16384, VERDICT_SIZE = 64 };
enum { KEY_OPPONENT = 256, KEY_PERFECT_INFORMATION, KEY_DEALS, KEY_DECKS, KEY_FIRST };

/* ---- Options -------------------------------------------------------------------------------- */

static const struct argp_option shared_options[] = {
	{"games", 'n', "N", 0,
		"number of games, -1: until Ctrl-C (default: 1000, or all deals of the file)", 0},
	{"first", KEY_FIRST, "N", 0,
		"number of the first game of the seed, or deal of the file: parts add up to the whole "
		"(default: 0)",
		0},
	{"seed", 'S', "SEED", 0, "seed; equal seeds give equal games (default: 1)", 0},
	{"threads", 'T', "N", 0, "threads; the results do not depend on it (default: 1)", 0},
	{"opponent", KEY_OPPONENT, "STRATEGY", 0,
		"strategy of the other seats; the own seat rotates", 0},
	{"perfect-information", KEY_PERFECT_INFORMATION, NULL, 0,
		"show the strategy all hidden cards after the deal", 0},
	{"deals", KEY_DEALS, "FILE", 0, "play the deals of a file in the format of `solve'", 0},
	{"json", 'j', NULL, 0, "print one JSON object", 0},
	{0},
};

static const struct argp_child shared_children[] = {
	{&game_args_argp, 0, NULL, 0}, {&budget_argp, 0, NULL, 0}, {0}};

static error_t parse_shared_option(int key, char *value, struct argp_state *state)
{
	struct simulate *simulate = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		simulate->batch.seed = 1;
		simulate->batch.threads = 1;
		simulate->batch.budget.nodes = DEFAULT_NODES;
		state->child_inputs[0] = &simulate->args;
		state->child_inputs[1] = &simulate->batch.budget;
		return 0;
	case 'n':
		simulate->games = strcmp(value, "-1") == 0
					  ? ENDLESS_GAMES
					  : number_read(value, 1, MAX_GAMES, state);
		return 0;
	case KEY_FIRST:
		simulate->batch.first = number_read(value, 0, MAX_FIRST, state);
		return 0;
	case 'S':
		simulate->batch.seed = number_read(value, 0, INT64_MAX, state);
		return 0;
	case 'T':
		simulate->batch.threads = (unsigned)number_read(value, 1, MAX_THREADS, state);
		return 0;
	case KEY_OPPONENT:
		simulate->opponent = value;
		return 0;
	case KEY_PERFECT_INFORMATION:
		simulate->batch.perfect_information = true;
		return 0;
	case KEY_DEALS:
		simulate->deals_path = value;
		return 0;
	case 'j':
		simulate->json = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp selfplay_argp = {
	.options = shared_options,
	.parser = parse_shared_option,
	.children = shared_children,
};

/* ---- Preparing ------------------------------------------------------------------------------ */

static enum mk_status find_opponent(struct simulate *simulate, struct mk_error *error)
{
	if (!simulate->opponent) {
		return MK_OK;
	}
	if (simulate->selection.game->seats < 2) {
		return mk_fail(error, MK_IMPOSSIBLE, "invalid_opponent", "--opponent",
			"%s has only one seat", simulate->selection.game->name);
	}
	return game_args_find_strategy(simulate->opponent, "--opponent", simulate->selection.game,
		&simulate->batch.opponent, error);
}

static enum mk_status check_information(const struct simulate *simulate, struct mk_error *error)
{
	const struct mk_game *game = simulate->selection.game;

	return simulate->batch.perfect_information && !game->reveal_all
		       ? mk_fail(error, MK_IMPOSSIBLE, "invalid_option", "--perfect-information",
				 "not supported by %s", game->name)
		       : MK_OK;
}

static enum mk_status read_deals_option(struct simulate *simulate, struct mk_error *error)
{
	struct selfplay_batch *batch = &simulate->batch;
	enum mk_status status;
	uint64_t left;

	if (!simulate->deals_path) {
		return MK_OK;
	}
	status = deal_list_read(simulate->deals_path, simulate->selection.game,
		&simulate->selection.rules, &simulate->deals, error);
	if (status != MK_OK) {
		return status;
	}
	batch->deals = &simulate->deals;
	if (batch->first >= simulate->deals.count) {
		mk_fail(error, MK_IMPOSSIBLE, "invalid_option", "--first",
			"the file has %llu deals, numbered from 0",
			(unsigned long long)simulate->deals.count);
		deal_list_deinit(&simulate->deals);
		return MK_IMPOSSIBLE;
	}
	left = simulate->deals.count - batch->first;
	batch->games = simulate->games && simulate->games < left ? simulate->games : left;
	return MK_OK;
}

enum mk_status simulate_prepare(struct simulate *simulate, struct mk_error *error)
{
	struct selfplay_batch *batch = &simulate->batch;
	enum mk_status status = game_args_resolve(&simulate->args, &simulate->selection, error);

	batch->selection = &simulate->selection;
	batch->games = simulate->games ? simulate->games : DEFAULT_GAMES;
	if (status == MK_OK) {
		status = find_opponent(simulate, error);
	}
	if (status == MK_OK) {
		status = check_information(simulate, error);
	}
	return status == MK_OK ? read_deals_option(simulate, error) : status;
}

enum cli_exit simulate_run(const struct simulate *simulate, struct selfplay_results *results)
{
	return selfplay_batch_run(&simulate->batch, results)
		       ? CLI_OK
		       : cli_fail(CLI_FAILED, "out of memory");
}

enum cli_exit simulate_finish(struct simulate *simulate, const struct selfplay_results *results)
{
	unsigned long long played = results->of[0].games, games = simulate->batch.games;

	deal_list_deinit(&simulate->deals);
	return played < games && games != ENDLESS_GAMES
		       ? cli_fail(CLI_FAILED, "interrupted after %llu of %llu games", played, games)
		       : CLI_OK;
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void print_proportion(const char *name, uint64_t hits, uint64_t games)
{
	struct mk_proportion share = mk_proportion_of(hits, games);

	printf("%-8s %10llu  %6.2f %% (95 %%: %.2f to %.2f)\n", name, (unsigned long long)hits,
		100 * share.value, 100 * share.low, 100 * share.high);
}

void simulate_print_payoff(
	const char *name, const struct mk_game *game, struct mk_proportion payoff)
{
	if (game->seats > 1) {
		printf("%-8s %+.3f a game (95 %%: %+.3f to %+.3f)\n", name, payoff.value,
			payoff.low, payoff.high);
	}
}

static void print_histogram(const struct mk_statistics *statistics)
{
	struct mk_histogram_bin bins[MK_HISTOGRAM_BINS];
	size_t count = mk_statistics_histogram(statistics, bins);
	uint64_t max = 1;

	for (size_t i = 0; i < count; i++) {
		max = bins[i].games > max ? bins[i].games : max;
	}
	for (size_t i = 0; i < count; i++) {
		int width = (int)((double)bins[i].games / (double)max * BAR_WIDTH + 0.5);

		printf("%6llu-%-6llu %10llu %.*s\n", (unsigned long long)bins[i].from,
			(unsigned long long)bins[i].to, (unsigned long long)bins[i].games, width,
			"########################################");
	}
}

static void print_brier_score(const struct mk_calibration *calibration)
{
	if (mk_calibration_count(calibration) > 0) {
		printf("predictions %llu, Brier score %.4f\n",
			(unsigned long long)mk_calibration_count(calibration),
			mk_calibration_brier(calibration));
	}
}

void simulate_print_batch(const struct simulate *simulate)
{
	const struct game_selection *selection = &simulate->selection;

	printf("%s %s%s, seed %llu", selection->game->name, selection->preset->name,
		simulate->batch.perfect_information ? ", perfect information" : "",
		(unsigned long long)simulate->batch.seed);
	if (simulate->batch.first > 0) {
		printf(", from game %llu", (unsigned long long)simulate->batch.first);
	}
	putchar('\n');
	if (simulate->batch.opponent) {
		printf("one seat, in rotation, against %d of %s\n", selection->game->seats - 1,
			simulate->batch.opponent->name);
	}
}

void simulate_print_statistics(const struct mk_game *game, const struct mk_strategy *strategy,
	const struct mk_statistics *statistics)
{
	double seconds = (double)statistics->cpu_ns / 1e9;

	printf("%s: %llu games\n", strategy->name, (unsigned long long)statistics->games);
	print_proportion("won", statistics->won, statistics->games);
	print_proportion("lost", statistics->lost, statistics->games);
	print_proportion("drawn", statistics->drawn, statistics->games);
	simulate_print_payoff("points", game, mk_statistics_payoff(statistics));
	printf("length   min %llu, median %llu, p95 %llu, max %llu\n",
		(unsigned long long)statistics->shortest,
		(unsigned long long)mk_statistics_length(statistics, 0.5),
		(unsigned long long)mk_statistics_length(statistics, 0.95),
		(unsigned long long)statistics->longest);
	printf("ended    %llu without a chosen move, %llu at the move limit\n",
		(unsigned long long)statistics->no_move,
		(unsigned long long)statistics->move_limit);
	printf("streaks  longest %llu won, %llu not won; now %lld\n",
		(unsigned long long)statistics->longest_won,
		(unsigned long long)statistics->longest_not_won, (long long)statistics->streak_end);
	printf("speed    %.0f games, %.0f decisions, %.0f nodes a second of CPU\n",
		(double)statistics->games / seconds, (double)statistics->moves / seconds,
		(double)statistics->nodes / seconds);
	printf("time     median %.3g ms, p95 %.3g ms of CPU a game\n",
		(double)mk_statistics_time(statistics, 0.5) / 1e6,
		(double)mk_statistics_time(statistics, 0.95) / 1e6);
	print_brier_score(&statistics->calibration);
	print_histogram(statistics);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

void simulate_write(struct mk_text *out, const struct simulate *simulate,
	const struct selfplay_results *results)
{
	const struct selfplay_batch *batch = &simulate->batch;

	game_selection_write(out, &simulate->selection);
	mk_json_open_object(out, "budget");
	mk_json_int(out, "ms", batch->budget.ms);
	mk_json_int(out, "worlds", (long long)batch->budget.worlds);
	mk_json_int(out, "nodes", (long long)batch->budget.nodes);
	if (batch->pondering_nodes) {
		mk_json_int(out, "pondering_nodes", (long long)batch->pondering_nodes);
	}
	mk_json_close_object(out);
	mk_json_bool(out, "perfect_information", batch->perfect_information);
	mk_json_int(out, "seed", (long long)batch->seed);
	mk_json_int(out, "first", (long long)batch->first);
	mk_json_string(out, "strategy", simulate->selection.strategy->name);
	if (batch->opponent) {
		mk_json_string(out, "opponent", batch->opponent->name);
	}
	mk_statistics_write(out, &results->of[0]);
}

static void print_results(const struct simulate *simulate, const struct selfplay_results *results)
{
	static char buffer[RESULT_SIZE];
	struct mk_text out;

	if (!simulate->json) {
		simulate_print_batch(simulate);
		simulate_print_statistics(
			simulate->selection.game, simulate->selection.strategy, &results->of[0]);
		return;
	}
	mk_text_fixed(&out, buffer, sizeof buffer);
	mk_json_open_object(&out, NULL);
	simulate_write(&out, simulate, results);
	mk_json_close_object(&out);
	puts(buffer);
}

/* ---- The decks of a file -------------------------------------------------------------------- */

static enum cli_exit judge_decks(
	FILE *file, const char *path, const struct game_selection *selection)
{
	char line[DECK_LINE_SIZE], buffer[VERDICT_SIZE];
	struct mk_error error;

	for (unsigned long number = 1; fgets(line, sizeof line, file); number++) {
		struct mk_text verdict;

		if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0') {
			continue;
		}
		mk_text_fixed(&verdict, buffer, sizeof buffer);
		if (selection->game->forced_result(line, &selection->rules, &verdict, &error) !=
			MK_OK) {
			return cli_fail(CLI_FAILED, "%s: line %lu: %s", path, number, error.detail);
		}
		puts(buffer);
	}
	return ferror(file) ? cli_fail(CLI_FAILED, "%s: %s", path, strerror(errno)) : CLI_OK;
}

static enum cli_exit judge_file(const char *path, const struct game_selection *selection)
{
	FILE *file;
	enum cli_exit code;

	if (!selection->game->forced_result) {
		return cli_fail(CLI_USAGE,
			"--decks: only for a game without choices, not for %s; try "
			"--game ten-twenty-thirty --preset forced",
			selection->game->name);
	}
	file = input_open(path);
	if (!file) {
		return cli_fail(CLI_FAILED, "%s: %s", path, strerror(errno));
	}
	code = judge_decks(file, path, selection);
	input_close(file);
	return code;
}

/* ---- The command ---------------------------------------------------------------------------- */

struct simulate_call {
	struct simulate simulate;
	const char *decks;
};

static const struct argp_option options[] = {
	{"decks", KEY_DECKS, "FILE", 0, "print the result of each deck of a file (forced games)",
		0},
	{0},
};

static const struct argp_child children[] = {{&selfplay_argp, 0, NULL, 0}, {0}};

static error_t parse_simulate_option(int key, char *value, struct argp_state *state)
{
	struct simulate_call *call = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &call->simulate;
		return 0;
	case KEY_DECKS:
		call->decks = value;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp simulate_argp = {
	.options = options,
	.parser = parse_simulate_option,
	.children = children,
	.doc = "Run self-play games and report the win rate with its 95 % interval, lengths, "
	       "streaks, speed and the quality of predictions. The strategy sees only what a player "
	       "could see.\v"
	       "A strategy with search gets 1000 nodes per decision if no budget is given. With "
	       "--budget-ms the results depend on the machine. Ctrl-C ends the run and reports the "
	       "games so far.",
};

enum cli_exit simulate_command(int argc, char **argv)
{
	static struct selfplay_results results;
	struct simulate_call call = {0};
	struct mk_error error;
	enum cli_exit code;

	command_parse(&simulate_argp, argc, argv, &call);
	if (simulate_prepare(&call.simulate, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	if (call.decks) {
		return judge_file(call.decks, &call.simulate.selection);
	}
	code = simulate_run(&call.simulate, &results);
	if (code == CLI_OK) {
		print_results(&call.simulate, &results);
		code = simulate_finish(&call.simulate, &results);
	}
	return code;
}
