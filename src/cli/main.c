/* makker: finds the command in the table and runs it. */
#include "cli/cli.h"

#include "base/stdio_guard.h"
#include "base/xalloc.h"
#include "cli/print.h"

#include <argp.h>
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command commands[] = {
	{"play", "play whole games at simulated tables and count the won ones", play_command},
	{"simulate", "play many games and tell all figures about them", simulate_command},
	{"advise", "rank the moves of a table, offline", advise_command},
	{"post", "post one snapshot to a daemon and print what to do", post_command},
	{"watch", "post a snapshot file whenever it is rewritten", watch_command},
	{"answer", "answer the question that a daemon's table asks", answer_command},
	{"show", "draw a daemon's table, or list its tables", show_command},
	{"solve", "solve deals exactly, every card being known", solve_command},
	{"table", "simulate a player and a camera at a daemon's table", table_command},
	{"replay", "play recorded games again and print what differs", replay_command},
	{"games", "list games, presets, options and strategies", games_command},
	{"health", "tell whether a daemon is ready", health_command},
	{"export", "write the sessions of a store as lines of JSON", export_command},
	{"import", "add such lines to a store", import_command},
};
/* A path and a sentence. */
enum { COMMANDS = sizeof commands / sizeof *commands, MESSAGE_ROOM = 8192 };

const char *argp_program_version = "makker " MAKKER_VERSION;

enum cli_exit cli_fail(enum cli_exit code, const char *what, ...)
{
	char line[MESSAGE_ROOM];
	va_list arguments;

	va_start(arguments, what);
	vsnprintf(line, sizeof line, what, arguments);
	va_end(arguments);
	fflush(stdout);
	fprintf(stderr, "%s: ", program_invocation_name);
	print_text_line(stderr, line);
	return code;
}

enum cli_exit cli_fail_at(enum cli_exit code, const char *source, const struct mk_error *error)
{
	return cli_fail(code, "%s%s%s%s%s", source ? source : "", source ? ": " : "", error->where,
		*error->where ? ": " : "", error->detail);
}

enum cli_exit cli_exit_for(const struct mk_error *error)
{
	return strncmp(error->where, "--", 2) == 0 ? CLI_USAGE : CLI_FAILED;
}

bool cli_wants_colour(int file)
{
	const char *refused = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");

	if ((refused && *refused) || !isatty(file)) {
		return false;
	}
	return terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

static const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < COMMANDS; i++) {
		if (strcmp(commands[i].name, name) == 0) {
			return &commands[i];
		}
	}
	return NULL;
}

/* What was asked for: the command and where its own arguments begin. */
struct asked {
	const struct command *command;
	int first;
};

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct asked *asked = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		asked->command = command_find(word);
		if (!asked->command) {
			argp_error(state, "there is no command '%s'", word);
		}
		asked->first = state->next - 1;
		state->next = state->argc; /* the rest is the command's */
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which command?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The list of commands below the options, from the table. */
static char *list_commands(int key, const char *text, void *input)
{
	char *list = NULL;
	size_t length;
	FILE *out;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC || !(out = open_memstream(&list, &length))) {
		return (char *)text;
	}
	fputs("Commands:\n", out);
	for (size_t i = 0; i < COMMANDS; i++) {
		fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].about);
	}
	fputs("\n`makker COMMAND --help' explains one.", out);
	fclose(out);
	return list;
}

/* argp and cli_fail() then say "makker play: ...". */
static enum cli_exit run(const struct command *command, int argc, char **argv)
{
	char name[32];
	enum cli_exit code;

	snprintf(name, sizeof name, "makker %s", command->name);
	argv[0] = name;
	program_invocation_name = name;
	code = command->run(argc, argv);
	if ((fflush(stdout) || ferror(stdout)) && code == CLI_OK) {
		code = cli_fail(CLI_FAILED, "standard output: %s", strerror(errno));
	}
	return code;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse,
		.args_doc = "COMMAND [ARG...]",
		.doc = "Makker, the partner at a card table.\v ",
		.help_filter = list_commands,
	};
	struct asked asked = {0};

	argp_err_exit_status = CLI_USAGE;
	stdio_reserve_fds();
	xalloc_install_jansson();
	json_object_seed(0);
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &asked);
	return (int)run(asked.command, argc - asked.first, argv + asked.first);
}
