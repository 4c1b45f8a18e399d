/* makker-lab tournament: self-play of one strategy, or of two on the same deals. */
#include "base/json.h"
#include "cli/simulate.h"
#include "lab/lab.h"

#include <string.h>

enum { RESULT_SIZE = 1 << 16 };
enum { KEY_COMPARE = 256, KEY_CALIBRATION, KEY_PONDERING };

struct tournament {
	struct simulate simulate;
	char *compare; /* "A,B"; NULL: no comparison */
	bool calibration;
};

/* ---- Options -------------------------------------------------------------------------------- */

static const struct argp_option tournament_options[] = {
	{"compare", KEY_COMPARE, "A,B", 0, "compare strategy A with B on the same deals", 0},
	{"calibration", KEY_CALIBRATION, NULL, 0,
		"print predicted against observed win rates by tenths", 0},
	{"pondering", KEY_PONDERING, "N", 0,
		"playouts for the tables that come next, while the player moves (with --nodes)", 0},
	{0},
};

static const struct argp_child tournament_children[] = {{&selfplay_argp, 0, NULL, 0}, {0}};

static error_t parse_tournament_option(int key, char *value, struct argp_state *state)
{
	struct tournament *tournament = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &tournament->simulate;
		return 0;
	case KEY_COMPARE:
		tournament->compare = value;
		return 0;
	case KEY_CALIBRATION:
		tournament->calibration = true;
		return 0;
	case KEY_PONDERING:
		tournament->simulate.batch.pondering_nodes =
			number_read(value, 0, INT64_MAX, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp tournament_argp = {
	.options = tournament_options,
	.parser = parse_tournament_option,
	.children = tournament_children,
	.doc = "Run self-play games like `makker simulate'; with --compare, run two strategies on "
	       "the same deals and report the paired difference with its 95 % interval.\v"
	       "A strategy with search gets 1000 nodes per decision if no budget is given.",
};

/* "A,B": A replaces --strategy; returns B, or NULL with an error. */
static const char *split_compare(struct tournament *tournament, struct mk_error *error)
{
	char *comma = strchr(tournament->compare, ',');

	if (!comma) {
		mk_fail(error, MK_MALFORMED, "invalid_compare", "--compare",
			"must be two strategies, A,B");
		return NULL;
	}
	*comma = '\0';
	tournament->simulate.args.strategy = tournament->compare;
	return comma + 1;
}

static enum mk_status prepare_tournament(struct tournament *tournament, struct mk_error *error)
{
	struct simulate *simulate = &tournament->simulate;
	const char *compared = tournament->compare ? split_compare(tournament, error) : NULL;
	enum mk_status status;

	if (tournament->compare && !compared) {
		return MK_MALFORMED;
	}
	if (simulate->batch.pondering_nodes && !simulate->batch.budget.nodes) {
		return mk_fail(error, MK_MALFORMED, "invalid_pondering", "--pondering",
			"needs --nodes, the playouts that the player waits for");
	}
	status = simulate_prepare(simulate, error);
	return status == MK_OK && compared
		       ? game_args_find_strategy(compared, "--compare", simulate->selection.game,
				 &simulate->batch.compared, error)
		       : status;
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void print_comparison(
	const struct simulate *simulate, const struct selfplay_results *results)
{
	const struct mk_game *game = simulate->selection.game;
	const struct mk_paired_results *pairs = &results->pairs;
	struct mk_proportion difference = mk_paired_results_difference(pairs);

	simulate_print_statistics(game, simulate->batch.compared, &results->of[1]);
	printf("difference %+.2f points (95 %%: %+.2f to %+.2f); only one won %llu and %llu\n",
		100 * difference.value, 100 * difference.low, 100 * difference.high,
		(unsigned long long)pairs->only_won[0], (unsigned long long)pairs->only_won[1]);
	simulate_print_payoff("ahead", game, mk_paired_results_payoff(pairs));
}

static void print_calibration_table(const struct mk_calibration *calibration)
{
	printf("\n%llu predictions, Brier score %.4f\n",
		(unsigned long long)mk_calibration_count(calibration),
		mk_calibration_brier(calibration));
	puts(" predicted predictions  in games   mean     won    off  by chance");
	for (int i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		const struct mk_calibration_group *group = &calibration->group[i];
		double predicted = mk_calibration_predicted(group);
		double observed = mk_calibration_observed(group);

		if (group->count > 0) {
			printf("%3d to %3d %% %11llu %9llu  %5.1f %% %5.1f %% %+6.1f  +- %.1f\n",
				10 * i, 10 * (i + 1), (unsigned long long)group->count,
				(unsigned long long)calibration->games[i].count, 100 * predicted,
				100 * observed, 100 * (observed - predicted),
				100 * mk_calibration_margin(calibration, (unsigned)i));
		}
	}
}

static void print_tournament(
	const struct tournament *tournament, const struct selfplay_results *results)
{
	const struct simulate *simulate = &tournament->simulate;

	simulate_print_batch(simulate);
	simulate_print_statistics(
		simulate->selection.game, simulate->selection.strategy, &results->of[0]);
	if (simulate->batch.compared) {
		print_comparison(simulate, results);
	}
	if (tournament->calibration) {
		print_calibration_table(&results->of[0].calibration);
	}
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void write_interval(struct mk_text *out, struct mk_proportion difference)
{
	mk_json_real(out, "value", difference.value, 6);
	mk_json_real(out, "low", difference.low, 6);
	mk_json_real(out, "high", difference.high, 6);
}

static void write_comparison(struct mk_text *out, const struct simulate *simulate,
	const struct selfplay_results *results)
{
	const struct mk_paired_results *pairs = &results->pairs;

	mk_json_open_object(out, "compared");
	mk_json_string(out, "strategy", simulate->batch.compared->name);
	mk_statistics_write(out, &results->of[1]);
	mk_json_close_object(out);
	mk_json_open_object(out, "difference");
	write_interval(out, mk_paired_results_difference(pairs));
	mk_json_int(out, "only_first", (long long)pairs->only_won[0]);
	mk_json_int(out, "only_second", (long long)pairs->only_won[1]);
	mk_json_close_object(out);
	mk_json_open_object(out, "payoff_difference");
	write_interval(out, mk_paired_results_payoff(pairs));
	mk_json_close_object(out);
}

static void print_tournament_json(
	const struct tournament *tournament, const struct selfplay_results *results)
{
	static char buffer[RESULT_SIZE];
	struct mk_text out;

	mk_text_fixed(&out, buffer, sizeof buffer);
	mk_json_open_object(&out, NULL);
	simulate_write(&out, &tournament->simulate, results);
	if (tournament->simulate.batch.compared) {
		write_comparison(&out, &tournament->simulate, results);
	}
	mk_json_close_object(&out);
	puts(buffer);
}

/* ---- The command ---------------------------------------------------------------------------- */

enum cli_exit tournament_command(int argc, char **argv)
{
	static struct selfplay_results results;
	struct tournament tournament = {0};
	struct mk_error error;
	enum cli_exit code;

	command_parse(&tournament_argp, argc, argv, &tournament);
	if (prepare_tournament(&tournament, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	code = simulate_run(&tournament.simulate, &results);
	if (code == CLI_OK) {
		(tournament.simulate.json ? print_tournament_json : print_tournament)(
			&tournament, &results);
		code = simulate_finish(&tournament.simulate, &results);
	}
	return code;
}
