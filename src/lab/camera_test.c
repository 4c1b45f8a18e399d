/* makker-lab camera-test: simulated players and cameras test the tracker of a daemon over HTTP. */
#include "lab/camera_test.h"
#include "base/json.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEFAULT_GAMES = 100, DEFAULT_ASK_AFTER = 16, DEFAULT_PAUSE_MS = 300, RESULT_SIZE = 2048 };
enum { MAX_GAMES = 1000000, MAX_ASK_AFTER = 1000, MAX_PAUSE_MS = 60000, URL_SIZE = 128 };

struct camera_test_args {
	const char *url;
	struct game_args args;
	struct camera_test_options options;
	uint64_t games;
	uint64_t seed;
	bool json;
	bool verbose; /* report the games that were not intact */
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* ---- Options -------------------------------------------------------------------------------- */

enum { KEY_FRACTION = 256, KEY_FANNED = 512, KEY_FRONTS, KEY_UNNUMBERED };
enum { KEY_ASK_AFTER = KEY_UNNUMBERED + 1, KEY_UNANSWERED, KEY_TRACKER, KEY_SHOW, KEY_PAUSE };

/* Options with a fraction from 0 to 1: KEY_FRACTION + index into fraction_offsets. */
enum {
	MISREAD,
	UNREADABLE,
	REPEAT,
	BURSTS,
	OCCLUSION,
	TWICE,
	LATE,
	MIDDLE,
	UNCHANGED,
	MISSED,
	DEVIATION,
	HASTY,
	TAKEBACK,
	SWAP,
	FORGET,
	FRACTION_COUNT
};

static const size_t fraction_offsets[FRACTION_COUNT] = {
	[MISREAD] = offsetof(struct camera_test_options, camera.misread),
	[UNREADABLE] = offsetof(struct camera_test_options, camera.unreadable),
	[REPEAT] = offsetof(struct camera_test_options, camera.repeat),
	[BURSTS] = offsetof(struct camera_test_options, camera.bursts),
	[OCCLUSION] = offsetof(struct camera_test_options, camera.occlusion),
	[TWICE] = offsetof(struct camera_test_options, mishaps.twice),
	[LATE] = offsetof(struct camera_test_options, mishaps.late),
	[MIDDLE] = offsetof(struct camera_test_options, mishaps.middle),
	[UNCHANGED] = offsetof(struct camera_test_options, mishaps.unchanged),
	[MISSED] = offsetof(struct camera_test_options, missed),
	[DEVIATION] = offsetof(struct camera_test_options, deviation),
	[HASTY] = offsetof(struct camera_test_options, mishaps.hasty),
	[TAKEBACK] = offsetof(struct camera_test_options, mishaps.takeback),
	[SWAP] = offsetof(struct camera_test_options, mishaps.swap),
	[FORGET] = offsetof(struct camera_test_options, mishaps.forget),
};

#define FRACTION(name, index, help, group) \
	{ \
		name, KEY_FRACTION + (index), "FRACTION", 0, help, group \
	}

static const struct argp_option camera_test_options[] = {
	{"games", 'n', "N", 0, "number of games (default: 100)", 0},
	{"seed", 'S', "SEED", 0, "seed; equal seeds give equal games (default: 1)", 0},
	{"json", 'j', NULL, 0, "print the summary as one JSON object", 0},
	{"verbose", 'v', NULL, 0, "print the seeds of games that were not intact on stderr", 0},
	{NULL, 0, NULL, 0,
		"Camera (FRACTION from 0 to 1, of slots, pictures or moves; default: 0):", 2},
	FRACTION("misread", MISREAD, "slots read as another card, mostly another suit", 2),
	FRACTION("unreadable", UNREADABLE, "unreadable slots", 2),
	FRACTION("repeat", REPEAT, "misreadings that recur in the next picture", 2),
	FRACTION("bursts", BURSTS, "slots that become unreadable for ten pictures", 2),
	FRACTION("occlusion", OCCLUSION, "pictures with a hand over the table", 2),
	FRACTION("twice", TWICE, "pictures posted twice", 2),
	FRACTION("late", LATE, "pictures posted again after the next one", 2),
	FRACTION("middle", MIDDLE, "moves with a picture taken during the move", 2),
	FRACTION("unchanged", UNCHANGED, "moves preceded by a picture of the same table", 2),
	FRACTION("missed", MISSED, "moves without a picture", 2),
	{"unnumbered", KEY_UNNUMBERED, NULL, 0, "pictures have no frame numbers", 2},
	{"fronts", KEY_FRONTS, NULL, 0, "the camera sees only the eight front cards", 2},
	{"fanned", KEY_FANNED, NULL, 0, "the camera sees all face-up cards of the columns", 2},
	{NULL, 0, NULL, 0, "Player:", 3},
	FRACTION(
		"deviation", DEVIATION, "moves that deviate from the suggestion (default: 0.1)", 3),
	FRACTION("hasty", HASTY, "moves followed at once by another", 3),
	FRACTION("takeback", TAKEBACK, "moves that are taken back", 3),
	FRACTION("swap", SWAP, "moves that swap two front cards (three pictures)", 3),
	FRACTION("forget", FORGET, "moves that leave a card face down (three pictures)", 3),
	{"ask-after", KEY_ASK_AFTER, "N", 0,
		"unchanged snapshots before the player answers (default: 16)", 3},
	{"unanswered", KEY_UNANSWERED, NULL, 0,
		"the player answers and corrects nothing, and goes on after --ask-after snapshots",
		3},
	{NULL, 0, NULL, 0, "Output:", 4},
	{"tracker", KEY_TRACKER, "trusting", 0, "also evaluate a tracker that trusts every reading",
		4},
	{"show", KEY_SHOW, NULL, 0, "draw the table live", 4},
	{"pause", KEY_PAUSE, "MS", 0, "pause between pictures with --show (default: 300)", 4},
	{0},
};

static error_t parse_test_option(
	int key, const char *value, struct camera_test_options *test, struct argp_state *state)
{
	switch (key) {
	case KEY_UNNUMBERED:
		test->mishaps.unnumbered = true;
		return 0;
	case KEY_FRONTS:
		test->camera.fronts_only = true;
		return 0;
	case KEY_FANNED:
		test->camera.fanned = true;
		return 0;
	case KEY_ASK_AFTER:
		test->ask_after = (int)number_read(value, 1, MAX_ASK_AFTER, state);
		return 0;
	case KEY_UNANSWERED:
		test->unanswered = true;
		return 0;
	case KEY_PAUSE:
		test->pause_ms = (unsigned)number_read(value, 0, MAX_PAUSE_MS, state);
		return 0;
	case KEY_SHOW:
		test->show = true;
		return 0;
	case KEY_TRACKER:
		if (strcmp(value, "trusting") != 0) {
			argp_error(state, "--tracker: must be 'trusting'");
		}
		test->trusting = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_camera_test_option(int key, char *value, struct argp_state *state)
{
	struct camera_test_args *args = state->input;

	if (key >= KEY_FRACTION && key < KEY_FRACTION + FRACTION_COUNT) {
		char *options = (char *)&args->options;

		*(double *)(void *)(options + fraction_offsets[key - KEY_FRACTION]) =
			fraction_read(value, state);
		return 0;
	}
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->url;
		state->child_inputs[1] = &args->args;
		return 0;
	case 'n':
		args->games = number_read(value, 1, MAX_GAMES, state);
		return 0;
	case 'S':
		args->seed = number_read(value, 0, INT64_MAX, state);
		return 0;
	case 'j':
		args->json = true;
		return 0;
	case 'v':
		args->verbose = true;
		return 0;
	default:
		return parse_test_option(key, value, &args->options, state);
	}
}

static const struct argp_child camera_test_children[] = {
	{&client_argp, 0, NULL, 0}, {&game_args_argp, 0, NULL, 0}, {0}};

static const struct argp camera_test_argp = {
	.options = camera_test_options,
	.parser = parse_camera_test_option,
	.children = camera_test_children,
	.doc = "Test the tracker of a daemon with simulated players and cameras.\v"
	       "Without --url, makker-lab starts a daemon in memory with its default configuration. "
	       "The player answers what the daemon still asks after --ask-after pictures of an "
	       "unchanged table, with one correction; with --unanswered play goes on.",
};

/* ---- A daemon of its own -------------------------------------------------------------------- */

struct spawned_daemon {
	pid_t pid; /* 0: not running */
	char url[URL_SIZE];
};

/* The makkerd in the directory of this program. */
static void daemon_path(char path[PATH_MAX])
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - sizeof "makkerd");
	char *slash;

