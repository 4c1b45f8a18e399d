/*
 * makker completion: scripts that complete the command line in bash, zsh and fish. Commands,
 * options and the values of options come from the tables that parse them.
 */
#include "cli/cli.h"

#include <makker/game.h>
#include <string.h>

/* ---- Values of options ---------------------------------------------------------------------- */

/* Prints each name once, though several games may have it. */
struct name_printer {
	FILE *out;
	const char *printed[256];
	size_t count;
};

static void print_name(struct name_printer *printer, const char *name, const char *end)
{
	for (size_t i = 0; i < printer->count; i++) {
		if (strcmp(printer->printed[i], name) == 0) {
			return;
		}
	}
	fprintf(printer->out, "%s%s%s", printer->count ? " " : "", name, end);
	if (printer->count < sizeof printer->printed / sizeof *printer->printed) {
		printer->printed[printer->count++] = name;
	}
}

static void print_games(struct name_printer *printer, const struct mk_game *game)
{
	print_name(printer, game->name, "");
}

static void print_presets(struct name_printer *printer, const struct mk_game *game)
{
	for (size_t i = 0; i < game->preset_count; i++) {
		print_name(printer, game->presets[i].name, "");
	}
}

static void print_strategies(struct name_printer *printer, const struct mk_game *game)
{
	for (size_t i = 0; i < game->strategy_count; i++) {
		print_name(printer, game->strategies[i].name, "");
	}
}

static void print_rules(struct name_printer *printer, const struct mk_game *game)
{
	for (size_t i = 0; i < game->option_count; i++) {
		print_name(printer, game->options[i].name, "=");
	}
}

/* The name of an argument in the help text, and its values. */
static const struct {
	const char *argument;
	const char *words; /* NULL: `print` is called for each game */
	void (*print)(struct name_printer *printer, const struct mk_game *game);
} values[] = {
	{"GAME", NULL, print_games},
	{"PRESET", NULL, print_presets},
	{"STRATEGY", NULL, print_strategies},
	{"KEY=VALUE,...", NULL, print_rules},
	{"LANGUAGE", "en da de el", NULL},
	{"SHELL", "bash zsh fish", NULL},
};

/* True for "GAME", and for "[GAME]", which may be left out. */
static bool is_called(const char *argument, const char *name)
{
	size_t optional = *argument == '[', length = strlen(name);

	return strncmp(argument + optional, name, length) == 0 &&
	       strcmp(argument + optional + length, optional ? "]" : "") == 0;
}

static bool print_values(FILE *out, const char *argument)
{
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		struct name_printer printer = {.out = out};

		if (!is_called(argument, values[i].argument)) {
			continue;
		}
		if (values[i].words) {
			fputs(values[i].words, out);
		}
		for (size_t game = 0; !values[i].words && game < mk_game_count; game++) {
			values[i].print(&printer, mk_games[game]);
		}
		return true;
	}
	return false;
}

static bool has_values(const char *argument)
{
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		if (is_called(argument, values[i].argument)) {
			return true;
		}
	}
	return false;
}

static bool is_file(const char *argument)
{
	return argument && strstr(argument, "FILE");
}

static bool has_letter(const struct argp_option *option)
{
	return option->key > ' ' && option->key <= '~';
}

/* True if the positional arguments, which `args_doc` names, are files. */
static bool takes_files(const struct command *command)
{
	return is_file(command->argp->args_doc);
}

/*
 * Prints a help text within single quotes. `apostrophe` is written for each apostrophe and
 * backquote, and characters in `reserved` get a backslash.
 */
static void print_escaped_text(
	FILE *out, const char *text, const char *apostrophe, const char *reserved)
{
	for (; *text; text++) {
		if (*text == '\'' || *text == '`') {
			fputs(apostrophe, out);
		} else if (strchr(reserved, *text)) {
			fprintf(out, "\\%c", *text);
		} else {
			fputc(*text, out);
		}
	}
}

static const char zsh_apostrophe[] = "'\\''";

static void print_fish_text(FILE *out, const char *text)
{
	fputc('\'', out);
	print_escaped_text(out, text, "\\'", "\\");
	fputs("'\n", out);
}

static void print_commands(FILE *out, const struct program *program)
{
	fputs("help", out);
	for (const struct command *command = program->commands; command->name; command++) {
		fprintf(out, " %s", command->name);
	}
}

/* ---- bash ----------------------------------------------------------------------------------- */

