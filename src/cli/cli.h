/* What all commands share: how they are called, and how they fail. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <makker/status.h>
#include <stdbool.h>

enum cli_exit { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

/* A row of main's table. `run` gets its own options; argv[0] is "makker NAME". */
struct command {
	const char *name;
	const char *about;
	enum cli_exit (*run)(int argc, char **argv);
};

enum cli_exit play_command(int argc, char **argv);
enum cli_exit simulate_command(int argc, char **argv);
enum cli_exit advise_command(int argc, char **argv);
enum cli_exit post_command(int argc, char **argv);
enum cli_exit watch_command(int argc, char **argv);
enum cli_exit answer_command(int argc, char **argv);
enum cli_exit show_command(int argc, char **argv);
enum cli_exit solve_command(int argc, char **argv);
enum cli_exit table_command(int argc, char **argv);
enum cli_exit replay_command(int argc, char **argv);
enum cli_exit games_command(int argc, char **argv);
enum cli_exit health_command(int argc, char **argv);
enum cli_exit export_command(int argc, char **argv);
enum cli_exit import_command(int argc, char **argv);

/* Says on stderr what went wrong, after the command's name, and returns `code`. */
enum cli_exit cli_fail(enum cli_exit code, const char *what, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * The same for an error of the library: "makker advise: /columns/3: '9X' is no card". `source` (may
 * be NULL) names what was read when that is not clear from the command.
 */
enum cli_exit cli_fail_at(enum cli_exit code, const char *source, const struct mk_error *error);

/* CLI_USAGE when the error lies in an option ("--rules"), else CLI_FAILED. */
enum cli_exit cli_exit_for(const struct mk_error *error);

/* True when colours are wanted: a terminal that understands them, and no NO_COLOR. */
bool cli_wants_colour(int file);

#endif
