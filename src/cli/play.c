/* makker play: how well a strategy plays, at many simulated tables. */
#include "cli/budget.h"
#include "cli/cli.h"
#include "cli/game_args.h"
#include "cli/number.h"
#include "cli/played.h"
#include "cli/selfplay_batch.h"

#include "base/clock.h"

#include <sys/resource.h>

enum { DEFAULT_GAMES = 1000, DEFAULT_NODES = 1000 };
enum { KEY_VERSUS = 256, KEY_CALIBRATION, KEY_DEALS };

static const uint64_t most_games = 1000000000;

struct play {
	struct choice choice;
	struct tournament tournament;
	uint64_t games; /* 0: not named */
	const char *versus;
	const char *deals;
	bool calibration;
	bool json;
};

/* ---- The command line ----------------------------------------------------------------------- */

static const struct argp_option options[] = {
	{"games", 'n', "N", 0, "how many games (1000, or all deals of the file)", 0},
	{"seed", 'S', "SEED", 0, "the same seed gives the same games (1)", 0},
	{"jobs", 'J', "JOBS", 0, "how many threads (1); the result is the same", 0},
	{"versus", KEY_VERSUS, "STRATEGY", 0, "let another strategy play the same deals", 0},
	{"deals", KEY_DEALS, "FILE", 0,
		"play the deals of a file, one a line, as `solve' reads them", 0},
	{"calibration", KEY_CALIBRATION, NULL, 0,
		"compare what the strategy expects with what it wins", 0},
	{"json", 'j', NULL, 0, "print the result as one JSON object", 0},
	{0},
};

static const struct argp_child children[] = {
	{&choice_argp, 0, NULL, 0}, {&budget_argp, 0, NULL, 0}, {0}};

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct play *play = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &play->choice;
		state->child_inputs[1] = &play->tournament.budget;
		return 0;
	case 'n':
		play->games = number_read(word, 1, most_games, state);
		return 0;
	case 'S':
		play->tournament.seed = number_read(word, 0, INT64_MAX, state);
		return 0;
	case 'J':
		play->tournament.jobs = (unsigned)number_read(word, 1, TOURNAMENT_JOBS, state);
		return 0;
	case KEY_VERSUS:
		play->versus = word;
		return 0;
	case KEY_DEALS:
		play->deals = word;
		return 0;
	case KEY_CALIBRATION:
		play->calibration = true;
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
	       "A strategy that searches gets 1000 nodes a decision where no limit is named. With "
	       "--budget-ms the result depends on the machine. "
	       "Ctrl-C ends it early and prints what was played so far.",
	.children = children,
};

/* ---- The command ---------------------------------------------------------------------------- */

static double cpu_seconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static bool measure(const struct tournament *tournament, struct played *played)
{
	int64_t began_ns = clock_ticks_ns();
	double cpu_before = cpu_seconds();
	bool whole = tournament_play(tournament, &played->scores);

	played->tournament = tournament;
	played->seconds = (double)(clock_ticks_ns() - began_ns) / 1e9;
	played->cpu_seconds = cpu_seconds() - cpu_before;
	return whole;
}

static enum cli_exit report(const struct played *played, bool json)
{
	uint64_t wanted = played->tournament->games;
	uint64_t games = played->scores.of[0].games;

	if (json) {
		played_print_json(played);
	} else {
		played_print_text(played);
	}
	if (games < wanted) {
		return cli_fail(CLI_FAILED, "interrupted after %llu of %llu games",
			(unsigned long long)games, (unsigned long long)wanted);
	}
	return CLI_OK;
}

static enum mk_status find_versus(struct play *play, struct mk_error *error)
{
	struct choice choice = play->choice;
	struct chosen chosen;
	enum mk_status status;

	if (!play->versus) {
		return MK_OK;
	}
	choice.strategy = play->versus;
	status = choice_resolve(&choice, &chosen, error);
	if (status == MK_OK) {
		play->tournament.versus = chosen.strategy;
	}
	return status;
}

/* All that the command line names, found. */
static enum mk_status prepare(
	struct play *play, struct chosen *chosen, struct deals *deals, struct mk_error *error)
{
	struct tournament *tournament = &play->tournament;
	enum mk_status status = choice_resolve(&play->choice, chosen, error);

	tournament->chosen = chosen;
	tournament->games = play->games ? play->games : DEFAULT_GAMES;
	if (mk_budget_is_empty(&tournament->budget)) {
		tournament->budget.nodes = DEFAULT_NODES;
	}
	if (status == MK_OK) {
		status = find_versus(play, error);
	}
	if (status != MK_OK || !play->deals) {
		return status;
	}
	status = deals_read(play->deals, chosen->game, &chosen->rules, deals, error);
	if (status == MK_OK) {
		tournament->deals = deals;
		tournament->games =
			play->games && play->games < deals->count ? play->games : deals->count;
	}
	return status;
}

enum cli_exit play_command(int argc, char **argv)
{
	struct play play = {.tournament = {.seed = 1, .jobs = 1}};
	struct played played = {0};
	struct deals deals = {0};
	struct chosen chosen;
	struct mk_error error;
	enum cli_exit code;

	argp_parse(&argp, argc, argv, 0, NULL, &play);
	played.calibration = play.calibration;
	if (prepare(&play, &chosen, &deals, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	if (measure(&play.tournament, &played)) {
		code = report(&played, play.json);
	} else {
		code = cli_fail(CLI_FAILED, "out of memory");
	}
	deals_finish(&deals);
	return code;
}