static void print_bash_name(void *context, const struct argp_option *option)
{
	FILE *out = context;

	if (has_letter(option)) {
		fprintf(out, " -%c", option->key);
	}
	fprintf(out, " --%s", option->name);
}

struct bash_case {
	FILE *out;
	const struct command *command;
};

/* A row for each option with an argument: its words, or none. */
static void print_bash_values(void *context, const struct argp_option *option)
{
	const struct bash_case *row = context;

	if (!option->arg) {
		return;
	}
	fprintf(row->out, "\t%s:--%s", row->command->name, option->name);
	if (has_letter(option)) {
		fprintf(row->out, "|%s:-%c", row->command->name, option->key);
	}
	fputs(") words='", row->out);
	print_values(row->out, option->arg);
	fprintf(row->out, "' files=%s ;;\n", is_file(option->arg) ? "yes" : "");
}

static void print_bash_command(FILE *out, const struct command *command)
{
	struct bash_case row = {out, command};

	options_visit(command->argp, print_bash_values, &row);
	fprintf(out, "\t%s:*) words='", command->name);
	if (has_values(command->argp->args_doc ? command->argp->args_doc : "")) {
		print_values(out, command->argp->args_doc);
	}
	fprintf(out, "' files=%s\n\t\t[[ $cur != -* ]] || words='--help",
		takes_files(command) ? "yes" : "");
	options_visit(command->argp, print_bash_name, out);
	fputs("' ;;\n", out);
}

/* Readline splits words at "=", so "--game=k" is three of them. */
static void print_bash(FILE *out, const struct program *program)
{
	fprintf(out,
		"# Completion of %s for bash, made by `%s completion bash'.\n"
		"_%s() {\n"
		"\tlocal cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} words='' files=''\n"
		"\tif [[ $option == = ]]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
		"\tif [[ $cur == = ]]; then cur=; fi\n"
		"\tif ((COMP_CWORD == 1)); then option=; fi\n"
		"\tcase ${COMP_WORDS[1]}:$option in\n"
		"\t*:|help:*) words='",
		program->name, program->name, program->name);
	print_commands(out, program);
	fputs(" --help --version' ;;\n", out);
	for (const struct command *command = program->commands; command->name; command++) {
		print_bash_command(out, command);
	}
	fprintf(out,
		"\tesac\n"
		"\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
		"\tif [[ $files && $cur != -* ]]; then\n"
		"\t\tmapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$cur\")\n"
		"\t\tcompopt -o filenames 2>/dev/null\n"
		"\tfi\n"
		"\tif [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi\n"
		"}\n"
		"complete -F _%s %s\n",
		program->name, program->name);
}

/* ---- zsh ------------------------------------------------------------------------------------ */

static void print_zsh_argument(FILE *out, const char *argument)
{
	fprintf(out, "':%s:", is_file(argument) ? "file" : "value");
	if (is_file(argument)) {
		fputs("_files", out);
	} else if (has_values(argument)) {
		fputs("(", out);
		print_values(out, argument);
		fputs(")", out);
	} else {
		fputs(" ", out);
	}
	fputc('\'', out);
}

static void print_zsh_form(FILE *out, const struct argp_option *option, const char *dashes,
	const char *name, const char *sign)
{
	fprintf(out, " \\\n\t\t%s%s%s", dashes, name, option->arg ? sign : "");
	fputs("'[", out);
	print_escaped_text(out, option->doc, zsh_apostrophe, "[]:\\");
	fputs("]'", out);
	if (option->arg) {
		print_zsh_argument(out, option->arg);
	}
}

static void print_zsh_option(void *context, const struct argp_option *option)
{
	char letter[2] = {(char)option->key, '\0'};

	if (has_letter(option)) {
		print_zsh_form(context, option, "-", letter, "+");
	}
	print_zsh_form(context, option, "--", option->name,
		option->flags & OPTION_ARG_OPTIONAL ? "=-" : "=");
}

static void print_zsh_command(FILE *out, const struct command *command)
{
	const char *words = command->argp->args_doc ? command->argp->args_doc : "";

	fprintf(out, "\t%s) _arguments -s '(- *)'{-h,--help}'[print this help]'", command->name);
	options_visit(command->argp, print_zsh_option, out);
	fputs(" \\\n\t\t'*'", out);
	print_zsh_argument(out, words);
	fputs(" ;;\n", out);
}

