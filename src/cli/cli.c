/* The frame of a program with commands: finds the command, runs it, prints errors and text. */
#include "cli/cli.h"

#include "base/json_memory.h"
#include "base/stdio_guard.h"
#include "base/unicode.h"
#include "base/unknown.h"

#include <errno.h>
#include <jansson.h>
#include <langinfo.h>
#include <locale.h>
#include <makker/game.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* MESSAGE_SIZE: a path and a sentence. CHUNK_SIZE: text that is escaped at a time. */
enum { MESSAGE_SIZE = 8192, CHUNK_SIZE = 256, ESCAPED_SIZE = 8 * CHUNK_SIZE };

static size_t print_escaped(FILE *out, const char *text, size_t length);

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

/* "; did you mean 'simulate'?", or "" if no known name is close. */
struct hint {
	char text[64];
};

static struct hint hint_for(const struct unknown *unknown, const char *prefix)
{
	struct hint hint = {""};

	if (unknown->closest) {
		snprintf(hint.text, sizeof hint.text, "; did you mean '%s%s'?", prefix,
			unknown->closest);
	}
	return hint;
}

static struct hint hint_for_command(const struct program *program, const char *name)
{
	struct unknown unknown;

	unknown_init(&unknown, name, strlen(name));
	for (const struct command *command = program->commands; command->name; command++) {
		unknown_offer(&unknown, command->name);
	}
	unknown_offer(&unknown, "help");
	return hint_for(&unknown, "");
}

