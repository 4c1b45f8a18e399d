/* makker play: how well a strategy plays, at many simulated tables. */
#include "cli/choice.h"
#include "cli/cli.h"
#include "cli/tournament.h"

#include "base/clock.h"
#include "base/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { RESULT_ROOM = 2048, DEFAULT_GAMES = 1000, DEFAULT_NODES = 1000 };
enum { KEY_BUDGET_MS = 256, KEY_WORLDS, KEY_NODES };

static const uint64_t most_games = 1000000000;

struct play {
	struct choice choice;
	struct tournament tournament;
	bool json;
};

/* ---- The command line ----------------------------------------------------------------------- */

static const struct argp_option options[] = {
	{"games", 'n', "N", 0, "how many games (1000)", 0},
	{"seed", 'S', "SEED", 0, "the same seed gives the same games (1)", 0},
	{"jobs", 'J', "JOBS", 0, "how many threads (1); the result is the same", 0},
	{"budget-ms", KEY_BUDGET_MS, "MS", 0, "time for a decision of a strategy that searches", 0},
	{"worlds", KEY_WORLDS, "N", 0, "the most worlds that it tries for a decision", 0},
	{"nodes", KEY_NODES, "N", 0, "the most playouts for a decision (1000, if no limit is named)",
		0},
	{"json", 'j', NULL, 0, "print the result as one JSON object", 0},
	{0},
};

static const struct argp_child children[] = {{&choice_argp, 0, NULL, 0}, {0}};

/* A whole number from `least` to `most`; anything else ends the program. */
static uint64_t read_number(
	const char *word, uint64_t least, uint64_t most, struct argp_state *state)
{
	char *end;
	unsigned long long number;

	errno = 0;
	number = strtoull(word, &end, 10);
	if (*word < '0' || *word > '9' || *end || errno || number < least || number > most) {
		argp_error(state, "'%s' is no whole number from %llu to %llu", word,
			(unsigned long long)least, (unsigned long long)most);
	}
	return number;
}

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct play *play = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &play->choice;
		return 0;
	case 'n':
		play->tournament.games = read_number(word, 1, most_games, state);
		return 0;
	case 'S':
		play->tournament.seed = read_number(word, 0, INT64_MAX, state);
		return 0;
	case 'J':
		play->tournament.jobs = (unsigned)read_number(word, 1, TOURNAMENT_JOBS, state);
		return 0;
	case KEY_BUDGET_MS:
		play->tournament.budget.ms = (uint32_t)read_number(word, 0, UINT32_MAX, state);
		return 0;
	case KEY_WORLDS:
		play->tournament.budget.worlds = read_number(word, 0, INT64_MAX, state);
		return 0;
	case KEY_NODES:
		play->tournament.budget.nodes = read_number(word, 0, INT64_MAX, state);
		return 0;
	case 'j':
		play->json = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Play whole games at simulated tables and count the won ones. The strategy knows only "
	       "what a player at the table could know.\v"
	       "Ctrl-C ends it early and prints what was played so far.",
	.children = children,
};

/* ---- The result ----------------------------------------------------------------------------- */

struct result {
	const struct tournament *tournament;
	struct tally tally;
	double seconds;
	double cpu_seconds;
};

static double per(double amount, double seconds)
{
	return seconds > 0 ? amount / seconds : NAN;
}

static void print_text(const struct result *result)
{
	const struct tally *tally = &result->tally;
	const struct chosen *chosen = result->tournament->chosen;
	struct mk_share won = mk_share_of(tally->won, tally->games);
	double games = (double)tally->games;

	printf("%s %s, %s, seed %llu\n", chosen->game->name, chosen->preset->name,
		chosen->strategy->name, (unsigned long long)result->tournament->seed);
	if (tally->games == 0) {
		puts("no game was played");
		return;
	}
	printf("won    %llu of %llu, %.2f %% (95 %%: %.2f to %.2f)\n",
		(unsigned long long)tally->won, (unsigned long long)tally->games, 100 * won.value,
		100 * won.low, 100 * won.high);
	printf("moves  min %zu, median %zu, p95 %zu, max %zu\n", tally_least_moves(tally),
		tally_moves(tally, 0.5), tally_moves(tally, 0.95), tally_moves(tally, 1));
	printf("ended  %llu without a move that the strategy wanted, %llu never\n",
		(unsigned long long)tally->gave_up, (unsigned long long)tally->endless);
	printf("speed  %.0f games/s, %.0f games/s on one core, %.3g ms of CPU a game\n",
		per(games, result->seconds), per(games, result->cpu_seconds),
		1000 * result->cpu_seconds / games);
}

