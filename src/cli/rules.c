/* makker rules: the rules of a game in words. */
#include "base/arena.h"
#include "cli/cli.h"
#include "cli/game_args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_MARKDOWN = 256, ARENA_SIZE = 1 << 20, INITIAL_SIZE = 1 << 14, MAX_RULES_SIZE = 1 << 18 };

struct rules_args {
	struct game_args args;
	bool is_markdown;
};

static const struct argp_option options[] = {
	{"preset", 'p', "PRESET", 0, "the variant (default: the first of the game)", 0},
	{"rules", 'r', "KEY=VALUE,...", 0, "rules that differ from the preset", 0},
	{"language", 'l', "LANGUAGE", 0, "en, da, de or el (default: from the environment)", 0},
	{"markdown", KEY_MARKDOWN, NULL, 0, "write Markdown instead of text", 0},
	{0},
};

static error_t parse_rules_option(int key, char *word, struct argp_state *state)
{
	struct rules_args *call = state->input;

	switch (key) {
	case 'p':
		call->args.preset = word;
		return 0;
	case 'r':
		game_args_add_rules(&call->args, word, state);
		return 0;
	case 'l':
		call->args.language = word;
		return 0;
	case KEY_MARKDOWN:
		call->is_markdown = true;
		return 0;
	case ARGP_KEY_ARG:
		positional_take(&call->args.game, word, "game", state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp rules_argp = {
	.options = options,
	.parser = parse_rules_option,
	.args_doc = "[GAME]",
	.doc = "Print the rules of a game (default: klondike) in words: the aim, how to deal and play, "
	       "the options of the variant, a glossary, and where the rules come from.",
};

/* ---- Lines of the terminal's width ---------------------------------------------------------- */

/* The indentation of the lines after the first: behind the dash of an item. */
static size_t indentation(const char *line, size_t length)
{
	size_t blanks = strspn(line, " ");

	return blanks + 2 < length && memcmp(line + blanks, "- ", 2) == 0 ? blanks + 2 : blanks;
}

static void print_rules(const char *text, size_t width)
{
	while (*text) {
		size_t length = strcspn(text, "\n");

		print_wrapped(text, length, indentation(text, length), width);
		text += length + (text[length] == '\n');
	}
}

/* ---- The command ---------------------------------------------------------------------------- */

static enum cli_exit show_rules(const struct game_selection *selection, bool is_markdown)
{
	struct mk_arena *arena = mk_arena_create(ARENA_SIZE);
	struct mk_preset own = *selection->preset;
	struct mk_text text;
	bool is_whole;

	if (!arena) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	own.rules = selection->rules;
	mk_text_init(&text, arena, INITIAL_SIZE, MAX_RULES_SIZE);
	mk_rulebook_write(&text, selection->game, &own, selection->language,
		is_markdown ? MK_RULEBOOK_MARKDOWN : MK_RULEBOOK_TEXT);
	is_whole = !text.truncated;
	if (is_whole && is_markdown) {
		fputs(text.bytes, stdout);
	} else if (is_whole) {
		print_rules(text.bytes, cli_text_width(STDOUT_FILENO));
	}
	mk_arena_destroy(arena);
	return is_whole ? CLI_OK : cli_fail(CLI_FAILED, "out of memory");
}

enum cli_exit rules_command(int argc, char **argv)
{
	struct rules_args call = {.is_markdown = false};
	struct game_selection selection;
	struct mk_error error;

	command_parse(&rules_argp, argc, argv, &call);
	if (game_args_resolve(&call.args, &selection, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	return show_rules(&selection, call.is_markdown);
}