static void take_command(struct call *call, const char *name, struct argp_state *state)
{
	const char *now = find_renamed(call->program->renamed_commands, name, strlen(name));

	call->command = find_command(call->program, name);
	if (!call->command && now) {
		fail_renamed(call->program->name, name, now);
	}
	if (!call->command) {
		argp_error(state, "unknown command '%s'%s", name,
			hint_for_command(call->program, name).text);
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
	fprintf(out, "  %-14s %s\n", "help", "describe a command: help COMMAND");
	for (const struct command *command = call->program->commands; command->name; command++) {
		fprintf(out, "  %-14s %s\n", command->name, command->help);
	}
	fprintf(out, "\n`%s help COMMAND' describes one.", call->program->name);
	fclose(out);
	return list;
}

/* ---- Options -------------------------------------------------------------------------------- */

enum { KEY_USAGE = 0x2001 };

/* They replace argp's own options, which include -?. */
static const struct argp_option common_options[] = {
	{"help", 'h', NULL, 0, "print this help", -1},
	{"usage", KEY_USAGE, NULL, 0, "print a short usage message", -1},
	{"version", 'V', NULL, 0, "print the version", -1},
	{0},
};

static error_t parse_common_option(int key, char *word, struct argp_state *state)
{
	(void)word;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
	case 'h':
		argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
		return 0;
	case KEY_USAGE:
		argp_state_help(state, state->out_stream, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
		return 0;
	case 'V':
		argp_program_version_hook(state->out_stream, state);
		exit(CLI_OK);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

void options_visit(const struct argp *argp, option_visitor *visit, void *context)
{
	const struct argp_option *option = argp->options;
	const struct argp_child *child = argp->children;

	for (; option && (option->name || option->key || option->doc); option++) {
		if (option->name) {
			visit(context, option);
		}
	}
	for (; child && child->argp; child++) {
		options_visit(child->argp, visit, context);
	}
}

/* The option of one word of a command line. */
struct option_search {
	struct unknown unknown; /* the name of a long option */
	int letter;             /* of a short one; 0: none */
	const struct argp_option *found;
	bool is_abbreviated; /* the name is the beginning of others, which getopt resolves */
};

static void compare_option(void *context, const struct argp_option *option)
{
	struct option_search *search = context;
	const struct unknown *name = &search->unknown;

	if (search->letter) {
		search->found = option->key == search->letter ? option : search->found;
		return;
	}
	unknown_offer(&search->unknown, option->name);
	if (strncmp(option->name, name->name, name->length) == 0) {
		search->is_abbreviated = true;
		search->found = option->name[name->length] == '\0' ? option : search->found;
	}
}

static bool takes_next_word(const struct argp_option *option)
{
	return option && option->arg && !(option->flags & OPTION_ARG_OPTIONAL);
}

_Noreturn static void fail_unknown_option(const char *command, const struct option_search *search)
{
	fprintf(stderr, "%s: unknown option '--", command);
	print_escaped(stderr, search->unknown.name, search->unknown.length);
	fprintf(stderr, "'%s\nTry `%s --help'.\n", hint_for(&search->unknown, "--").text, command);
	exit(CLI_USAGE);
}

/* Returns whether the next word is the value of this one, "--game" for example. */
static bool check_long_option(const struct argp *argp, const char *command, const char *name)
{
	struct option_search search = {0};
	size_t length = strcspn(name, "=");

	unknown_init(&search.unknown, name, length);
	options_visit(argp, compare_option, &search);
	if (!search.found && !search.is_abbreviated) {
		fail_unknown_option(command, &search);
	}
	return name[length] == '\0' && takes_next_word(search.found);
}

/* Of "-jn 5" the last letter takes the next word, of "-n5" none. */
static bool check_letters(const struct argp *argp, const char *letters)
{
	for (; *letters; letters++) {
		struct option_search search = {.letter = (unsigned char)*letters};

		options_visit(argp, compare_option, &search);
		if (search.found && search.found->arg) {
			return letters[1] == '\0' && takes_next_word(search.found);
		}
	}
	return false;
}

/* getopt's message for an unknown option has no suggestion, so they are found before it. */
static void check_options(const struct argp *argp, int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (strncmp(argv[i], "--", 2) == 0) {
			i += check_long_option(argp, argv[0], argv[i] + 2);
		} else if (argv[i][0] == '-') {
			i += check_letters(argp, argv[i] + 1);
		}
	}
}

static void parse_with_help(
	const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
	const struct argp_child children[] = {{argp, 0, NULL, 0}, {0}};
	const struct argp whole = {
		.options = common_options, .parser = parse_common_option, .children = children};

	if (!(flags & ARGP_IN_ORDER)) {
		check_options(&whole, argc, argv);
	} else if (argc > 1 && strncmp(argv[1], "--", 2) == 0 && argv[1][2] != '\0') {
		(void)check_long_option(&whole, program_running()->name, argv[1] + 2);
	}
	argp_parse(&whole, argc, argv, flags | ARGP_NO_HELP, NULL, input);
}

void command_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	parse_with_help(argp, argc, argv, 0, input);
}

/* ---- Running -------------------------------------------------------------------------------- */

static const struct program *running_program;

const struct program *program_running(void)
{
	return running_program;
}

static void check_renamed_options(const struct program *program, int argc, char **argv)
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
	check_renamed_options(call->program, argc, argv);
	code = call->command->run(argc, argv);
	if ((fflush(stdout) || ferror(stdout)) && code == CLI_OK) {
		code = cli_fail(CLI_FAILED, "standard output: %s", strerror(errno));
	}
	return code;
}

/* "help" is "--help", and "help COMMAND" is "COMMAND --help". */
static int read_help(int argc, char **argv, char **words)
{
	static char help[] = "--help";

	words[0] = argv[0];
	words[1] = argc > 2 ? argv[2] : help;
	words[2] = argc > 2 ? help : NULL;
	words[3] = NULL;
	return argc > 2 ? 3 : 2;
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
	char *words[4];

	argp_err_exit_status = CLI_USAGE;
	stdio_reserve_fds();
	json_memory_install();
	json_object_seed(0);
	running_program = program;
	if (argc > 1 && strcmp(argv[1], "help") == 0) {
		argc = read_help(argc, argv, words);
		argv = words;
	}
	parse_with_help(&argp, argc, argv, ARGP_IN_ORDER, &call);
	if (mk_games_check(&error) != MK_OK) {
		fprintf(stderr, "%s: %s\n", program->name, error.detail);
		return EXIT_FAILURE;
	}
	return (int)run_command(&call, argc - call.first, argv + call.first);
}