	path[length > 0 ? length : 0] = '\0';
	slash = strrchr(path, '/');
	memcpy(slash ? slash + 1 : path, "makkerd", sizeof "makkerd");
}

/* The child process: that makkerd, else the one in PATH. */
_Noreturn static void exec_daemon(int out)
{
	static const char *const arguments[] = {
		"makkerd", "--listen=127.0.0.1:0", "--store=memory:", "--log-level=error", NULL};
	char path[PATH_MAX];

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	dup2(out, STDOUT_FILENO);
	daemon_path(path);
	execv(path, (char *const *)arguments);
	execvp("makkerd", (char *const *)arguments);
	_exit(127);
}

static void spawned_daemon_stop(struct spawned_daemon *daemon)
{
	if (daemon->pid > 0) {
		kill(daemon->pid, SIGTERM);
		waitpid(daemon->pid, NULL, 0);
		daemon->pid = 0;
	}
}

/* The daemon prints its address when it is ready. */
static enum mk_status read_daemon_url(struct spawned_daemon *daemon, int in, struct mk_error *error)
{
	FILE *file = fdopen(in, "r");
	bool ready = file && fgets(daemon->url, sizeof daemon->url, file);

	if (file) {
		fclose(file);
	}
	if (!ready) {
		spawned_daemon_stop(daemon);
		return mk_fail(error, MK_IO, "no_daemon", "", "cannot start makkerd");
	}
	daemon->url[strcspn(daemon->url, "\n")] = '\0';
	return MK_OK;
}

