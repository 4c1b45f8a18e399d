/* makker simulate: many games, and all figures about them. */
#include "cli/budget.h"
#include "cli/cli.h"
#include "cli/game_args.h"
#include "cli/number.h"
#include "cli/selfplay_batch.h"

#include "base/json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_GAMES = 1000, DEFAULT_NODES = 1000, RESULT_ROOM = 1 << 15, BAR_WIDTH = 40 };
enum { KEY_COMPARE = 256, KEY_OPEN, KEY_DECKS, KEY_AGAINST };

static const uint64_t most_games = 1000000000;

struct simulate {
	struct choice choice;
	struct tournament tournament;
	char *compare; /* "A,B" */
	const char *against;
	const char *decks;
	bool json;
};

static const struct argp_option options[] = {
	{"games", 'n', "N", 0, "how many games (1000)", 0},
	{"seed", 'S', "SEED", 0, "the same seed gives the same games (1)", 0},
	{"jobs", 'J', "JOBS", 0, "how many threads (1); the result is the same", 0},
	{"compare", KEY_COMPARE, "A,B", 0, "let two strategies play the same deals", 0},
	{"against", KEY_AGAINST, "STRATEGY", 0,
		"what the other seats play; the strategy's own goes round from game to game", 0},
	{"open", KEY_OPEN, NULL, 0, "show the strategy every hidden card after the deal", 0},
	{"decks", KEY_DECKS, "FILE", 0,
		"of a game without choices: print how each deck of a file ends, one a line", 0},
	{"json", 'j', NULL, 0, "print the result as one JSON object", 0},
	{0},
};

static const struct argp_child children[] = {
	{&choice_argp, 0, NULL, 0}, {&budget_argp, 0, NULL, 0}, {0}};

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct simulate *simulate = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &simulate->choice;
		state->child_inputs[1] = &simulate->tournament.budget;
		return 0;
	case 'n':
		simulate->tournament.games = number_read(word, 1, most_games, state);
		return 0;
	case 'S':
		simulate->tournament.seed = number_read(word, 0, INT64_MAX, state);
		return 0;
	case 'J':
		simulate->tournament.jobs = (unsigned)number_read(word, 1, TOURNAMENT_JOBS, state);
		return 0;
	case KEY_COMPARE:
		simulate->compare = word;
		return 0;
	case KEY_AGAINST:
		simulate->against = word;
		return 0;
	case KEY_OPEN:
		simulate->tournament.open = true;
		return 0;
	case KEY_DECKS:
		simulate->decks = word;
		return 0;
	case 'j':
		simulate->json = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Play many games at simulated tables and tell all figures about them: outcomes with "
	       "their 95 % intervals, lengths, streaks, speed, and how well the strategy knew what to "
	       "expect.\v"
	       "Ctrl-C ends it early and tells what was played so far.",
	.children = children,
};

/* ---- Text ----------------------------------------------------------------------------------- */

static void print_share(const char *name, uint64_t hits, uint64_t games)
{
	struct mk_proportion share = mk_proportion_of(hits, games);

	printf("%-8s %10llu  %6.2f %% (95 %%: %.2f to %.2f)\n", name, (unsigned long long)hits,
		100 * share.value, 100 * share.low, 100 * share.high);
}

/* Where there is more to a game than to win it. */
static void print_points(const char *name, const struct mk_game *game, struct mk_proportion points)
{
	if (game->seats > 1) {
		printf("%-8s %+.3f a game (95 %%: %+.3f to %+.3f)\n", name, points.value,
			points.low, points.high);
	}
}

static void print_histogram(const struct mk_statistics *statistics)
{
	struct mk_histogram_bin bars[MK_HISTOGRAM_BINS];
	size_t count = mk_statistics_histogram(statistics, bars);
	uint64_t most = 1;

	for (size_t i = 0; i < count; i++) {
		most = bars[i].games > most ? bars[i].games : most;
	}
	for (size_t i = 0; i < count; i++) {
		int width = (int)((double)bars[i].games / (double)most * BAR_WIDTH + 0.5);

		printf("%6llu-%-6llu %10llu %.*s\n", (unsigned long long)bars[i].from,
			(unsigned long long)bars[i].to, (unsigned long long)bars[i].games, width,
			"########################################");
	}
}

static void print_calibration(const struct mk_calibration *calibration)
{
	if (mk_calibration_count(calibration) > 0) {
		printf("predictions %llu, Brier score %.4f\n",
			(unsigned long long)mk_calibration_count(calibration),
			mk_calibration_brier(calibration));
	}
}