/* ---- Values --------------------------------------------------------------------------------- */

/* "--seed: " or "-S: " for the value that is being parsed; "" if it belongs to no option. */
static struct hint option_of(const char *value, const struct argp_state *state)
{
	struct hint named = {""};
	const char *last = state->next > 0 ? state->argv[state->next - 1] : "";
	bool is_alone = value == last;
	const char *word = is_alone && state->next > 1 ? state->argv[state->next - 2] : last;
	size_t length = strcspn(word, "=");

	if (strncmp(word, "--", 2) == 0 && length < sizeof named.text - 2) {
		snprintf(named.text, sizeof named.text, "%.*s: ", (int)length, word);
	} else if (word[0] == '-' && word[1] != '\0') {
		char letter = is_alone ? word[strlen(word) - 1] : value[-1];

		snprintf(named.text, sizeof named.text, "-%c: ", letter);
	}
	return named;
}

uint64_t number_read(const char *value, uint64_t min, uint64_t max, struct argp_state *state)
{
	char *end;
	unsigned long long number;

	errno = 0;
	number = strtoull(value, &end, 10);
	if (*value < '0' || *value > '9' || *end || errno || number < min || number > max) {
		argp_error(state, "%sinvalid value '%s': must be a whole number from %llu to %llu",
			option_of(value, state).text, value, (unsigned long long)min,
			(unsigned long long)max);
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
		argp_error(state, "%sinvalid value '%s': must be a number from 0 to 1",
			option_of(value, state).text, value);
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

/* True for a terminal with UTF-8, which has suit symbols. */
static bool shows_suits(int file)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	bool shows = isatty(file) && locale && strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;

	if (locale) {
		freelocale(locale);
	}
	return shows;
}

struct mk_card_style cli_card_style(int file)
{
	return (struct mk_card_style){
		.colour = cli_wants_colour(file), .codes = !shows_suits(file)};
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

/* Returns the number of characters printed. */
static size_t print_escaped(FILE *out, const char *text, size_t length)
{
	size_t printed = 0;

	while (length > 0) {
		size_t chunk = chunk_length(text, length);
		char escaped[ESCAPED_SIZE];
		struct mk_text line;

		mk_text_fixed(&line, escaped, sizeof escaped);
		unicode_put_printable(&line, text, chunk);
		fwrite(line.bytes, 1, line.length, out);
		printed += unicode_count(line.bytes, line.length);
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

/* Longer lines are hard to read. */
enum { USUAL_WIDTH = 80, MIN_WIDTH = 30, MAX_WIDTH = 100 };

size_t cli_text_width(int file)
{
	struct winsize size = {0};

	if (ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
		return USUAL_WIDTH;
	}
	return size.ws_col < MIN_WIDTH   ? MIN_WIDTH
	       : size.ws_col > MAX_WIDTH ? MAX_WIDTH
					 : size.ws_col;
}

/* Number of characters; texts for players have none that takes two columns. */
static size_t width_of(const char *text, size_t length)
{
	size_t width = 0;
	uint32_t point;

	for (size_t at = 0; at < length; width++) {
		size_t step = unicode_read(text + at, length - at, &point);

		at += step ? step : 1;
	}
	return width;
}

void print_wrapped(const char *line, size_t length, size_t indent, size_t width)
{
	size_t blanks = strspn(line, " "), column = blanks;

	printf("%*s", (int)blanks, "");
	for (size_t at = blanks; at < length;) {
		size_t word = strcspn(line + at, " \n"), shown = width_of(line + at, word);

		if (at > blanks && column + 1 + shown > width) {
			printf("\n%*s", (int)indent, "");
			column = indent;
		} else if (at > blanks) {
			putchar(' ');
			column++;
		}
		printf("%.*s", (int)word, line + at);
		column += shown;
		at += word + 1;
	}
	putchar('\n');
}
