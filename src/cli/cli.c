/* The frame of a program with commands: finds the command, runs it, prints errors and text. */
#include "cli/cli.h"

#include "base/stdio_guard.h"
#include "base/unicode.h"
#include "base/xalloc.h"

#include <errno.h>
#include <jansson.h>
#include <makker/game.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* MESSAGE_SIZE: a path and a sentence. CHUNK_SIZE: text that is escaped at a time. */
enum { MESSAGE_SIZE = 8192, CHUNK_SIZE = 256, ESCAPED_SIZE = 8 * CHUNK_SIZE };

/* ---- Programs ------------------------------------------------------------------------------- */

/* The command of a command line, and the index of its first argument. */
struct call {
	const struct program *program;
	const struct command *command;
	int first;
};

static const struct command *find_command(const struct program *program, const char *name)
{
	for (const struct command *command = program->commands; command->name; command++) {
		if (strcmp(command->name, name) == 0) {
			return command;
		}
	}
	return NULL;
}

static const char *find_renamed(const struct renamed *renamed, const char *old, size_t length)
{
	for (; renamed->old; renamed++) {
		if (strlen(renamed->old) == length && strncmp(renamed->old, old, length) == 0) {
			return renamed->now;
		}
	}
	return NULL;
}

_Noreturn static void fail_renamed(const char *program, const char *old, const char *now)
{
	fprintf(stderr, "%s %s: renamed to %s\n", program, old, now);
	exit(CLI_USAGE);
}

static void take_command(struct call *call, const char *name, struct argp_state *state)
{
	const char *now = find_renamed(call->program->renamed_commands, name, strlen(name));

	call->command = find_command(call->program, name);
	if (!call->command && now) {
		fail_renamed(call->program->name, name, now);
	}
	if (!call->command) {
		argp_error(state, "unknown command '%s'", name);
	}
	call->first = state->next - 1;
	state->next = state->argc; /* the command parses the rest */
}

static error_t parse_command(int key, char *word, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_ARG:
		take_command(state->input, word, state);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "missing command");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* argp's filter of help texts: appends the table of commands. */
static char *list_commands(int key, const char *text, void *input)
{
	const struct call *call = input;
	char *list = NULL;
	size_t length;
	FILE *out;

	if (key != ARGP_KEY_HELP_POST_DOC || !(out = open_memstream(&list, &length))) {
		return (char *)text;
	}
	fputs("Commands:\n", out);
	for (const struct command *command = call->program->commands; command->name; command++) {
		fprintf(out, "  %-14s %s\n", command->name, command->help);
	}
	fprintf(out, "\n`%s COMMAND --help' describes one.", call->program->name);
	fclose(out);
	return list;
}

static void check_options(const struct program *program, int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const char *now =
			find_renamed(program->renamed_options, argv[i], strcspn(argv[i], "="));

		if (now) {
			fail_renamed(argv[0], argv[i], now);
		}
	}
}

/* argp and cli_fail() print argv[0] before a message: "makker simulate: ...". */
static enum cli_exit run_command(const struct call *call, int argc, char **argv)
{
	char name[64];
	enum cli_exit code;

	snprintf(name, sizeof name, "%s %s", call->program->name, call->command->name);
	argv[0] = name;
	program_invocation_name = name;
	check_options(call->program, argc, argv);
	code = call->command->run(argc, argv);
	if ((fflush(stdout) || ferror(stdout)) && code == CLI_OK) {
		code = cli_fail(CLI_FAILED, "standard output: %s", strerror(errno));
	}
	return code;
}

int program_run(const struct program *program, int argc, char **argv)
{
	const struct argp argp = {
		.parser = parse_command,
		.args_doc = "COMMAND [ARG...]",
		.doc = program->doc,
		.help_filter = list_commands,
	};
	struct call call = {.program = program};
	struct mk_error error;

	argp_err_exit_status = CLI_USAGE;
	stdio_reserve_fds();
	xalloc_install_jansson();
	json_object_seed(0);
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &call);
	if (mk_games_check(&error) != MK_OK) {
		fprintf(stderr, "%s: %s\n", program->name, error.detail);
		return EXIT_FAILURE;
	}
	return (int)run_command(&call, argc - call.first, argv + call.first);
}

/* ---- Values --------------------------------------------------------------------------------- */

uint64_t number_read(const char *value, uint64_t min, uint64_t max, struct argp_state *state)
{
	char *end;
	unsigned long long number;

	errno = 0;
	number = strtoull(value, &end, 10);
	if (*value < '0' || *value > '9' || *end || errno || number < min || number > max) {
		argp_error(state, "invalid value '%s': must be a whole number from %llu to %llu",
			value, (unsigned long long)min, (unsigned long long)max);
	}
	return number;
}

double fraction_read(const char *value, struct argp_state *state)
{
	char *end;
	double fraction;

	errno = 0;
	fraction = strtod(value, &end);
	if (*value < '0' || *value > '9' || *end || !(fraction >= 0 && fraction <= 1)) {
		argp_error(state, "invalid value '%s': must be a number from 0 to 1", value);
	}
	return fraction;
}

void positional_take(
	const char **taken, const char *value, const char *noun, struct argp_state *state)
{
	if (*taken) {
		argp_error(state, "one %s at a time", noun);
	}
	*taken = value;
}

FILE *input_open(const char *path)
{
	return !path || strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
}

void input_close(FILE *file)
{
	if (file && file != stdin) {
		fclose(file);
	}
}

/* ---- Errors --------------------------------------------------------------------------------- */

enum cli_exit cli_fail(enum cli_exit code, const char *message, ...)
{
	char line[MESSAGE_SIZE];
	va_list arguments;

	va_start(arguments, message);
	vsnprintf(line, sizeof line, message, arguments);
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

/* ---- Output --------------------------------------------------------------------------------- */

bool cli_wants_colour(int file)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");

	if ((no_colour && *no_colour) || !isatty(file)) {
		return false;
	}
	return terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

/* At most CHUNK_SIZE bytes of `text`, up to the end of a character. */
static size_t chunk_length(const char *text, size_t length)
{
	uint32_t point;
	size_t end = 0;

	while (end < length && end + 4 <= CHUNK_SIZE) {
		size_t read = unicode_read(text + end, length - end, &point);

		end += read ? read : 1;
	}
	return end;
}

/* Returns how many bytes were printed. */
static size_t print_escaped(FILE *out, const char *text, size_t length)
{
	size_t printed = 0;

	while (length > 0) {
		size_t chunk = chunk_length(text, length);
		char escaped[ESCAPED_SIZE];
		struct mk_text line;

		mk_text_fixed(&line, escaped, sizeof escaped);
		unicode_put_printable(&line, text, chunk);
		printed += fwrite(line.bytes, 1, line.length, out);
		text += chunk;
		length -= chunk;
	}
	return printed;
}

void print_text(FILE *out, const char *text)
{
	print_escaped(out, text, strlen(text));
}

void print_text_line(FILE *out, const char *text)
{
	print_text(out, text);
	fputc('\n', out);
}

void print_cell(FILE *out, const char *text, int width, const char *gap)
{
	int printed = (int)print_escaped(out, text, strlen(text));

	fprintf(out, "%*s%s", printed < width ? width - printed : 0, "", gap);
}

void print_body(FILE *out, const char *body)
{
	if (!isatty(fileno(out))) {
		fputs(body, out);
		fputc('\n', out);
		return;
	}
	for (;;) {
		size_t length = strcspn(body, "\n");

		print_escaped(out, body, length);
		fputc('\n', out);
		if (!body[length]) {
			return;
		}
		body += length + 1;
	}
}
