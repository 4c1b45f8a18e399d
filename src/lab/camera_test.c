/* makker table: simulated players and cameras at a daemon's tables, and what the daemon made of it.
 */
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/spawned_daemon.h"
#include "lab/camera_test_game.h"

#include "base/json.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_ROOM = 2048, DEFAULT_GAMES = 100, DEFAULT_PATIENCE = 16, DEFAULT_PAUSE_MS = 300 };
enum { MOST_GAMES = 1000000, MAX_PASS_HORIZON = 1000, MOST_PAUSE_MS = 60000 };

struct rehearsal {
	const char *url;
	struct choice choice;
	struct sitting_habits habits;
	uint64_t games;
	uint64_t seed;
	bool json;
	bool verbose; /* names the games that were not intact */
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* ---- The command line ----------------------------------------------------------------------- */

enum { MISREAD = 256, UNREADABLE, REPEAT, DEVIATION, MISSED, HAND, FRONTS, SPREAD, SHOW, PAUSE };
enum { TRACKER = PAUSE + 1, PATIENCE, BURSTS, TWICE, LATE, MIDDLE, UNCHANGED, UNNUMBERED };
enum { HASTY = UNNUMBERED + 1, TAKEBACK, SWAP, FORGET };

static const struct argp_option options[] = {
	{"games", 'n', "N", 0, "how many games (100)", 0},
	{"seed", 'S', "SEED", 0, "the same seed gives the same games (1)", 0},
	{"json", 'j', NULL, 0, "print the summary as one JSON object", 0},
	{"verbose", 'v', NULL, 0, "name the games that were not intact, on stderr", 0},
	{NULL, 0, NULL, 0, "The camera (shares from 0 to 1, of slots or of pictures):", 2},
	{"misread", MISREAD, "SHARE", 0,
		"slots that read as another card (0): of 100 mostly 74 as the other suit of the colour, 18 as a suit of the other "
		"colour, 8 as a similar rank",
		2},
	{"unreadable", UNREADABLE, "SHARE", 0, "slots that cannot be read (0)", 2},
	{"repeat", REPEAT, "SHARE", 0, "misreadings that come again in the next picture (0)", 2},
	{"bursts", BURSTS, "SHARE", 0,
		"slots that cannot be read from now on, for ten pictures (0)", 2},
	{"twice", TWICE, "SHARE", 0, "pictures that are posted twice (0)", 2},
	{"late", LATE, "SHARE", 0, "pictures that are posted once more after the next one (0)", 2},
	{"middle", MIDDLE, "SHARE", 0, "moves with a picture in the middle of them (0)", 2},
	{"unchanged", UNCHANGED, "SHARE", 0,
		"moves before which one more picture of the same table comes (0)", 2},
	{"unnumbered", UNNUMBERED, NULL, 0, "pictures have no frame numbers", 2},
	{"missed", MISSED, "SHARE", 0, "moves of which the picture is missing (0)", 2},
	{"hand", HAND, "SHARE", 0, "pictures with a hand over the table (0)", 2},
	{"fronts", FRONTS, NULL, 0,
		"sees the eight front cards only, neither foundations nor the stock", 2},
	{"spread", SPREAD, NULL, 0, "sees all face-up cards of the columns", 2},
	{NULL, 0, NULL, 0, "The player:", 3},
	{"deviation", DEVIATION, "SHARE", 0, "moves that are another than the suggested one (0.1)",
		3},
	{"hasty", HASTY, "SHARE", 0, "moves after which another one is made at once (0)", 3},
	{"takeback", TAKEBACK, "SHARE", 0, "moves that are taken back afterwards (0)", 3},
	{"swap", SWAP, "SHARE", 0,
		"moves with which two front cards are exchanged, for three pictures (0)", 3},
	{"forget", FORGET, "SHARE", 0,
		"moves after which a card is not turned up, for three pictures (0)", 3},
	{"patience", PATIENCE, "N", 0,
		"pictures of an unchanged table before he answers what is asked (16)", 3},
	{NULL, 0, NULL, 0, "What is shown:", 4},
	{"tracker", TRACKER, "trusting", 0,
		"also what a tracker would have kept that trusts everything", 4},
	{"show", SHOW, NULL, 0, "draw the table live", 4},
	{"pause", PAUSE, "MS", 0, "between two pictures with --show (300)", 4},
	{0},
};

static const struct argp_child children[] = {
	{&client_argp, 0, NULL, 0}, {&choice_argp, 0, NULL, 0}, {0}};

static double read_share(const char *word, struct argp_state *state)
{
	char *end;
	double share = strtod(word, &end);

	if (*word < '0' || *word > '9' || *end || !(share >= 0 && share <= 1)) {
		argp_error(state, "'%s' is no share from 0 to 1", word);
	}
	return share;
}

/* Options that are a share, each with its place. */
static double *find_share(int key, struct sitting_habits *habits)
{
	const struct {
		int key;
		double *share;
	} shares[] = {
		{MISREAD, &habits->camera.misread},
		{UNREADABLE, &habits->camera.unreadable},
		{REPEAT, &habits->camera.repeat},
		{HAND, &habits->camera.hand},
		{BURSTS, &habits->camera.bursts},
		{MISSED, &habits->missed},
		{DEVIATION, &habits->deviation},
		{TWICE, &habits->mishaps.twice},
		{LATE, &habits->mishaps.late},
		{MIDDLE, &habits->mishaps.middle},
		{UNCHANGED, &habits->mishaps.unchanged},
		{HASTY, &habits->mishaps.hasty},
		{TAKEBACK, &habits->mishaps.takeback},
		{SWAP, &habits->mishaps.swap},
		{FORGET, &habits->mishaps.forget},
	};

	for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
		if (shares[i].key == key) {
			return shares[i].share;
		}
	}
	return NULL;
}