static enum mk_status spawned_daemon_start(struct spawned_daemon *daemon, struct mk_error *error)
{
	int ends[2];

	if (pipe(ends) != 0) {
		return mk_fail(error, MK_IO, "no_daemon", "", "%s", strerror(errno));
	}
	daemon->pid = fork();
	if (daemon->pid == 0) {
		close(ends[0]);
		exec_daemon(ends[1]);
	}
	close(ends[1]);
	if (daemon->pid < 0) {
		close(ends[0]);
		daemon->pid = 0;
		return mk_fail(error, MK_IO, "no_daemon", "", "%s", strerror(errno));
	}
	return read_daemon_url(daemon, ends[0], error);
}

/* ---- The summary ---------------------------------------------------------------------------- */

static double ratio(uint64_t number, uint64_t whole)
{
	return whole > 0 ? (double)number / (double)whole : 0;
}

static double percent_of(uint64_t number, uint64_t whole)
{
	return 100 * ratio(number, whole);
}

static void print_summary_text(
	const struct camera_test_counts *counts, const struct camera_test_options *options)
{
	uint64_t games = counts->games;

	printf("games      %llu, won %.1f %%, %.1f moves each\n", (unsigned long long)games,
		percent_of(counts->won, games), ratio(counts->moves, games));
	printf("intact     %.2f %% at the end, %.2f %% all the time\n",
		percent_of(counts->intact, games), percent_of(counts->always_true, games));
	printf("silent     %llu errors shown as certain, in %llu games\n",
		(unsigned long long)counts->silent, (unsigned long long)counts->silent_games);
	printf("fixed      %llu of %llu by one correction, %llu of the others by entering the table\n",
		(unsigned long long)counts->fixed_by_correction,
		(unsigned long long)(games - counts->intact),
		(unsigned long long)counts->fixed_by_table);
	printf("questions  %.3f per 100 moves; unasked corrections %.3f\n",
		percent_of(counts->questions, counts->moves),
		percent_of(counts->corrections, counts->moves));
	if (options->unanswered) {
		printf("unanswered %.3f per 100 moves\n",
			percent_of(counts->unanswered, counts->moves));
	}
	printf("pictures   %.2f per move\n", ratio(counts->snapshots, counts->moves));
	if (options->trusting) {
		printf("trusting   %.2f %% of the games would be intact\n",
			percent_of(counts->trusting_intact, games));
	}
}