static void print_zsh(FILE *out, const struct program *program)
{
	fprintf(out,
		"#compdef %s\n"
		"# Completion of %s for zsh, made by `%s completion zsh'.\n"
		"local -a commands=(\n\t'help:describe a command'\n",
		program->name, program->name, program->name);
	for (const struct command *command = program->commands; command->name; command++) {
		fprintf(out, "\t'%s:", command->name);
		print_escaped_text(out, command->help, zsh_apostrophe, ":\\");
		fputs("'\n", out);
	}
	fputs(")\n"
	      "if ((CURRENT == 2)) || [[ $words[2] == help ]]; then\n"
	      "\t_describe command commands\n"
	      "\treturn\n"
	      "fi\n"
	      "shift words\n"
	      "((CURRENT--))\n"
	      "case $words[1] in\n",
		out);
	for (const struct command *command = program->commands; command->name; command++) {
		print_zsh_command(out, command);
	}
	fputs("esac\n", out);
}

/* ---- fish ----------------------------------------------------------------------------------- */

struct fish_rows {
	FILE *out;
	const struct program *program;
	const struct command *command;
};

static void print_fish_condition(const struct fish_rows *rows)
{
	fprintf(rows->out, "complete -c %s -n '__fish_seen_subcommand_from %s'",
		rows->program->name, rows->command->name);
}

static void print_fish_argument(FILE *out, const char *argument)
{
	if (is_file(argument)) {
		fputs(" -r -F", out);
		return;
	}
	fputs(" -x", out);
	if (has_values(argument)) {
		fputs(" -a '", out);
		print_values(out, argument);
		fputs("'", out);
	}
}

static void print_fish_option(void *context, const struct argp_option *option)
{
	const struct fish_rows *rows = context;

	print_fish_condition(rows);
	if (has_letter(option)) {
		fprintf(rows->out, " -s %c", option->key);
	}
	fprintf(rows->out, " -l %s", option->name);
	if (option->arg) {
		print_fish_argument(rows->out, option->arg);
	}
	fputs(" -d ", rows->out);
	print_fish_text(rows->out, option->doc);
}

static void print_fish_command(const struct fish_rows *rows)
{
	const struct command *command = rows->command;

	fprintf(rows->out, "complete -c %s -n __fish_use_subcommand -a %s -d ", rows->program->name,
		command->name);
	print_fish_text(rows->out, command->help);
	if (takes_files(command)) {
		print_fish_condition(rows);
		fputs(" -F\n", rows->out);
	} else if (command->argp->args_doc && has_values(command->argp->args_doc)) {
		print_fish_condition(rows);
		fputs(" -a '", rows->out);
		print_values(rows->out, command->argp->args_doc);
		fputs("'\n", rows->out);
	}
	options_visit(command->argp, print_fish_option, (void *)rows);
	print_fish_condition(rows);
	fputs(" -s h -l help -d 'print this help'\n", rows->out);
}

static void print_fish(FILE *out, const struct program *program)
{
	fprintf(out,
		"# Completion of %s for fish, made by `%s completion fish'.\n"
		"complete -c %s -f\n"
		"complete -c %s -n __fish_use_subcommand -l help -s h -d 'print this help'\n"
		"complete -c %s -n __fish_use_subcommand -l version -s V -d 'print the version'\n"
		"complete -c %s -n '__fish_use_subcommand; or __fish_seen_subcommand_from help' -a '",
		program->name, program->name, program->name, program->name, program->name,
		program->name);
	print_commands(out, program);
	fputs("'\n", out);
	for (const struct command *command = program->commands; command->name; command++) {
		print_fish_command(&(struct fish_rows){out, program, command});
	}
}

/* ---- The command ---------------------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*print)(FILE *out, const struct program *program);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

static error_t parse_completion_option(int key, char *word, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_ARG:
		positional_take(state->input, word, "shell", state);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "missing SHELL: bash, zsh or fish");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp completion_argp = {
	.parser = parse_completion_option,
	.args_doc = "SHELL",
	.doc = "Print a script that completes this program's command line.\v"
	       "SHELL is bash, zsh or fish. `make install' and the Debian package install the scripts; "
	       "otherwise: `source <(makker completion bash)'.",
};

enum cli_exit completion_command(int argc, char **argv)
{
	const char *name = NULL;

	command_parse(&completion_argp, argc, argv, &name);
	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
		if (strcmp(shells[i].name, name) == 0) {
			shells[i].print(stdout, program_running());
			return CLI_OK;
		}
	}
	return cli_fail(CLI_USAGE, "unknown shell '%s', expected one of bash, zsh, fish", name);
}