static error_t parse_camera(
	int key, const char *word, struct sitting_habits *habits, struct argp_state *state)
{
	double *share = find_share(key, habits);

	if (share) {
		*share = read_share(word, state);
		return 0;
	}
	switch (key) {
	case UNNUMBERED:
		habits->mishaps.unnumbered = true;
		return 0;
	case FRONTS:
		habits->camera.plain = true;
		return 0;
	case SPREAD:
		habits->camera.spread = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_habits(
	int key, const char *word, struct sitting_habits *habits, struct argp_state *state)
{
	switch (key) {
	case PATIENCE:
		habits->patience = (int)number_read(word, 1, MAX_PASS_HORIZON, state);
		return 0;
	case PAUSE:
		habits->pause_ms = (unsigned)number_read(word, 0, MOST_PAUSE_MS, state);
		return 0;
	case SHOW:
		habits->show = true;
		return 0;
	case TRACKER:
		if (strcmp(word, "trusting") != 0) {
			argp_error(state, "the only other tracker is 'trusting'");
		}
		habits->trusting = true;
		return 0;
	default:
		return parse_camera(key, word, habits, state);
	}
}

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct rehearsal *rehearsal = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &rehearsal->url;
		state->child_inputs[1] = &rehearsal->choice;
		return 0;
	case 'n':
		rehearsal->games = number_read(word, 1, MOST_GAMES, state);
		return 0;
	case 'S':
		rehearsal->seed = number_read(word, 0, INT64_MAX, state);
		return 0;
	case 'j':
		rehearsal->json = true;
		return 0;
	case 'v':
		rehearsal->verbose = true;
		return 0;
	default:
		return parse_habits(key, word, &rehearsal->habits, state);
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Put simulated players and cameras in front of a daemon, and count how well it keeps "
	       "track.\v"
	       "Without --url a daemon of its own is started, in memory, with its default "
	       "configuration. A question is what the daemon still asks after --patience "
	       "pictures of a table that did not change; the player answers it with one correction.",
	.children = children,
};

/* ---- The summary ---------------------------------------------------------------------------- */

static double per(double number, double whole)
{
	return whole > 0 ? number / whole : 0;
}

static double percent(uint64_t number, uint64_t whole)
{
	return 100 * per((double)number, (double)whole);
}

static void print_text(const struct sitting_counts *counts, const struct sitting_habits *habits)
{
	unsigned long long games = counts->games;

	printf("games      %llu, won %.1f %%, %.1f moves each\n", games,
		percent(counts->won, counts->games), per((double)counts->moves, (double)games));
	printf("intact     %.2f %% at the end, %.2f %% all the time\n",
		percent(counts->intact, counts->games),
		percent(counts->always_true, counts->games));
	printf("silent     %llu errors shown as certain, in %llu games\n",
		(unsigned long long)counts->silent, (unsigned long long)counts->silent_games);
	printf("mended     %llu of %llu by correcting one place, %llu of the others by telling the "
	       "table\n",
		(unsigned long long)counts->mended, games - (unsigned long long)counts->intact,
		(unsigned long long)counts->retold);
	printf("questions  %.3f per 100 moves; unasked corrections %.3f\n",
		percent(counts->questions, counts->moves),
		percent(counts->corrections, counts->moves));
	printf("pictures   %.2f per move\n", per((double)counts->snapshots, (double)counts->moves));
	if (habits->trusting) {
		printf("trusting   %.2f %% of the games would be intact\n",
			percent(counts->trusted, counts->games));
	}
}

static void print_json(const struct sitting_counts *counts, const struct sitting_habits *habits)
{
	char room[RESULT_ROOM];
	struct mk_text out;

	mk_text_fixed(&out, room, sizeof room);
	mk_json_open_object(&out, NULL);
	mk_json_int(&out, "games", (long long)counts->games);
	mk_json_int(&out, "won", (long long)counts->won);
	mk_json_int(&out, "intact", (long long)counts->intact);
	mk_json_int(&out, "always_true", (long long)counts->always_true);
	mk_json_int(&out, "silent_errors", (long long)counts->silent);
	mk_json_int(&out, "silent_games", (long long)counts->silent_games);
	mk_json_int(&out, "mended_by_one", (long long)counts->mended);
	mk_json_int(&out, "mended_by_table", (long long)counts->retold);
	mk_json_int(&out, "moves", (long long)counts->moves);
	mk_json_int(&out, "snapshots", (long long)counts->snapshots);
	mk_json_int(&out, "questions", (long long)counts->questions);
	mk_json_int(&out, "corrections", (long long)counts->corrections);
	mk_json_real(&out, "questions_per_100_moves", percent(counts->questions, counts->moves), 4);
	mk_json_real(&out, "snapshots_per_move",
		per((double)counts->snapshots, (double)counts->moves), 4);
	if (habits->trusting) {
		mk_json_int(&out, "intact_if_trusting", (long long)counts->trusted);
	}
	mk_json_close_object(&out);
	puts(room);
}

/* ---- The command ---------------------------------------------------------------------------- */

/* Played again alone, with its seed, such a game is the same. */
static void name_game(
	uint64_t seed, const struct sitting_counts *before, const struct sitting_counts *after)
{
	if (after->intact == before->intact) {
		fprintf(stderr, "%s: the game of seed %llu was not intact: mended by %s\n",
			program_invocation_name, (unsigned long long)seed,
			after->mended > before->mended   ? "one place"
			: after->retold > before->retold ? "telling the table"
							 : "nothing");
	}
}

static enum cli_exit play_all(const struct rehearsal *rehearsal, const struct chosen *chosen,
	struct client *client, struct sitting_counts *counts)
{
	struct mk_error error;

	for (uint64_t i = 0; i < rehearsal->games && !interrupted; i++) {
		struct sitting_counts before = *counts;

		if (sitting_play(client, chosen, &rehearsal->habits, rehearsal->seed + i, counts,
			    &error) != MK_OK) {
			return cli_fail_at(CLI_FAILED, NULL, &error);
		}
		if (rehearsal->verbose) {
			name_game(rehearsal->seed + i, &before, counts);
		}
	}
	return CLI_OK;
}

/* As `play' ends when it was interrupted. */
static enum cli_exit finish(
	const struct rehearsal *rehearsal, const struct sitting_counts *counts, enum cli_exit code)
{
	(rehearsal->json ? print_json : print_text)(counts, &rehearsal->habits);
	return code == CLI_OK && counts->games < rehearsal->games
		       ? cli_fail(CLI_FAILED, "interrupted after %llu of %llu games",
				 (unsigned long long)counts->games,
				 (unsigned long long)rehearsal->games)
		       : code;
}

static const char *const no_options[HIRED_OPTIONS] = {NULL};

static enum cli_exit rehearse(const struct rehearsal *rehearsal, const struct chosen *chosen)
{
	struct sitting_counts counts = {0};
	struct hired hired = {0};
	struct mk_error error;
	struct client *client;
	enum cli_exit code = CLI_FAILED;

	if (!rehearsal->url && hired_start(&hired, no_options, &error) != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	client = client_create(rehearsal->url ? rehearsal->url : hired.url, &error);
	if (!client) {
		code = cli_fail_at(cli_exit_for(&error), NULL, &error);
	} else {
		code = finish(rehearsal, &counts, play_all(rehearsal, chosen, client, &counts));
	}
	client_destroy(client);
	hired_stop(&hired);
	return code;
}

/* The player answers with cards of the table, which is read from the daemon's JSON. */
static bool can_rehearse(const struct mk_game *game)
{
	return game->camera_sim && game->card_at && game->notation->write_snapshot &&
	       game->notation->read_table;
}

enum cli_exit table_command(int argc, char **argv)
{
	struct rehearsal rehearsal = {.games = DEFAULT_GAMES,
		.seed = 1,
		.choice = {.strategy = "heuristic"},
		.habits = {.deviation = 0.1,
			.patience = DEFAULT_PATIENCE,
			.pause_ms = DEFAULT_PAUSE_MS}};
	struct chosen chosen;
	struct mk_error error;

	argp_parse(&argp, argc, argv, 0, NULL, &rehearsal);
	if (choice_resolve(&rehearsal.choice, &chosen, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	if (!can_rehearse(chosen.game)) {
		return cli_fail(
			CLI_USAGE, "there is no simulated camera for %s", chosen.game->name);
	}
	sigaction(SIGINT, &(struct sigaction){.sa_handler = on_interrupt}, NULL);
	return rehearse(&rehearsal, &chosen);
}