static void print_summary_json(
	const struct camera_test_counts *counts, const struct camera_test_options *options)
{
	char buffer[RESULT_SIZE];
	struct mk_text out;

	mk_text_fixed(&out, buffer, sizeof buffer);
	mk_json_open_object(&out, NULL);
	mk_json_int(&out, "games", (long long)counts->games);
	mk_json_int(&out, "won", (long long)counts->won);
	mk_json_int(&out, "intact", (long long)counts->intact);
	mk_json_int(&out, "always_true", (long long)counts->always_true);
	mk_json_int(&out, "silent_errors", (long long)counts->silent);
	mk_json_int(&out, "silent_games", (long long)counts->silent_games);
	mk_json_int(&out, "fixed_by_correction", (long long)counts->fixed_by_correction);
	mk_json_int(&out, "fixed_by_table", (long long)counts->fixed_by_table);
	mk_json_int(&out, "moves", (long long)counts->moves);
	mk_json_int(&out, "snapshots", (long long)counts->snapshots);
	mk_json_int(&out, "questions", (long long)counts->questions);
	mk_json_int(&out, "corrections", (long long)counts->corrections);
	mk_json_real(
		&out, "questions_per_100_moves", percent_of(counts->questions, counts->moves), 4);
	mk_json_real(&out, "snapshots_per_move", ratio(counts->snapshots, counts->moves), 4);
	if (options->unanswered) {
		mk_json_int(&out, "unanswered", (long long)counts->unanswered);
	}
	if (options->trusting) {
		mk_json_int(&out, "intact_if_trusting", (long long)counts->trusting_intact);
	}
	mk_json_close_object(&out);
	puts(buffer);
}

/* ---- The command ---------------------------------------------------------------------------- */

/* A game repeated alone with its seed is the same. */
static void report_broken_game(uint64_t seed, const struct camera_test_counts *before,
	const struct camera_test_counts *after)
{
	const char *fix = after->fixed_by_correction > before->fixed_by_correction
				  ? "one correction"
			  : after->fixed_by_table > before->fixed_by_table ? "entering the table"
									   : "nothing";

	if (after->intact == before->intact) {
		fprintf(stderr, "%s: the game of seed %llu was not intact: fixed by %s\n",
			program_invocation_name, (unsigned long long)seed, fix);
	}
}

static enum cli_exit play_test_games(const struct camera_test_args *args,
	const struct game_selection *selection, struct client *client,
	struct camera_test_counts *counts)
{
	struct mk_error error;

	for (uint64_t i = 0; i < args->games && !interrupted; i++) {
		struct camera_test_counts before = *counts;

		if (camera_test_play(client, selection, &args->options, args->seed + i, counts,
			    &error) != MK_OK) {
			return cli_fail_at(CLI_FAILED, NULL, &error);
		}
		if (args->verbose) {
			report_broken_game(args->seed + i, &before, counts);
		}
	}
	return CLI_OK;
}

static enum cli_exit finish_test(const struct camera_test_args *args,
	const struct camera_test_counts *counts, enum cli_exit code)
{
	(args->json ? print_summary_json : print_summary_text)(counts, &args->options);
	return code == CLI_OK && counts->games < args->games
		       ? cli_fail(CLI_FAILED, "interrupted after %llu of %llu games",
				 (unsigned long long)counts->games, (unsigned long long)args->games)
		       : code;
}

static enum cli_exit run_camera_test(
	const struct camera_test_args *args, const struct game_selection *selection)
{
	struct camera_test_counts counts = {0};
	struct spawned_daemon daemon = {0};
	struct mk_error error;
	struct client *client;
	enum cli_exit code = CLI_FAILED;

	if (!args->url && spawned_daemon_start(&daemon, &error) != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	client = client_create(args->url ? args->url : daemon.url, &error);
	if (!client) {
		code = cli_fail_at(cli_exit_for(&error), NULL, &error);
	} else {
		code = finish_test(
			args, &counts, play_test_games(args, selection, client, &counts));
	}
	client_destroy(client);
	spawned_daemon_stop(&daemon);
	return code;
}

/* The player reads the table from the daemon's JSON and names its cards. */
static bool has_camera_test(const struct mk_game *game)
{
	return lab_camera_of(game) && mk_game_has_card_at(game) && mk_game_writes_snapshots(game) &&
	       mk_game_reads_tables(game);
}

enum cli_exit camera_test_command(int argc, char **argv)
{
	struct camera_test_args args = {
		.games = DEFAULT_GAMES,
		.seed = 1,
		.args = {.strategy = "heuristic"},
		.options = {.deviation = 0.1,
			.ask_after = DEFAULT_ASK_AFTER,
			.pause_ms = DEFAULT_PAUSE_MS},
	};
	struct game_selection selection;
	struct mk_error error;

	command_parse(&camera_test_argp, argc, argv, &args);
	if (game_args_resolve(&args.args, &selection, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	if (!has_camera_test(selection.game)) {
		return cli_fail(CLI_USAGE, "%s has no simulated camera", selection.game->name);
	}
	sigaction(SIGINT, &(struct sigaction){.sa_handler = on_interrupt}, NULL);
	return run_camera_test(&args, &selection);
}
