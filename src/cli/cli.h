/*
 * Shared by the programs makker and makker-lab: their tables of commands, the values of options,
 * errors, and the output of text from elsewhere.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <argp.h>
#include <makker/card.h>
#include <makker/status.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum cli_exit { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

/* ---- Programs ------------------------------------------------------------------------------- */

/*
 * A command of a program. `run` parses its own options with command_parse(); argv[0] is "PROGRAM
 * NAME". `argp` describes them for completion; NULL: the command has none.
 */
struct command {
	const char *name;
	const char *help;
	enum cli_exit (*run)(int argc, char **argv);
	const struct argp *argp;
};

/* A former name and the present one, for an error that helps. */
struct renamed {
	const char *old;
	const char *now;
};

struct program {
	const char *name; /* "makker" */
	const char *doc;
	const struct command *commands; /* the list ends with a NULL name, as the next two do */
	const struct renamed *renamed_commands;
	const struct renamed *renamed_options; /* of all commands; with their hyphens */
};

/* Parses the command line, runs the command and returns the exit status of the process. */
int program_run(const struct program *program, int argc, char **argv);

/* The program of program_run(). */
const struct program *program_running(void);

/*
 * argp_parse() with -h, --help, --usage and --version. An unknown long option is a usage error that
 * names the closest known one.
 */
void command_parse(const struct argp *argp, int argc, char **argv, void *input);

typedef void option_visitor(void *context, const struct argp_option *option);

/* Calls `visit` for each option that has a long name, those of the children included. */
void options_visit(const struct argp *argp, option_visitor *visit, void *context);

/* ---- Values --------------------------------------------------------------------------------- */

/* A whole number from `min` to `max`; any other value is a usage error that ends the program. */
uint64_t number_read(const char *value, uint64_t min, uint64_t max, struct argp_state *state);

/* A fraction from 0 to 1, likewise. */
double fraction_read(const char *value, struct argp_state *state);

/* Stores the only positional argument; a second one is a usage error: "one `noun` at a time". */
void positional_take(
	const char **taken, const char *value, const char *noun, struct argp_state *state);

/* Opens a file to read, "-" or NULL for standard input; NULL with errno. */
FILE *input_open(const char *path);
void input_close(FILE *file);

/* ---- Errors --------------------------------------------------------------------------------- */

/* Prints the message on stderr after the command's name and returns `code`. */
enum cli_exit cli_fail(enum cli_exit code, const char *message, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * The same for an error of the library: "makker advise: /columns/3: '9X' is no card". `source` (may
 * be NULL) names the input where the command alone does not.
 */
enum cli_exit cli_fail_at(enum cli_exit code, const char *source, const struct mk_error *error);

/* CLI_USAGE if the error is in an option ("--rules"), else CLI_FAILED. */
enum cli_exit cli_exit_for(const struct mk_error *error);

/* ---- Output --------------------------------------------------------------------------------- */

/* True for a terminal that supports colours, unless NO_COLOR is set. */
bool cli_wants_colour(int file);

/* How to print the cards of a table: as codes in a pipe and if the terminal has no suit symbols. */
struct mk_card_style cli_card_style(int file);

/*
 * Text from a server, a file or the command line. Control characters, bidirectional ones included,
 * and bytes that are not UTF-8 are escaped (base/unicode.h), so a terminal does not act on them.
 */
void print_text(FILE *out, const char *text);
void print_text_line(FILE *out, const char *text);

/* The width of lines of text: that of the terminal within bounds, or 80. */
size_t cli_text_width(int file);

/*
 * A line of the program's own texts and a line end, on stdout, broken between its words; lines
 * after the first are indented. Further blanks between words are kept where the line is not broken.
 */
void print_wrapped(const char *line, size_t length, size_t indent, size_t width);

/* A column of a table: padded with blanks to `width` letters, then `gap`. */
void print_cell(FILE *out, const char *text, int width, const char *gap);

/*
 * The body of a response and a line end: unchanged for other programs, escaped line by line for a
 * terminal.
 */
void print_body(FILE *out, const char *body);

/* ---- The commands of makker, each with its options in the file of its name ------------------- */

enum cli_exit advise_command(int argc, char **argv);
extern const struct argp advise_argp;
enum cli_exit answer_command(int argc, char **argv);
extern const struct argp answer_argp;
enum cli_exit completion_command(int argc, char **argv);
extern const struct argp completion_argp;
enum cli_exit check_command(int argc, char **argv);
extern const struct argp check_argp;
enum cli_exit export_command(int argc, char **argv);
extern const struct argp export_argp;
enum cli_exit games_command(int argc, char **argv);
extern const struct argp games_argp;
enum cli_exit health_command(int argc, char **argv);
extern const struct argp health_argp;
enum cli_exit import_command(int argc, char **argv);
extern const struct argp import_argp;
enum cli_exit play_command(int argc, char **argv);
extern const struct argp play_argp;
enum cli_exit post_command(int argc, char **argv);
extern const struct argp post_argp;
enum cli_exit review_command(int argc, char **argv);
extern const struct argp review_argp;
enum cli_exit rules_command(int argc, char **argv);
extern const struct argp rules_argp;
enum cli_exit show_command(int argc, char **argv);
extern const struct argp show_argp;
enum cli_exit simulate_command(int argc, char **argv);
extern const struct argp simulate_argp;
enum cli_exit solve_command(int argc, char **argv);
extern const struct argp solve_argp;
enum cli_exit watch_command(int argc, char **argv);
extern const struct argp watch_argp;

#endif