static void print_statistics(const struct mk_game *game, const struct mk_strategy *strategy,
	const struct mk_statistics *statistics)
{
	double seconds = (double)statistics->cpu_ns / 1e9;

	printf("%s: %llu games\n", strategy->name, (unsigned long long)statistics->games);
	print_share("won", statistics->won, statistics->games);
	print_share("lost", statistics->lost, statistics->games);
	print_share("drawn", statistics->drawn, statistics->games);
	print_points("points", game, mk_statistics_payoff(statistics));
	printf("length   min %llu, median %llu, p95 %llu, max %llu\n",
		(unsigned long long)statistics->shortest,
		(unsigned long long)mk_statistics_length(statistics, 0.5),
		(unsigned long long)mk_statistics_length(statistics, 0.95),
		(unsigned long long)statistics->longest);
	printf("streaks  longest %llu won, %llu not won; now %lld\n",
		(unsigned long long)statistics->longest_won,
		(unsigned long long)statistics->longest_not_won, (long long)statistics->streak_end);
	printf("speed    %.0f games, %.0f decisions, %.0f nodes a second of CPU\n",
		(double)statistics->games / seconds, (double)statistics->moves / seconds,
		(double)statistics->nodes / seconds);
	printf("time     median %.3g ms, p95 %.3g ms of CPU a game\n",
		(double)mk_statistics_time(statistics, 0.5) / 1e6,
		(double)mk_statistics_time(statistics, 0.95) / 1e6);
	print_calibration(&statistics->calibration);
	print_histogram(statistics);
}

static void print_text(const struct tournament *tournament, const struct scores *scores)
{
	struct mk_proportion difference = mk_paired_results_difference(&scores->pairs);
	const struct mk_game *game = tournament->chosen->game;

	printf("%s %s%s, seed %llu\n", game->name, tournament->chosen->preset->name,
		tournament->open ? ", all cards shown" : "", (unsigned long long)tournament->seed);
	if (tournament->against) {
		printf("one seat, which goes round, against %d of %s\n", game->seats - 1,
			tournament->against->name);
	}
	print_statistics(game, tournament->chosen->strategy, &scores->of[0]);
	if (tournament->versus) {
		print_statistics(game, tournament->versus, &scores->of[1]);
		printf("difference %+.2f points (95 %%: %+.2f to %+.2f); only one won %llu and %llu\n",
			100 * difference.value, 100 * difference.low, 100 * difference.high,
			(unsigned long long)scores->pairs.only_won[0],
			(unsigned long long)scores->pairs.only_won[1]);
		print_points("ahead", game, mk_paired_results_payoff(&scores->pairs));
	}
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void write_difference(struct mk_text *out, const char *key, struct mk_proportion difference,
	const struct mk_paired_results *pairs)
{
	mk_json_open_object(out, key);
	mk_json_real(out, "value", difference.value, 6);
	mk_json_real(out, "low", difference.low, 6);
	mk_json_real(out, "high", difference.high, 6);
	if (pairs) {
		mk_json_int(out, "only_first", (long long)pairs->only_won[0]);
		mk_json_int(out, "only_second", (long long)pairs->only_won[1]);
	}
	mk_json_close_object(out);
}

static void write_other(
	struct mk_text *out, const struct tournament *tournament, const struct scores *scores)
{
	const struct mk_paired_results *pairs = &scores->pairs;

	mk_json_open_object(out, "versus");
	mk_json_string(out, "strategy", tournament->versus->name);
	mk_statistics_write(out, &scores->of[1]);
	mk_json_close_object(out);
	write_difference(out, "difference", mk_paired_results_difference(pairs), pairs);
	write_difference(out, "payoff_difference", mk_paired_results_payoff(pairs), NULL);
}

static void print_json(const struct tournament *tournament, const struct scores *scores)
{
	const struct chosen *chosen = tournament->chosen;
	static char room[RESULT_ROOM];
	struct mk_text out;

	mk_text_fixed(&out, room, sizeof room);
	mk_json_open_object(&out, NULL);
	mk_json_string(&out, "game", chosen->game->name);
	mk_json_string(&out, "preset", chosen->preset->name);
	mk_json_open_object(&out, "rules");
	mk_rules_write(&out, chosen->game, &chosen->rules);
	mk_json_close_object(&out);
	mk_json_bool(&out, "open", tournament->open);
	mk_json_int(&out, "seed", (long long)tournament->seed);
	mk_json_string(&out, "strategy", chosen->strategy->name);
	if (tournament->against) {
		mk_json_string(&out, "against", tournament->against->name);
	}
	mk_statistics_write(&out, &scores->of[0]);
	if (tournament->versus) {
		write_other(&out, tournament, scores);
	}
	mk_json_close_object(&out);
	puts(room);
}

/* ---- The command ---------------------------------------------------------------------------- */

static enum mk_status find_against(struct simulate *simulate, struct mk_error *error)
{
	struct choice choice = simulate->choice;
	struct chosen chosen;
	enum mk_status status;

	if (!simulate->against) {
		return MK_OK;
	}
	choice.strategy = simulate->against;
	status = choice_resolve(&choice, &chosen, error);
	if (status == MK_OK && chosen.game->seats < 2) {
		return mk_fail(error, MK_IMPOSSIBLE, "invalid_against", "--against",
			"the game has one seat only");
	}
	simulate->tournament.against = chosen.strategy;
	return status;
}

/* "A,B": the first takes the place of --strategy. */
static enum mk_status find_compared(struct simulate *simulate, struct mk_error *error)
{
	struct choice choice = simulate->choice;
	char *comma = simulate->compare ? strchr(simulate->compare, ',') : NULL;
	struct chosen chosen;
	enum mk_status status;

	if (!simulate->compare) {
		return MK_OK;
	}
	if (!comma) {
		return mk_fail(error, MK_MALFORMED, "invalid_compare", "--compare",
			"two strategies are wanted, A,B");
	}
	*comma = '\0';
	simulate->choice.strategy = simulate->compare;
	choice.strategy = comma + 1;
	status = choice_resolve(&choice, &chosen, error);
	if (status == MK_OK) {
		simulate->tournament.versus = chosen.strategy;
	}
	return status;
}

/* ---- Decks of a file ------------------------------------------------------------------------ */

static enum cli_exit judge_lines(FILE *file, const char *name, const struct chosen *chosen)
{
	char line[16384], room[64];
	struct mk_error error;

	for (unsigned long number = 1; fgets(line, sizeof line, file); number++) {
		struct mk_text verdict;

		if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0') {
			continue;
		}
		mk_text_fixed(&verdict, room, sizeof room);
		if (chosen->game->forced_result(line, &chosen->rules, &verdict, &error) != MK_OK) {
			return cli_fail(CLI_FAILED, "%s: line %lu: %s", name, number, error.detail);
		}
		puts(room);
	}
	if (ferror(file)) {
		return cli_fail(CLI_FAILED, "%s: %s", name, strerror(errno));
	}
	return CLI_OK;
}