static void write_moves(struct mk_text *out, const struct tally *tally)
{
	mk_json_open_object(out, "moves");
	mk_json_int(out, "min", (long long)tally_least_moves(tally));
	mk_json_int(out, "median", (long long)tally_moves(tally, 0.5));
	mk_json_int(out, "p95", (long long)tally_moves(tally, 0.95));
	mk_json_int(out, "max", (long long)tally_moves(tally, 1));
	mk_json_close_object(out);
}

static void write_chosen(struct mk_text *out, const struct chosen *chosen)
{
	mk_json_string(out, "game", chosen->game->name);
	mk_json_string(out, "preset", chosen->preset->name);
	mk_json_open_object(out, "rules");
	mk_rules_write(out, chosen->game, &chosen->rules);
	mk_json_close_object(out);
	mk_json_string(out, "strategy", chosen->strategy->name);
}

static void write_won(struct mk_text *out, const struct tally *tally)
{
	struct mk_share won = mk_share_of(tally->won, tally->games);

	mk_json_int(out, "games", (long long)tally->games);
	mk_json_int(out, "won", (long long)tally->won);
	mk_json_real(out, "won_share", won.value, 6);
	mk_json_real(out, "low", won.low, 6);
	mk_json_real(out, "high", won.high, 6);
	mk_json_int(out, "gave_up", (long long)tally->gave_up);
	mk_json_int(out, "endless", (long long)tally->endless);
}

static void print_json(const struct result *result)
{
	char room[RESULT_ROOM];
	struct mk_text out;
	double games = (double)result->tally.games;

	mk_text_fixed(&out, room, sizeof room);
	mk_json_open_object(&out, NULL);
	write_chosen(&out, result->tournament->chosen);
	mk_json_int(&out, "seed", (long long)result->tournament->seed);
	write_won(&out, &result->tally);
	write_moves(&out, &result->tally);
	mk_json_real(&out, "seconds", result->seconds, 6);
	mk_json_real(&out, "games_per_second", per(games, result->seconds), 3);
	mk_json_real(&out, "games_per_cpu_s", per(games, result->cpu_seconds), 3);
	mk_json_real(&out, "cpu_s_per_game", per(result->cpu_seconds, games), 9);
	mk_json_close_object(&out);
	puts(room);
}

/* ---- The command ---------------------------------------------------------------------------- */

static double cpu_seconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static bool measure(const struct tournament *tournament, struct result *result)
{
	int64_t began_ns = clock_ticks_ns();
	double cpu_before = cpu_seconds();
	bool whole = tournament_play(tournament, &result->tally);

	result->tournament = tournament;
	result->seconds = (double)(clock_ticks_ns() - began_ns) / 1e9;
	result->cpu_seconds = cpu_seconds() - cpu_before;
	return whole;
}

static enum cli_exit report(const struct result *result, bool json)
{
	uint64_t wanted = result->tournament->games;

	if (json) {
		print_json(result);
	} else {
		print_text(result);
	}
	if (result->tally.games < wanted) {
		return cli_fail(CLI_FAILED, "interrupted after %llu of %llu games",
			(unsigned long long)result->tally.games, (unsigned long long)wanted);
	}
	return CLI_FINE;
}

enum cli_exit play_command(int argc, char **argv)
{
	struct play play = {.tournament = {.seed = 1, .games = DEFAULT_GAMES, .jobs = 1}};
	struct result result = {0};
	struct chosen chosen;
	struct mk_error error;
	enum cli_exit code;

	argp_parse(&argp, argc, argv, 0, NULL, &play);
	if (mk_budget_is_empty(&play.tournament.budget)) {
		play.tournament.budget.nodes = DEFAULT_NODES;
	}
	if (choice_resolve(&play.choice, &chosen, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	play.tournament.chosen = &chosen;
	if (measure(&play.tournament, &result)) {
		code = report(&result, play.json);
	} else {
		code = cli_fail(CLI_FAILED, "there is not enough memory");
	}
	tally_finish(&result.tally);
	return code;
}