static enum cli_exit judge_decks(const char *name, const struct chosen *chosen)
{
	FILE *file;
	enum cli_exit code;

	if (!chosen->game->forced_result) {
		return cli_fail(CLI_USAGE, "--decks: %s has choices", chosen->game->name);
	}
	file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
	if (!file) {
		return cli_fail(CLI_FAILED, "%s: %s", name, strerror(errno));
	}
	code = judge_lines(file, name, chosen);
	if (file != stdin) {
		fclose(file);
	}
	return code;
}

enum cli_exit simulate_command(int argc, char **argv)
{
	struct simulate simulate = {.tournament = {.seed = 1, .jobs = 1, .games = DEFAULT_GAMES}};
	struct tournament *tournament = &simulate.tournament;
	static struct scores scores;
	struct chosen chosen;
	struct mk_error error;

	argp_parse(&argp, argc, argv, 0, NULL, &simulate);
	if (find_compared(&simulate, &error) != MK_OK || find_against(&simulate, &error) != MK_OK ||
		choice_resolve(&simulate.choice, &chosen, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	if (simulate.decks) {
		return judge_decks(simulate.decks, &chosen);
	}
	if (tournament->open && !chosen.game->reveal_all) {
		return cli_fail(
			CLI_USAGE, "--open: in %s nobody can know all cards", chosen.game->name);
	}
	tournament->chosen = &chosen;
	if (mk_budget_is_empty(&tournament->budget)) {
		tournament->budget.nodes = DEFAULT_NODES;
	}
	if (!tournament_play(tournament, &scores)) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	(simulate.json ? print_json : print_text)(tournament, &scores);
	if (scores.of[0].games < tournament->games) {
		return cli_fail(CLI_FAILED, "interrupted after %llu of %llu games",
			(unsigned long long)scores.of[0].games,
			(unsigned long long)tournament->games);
	}
	return CLI_OK;
}
