/* makker games: the games with their presets, strategies and options. */
#include "cli/cli.h"
#include "cli/game_args.h"

#include <stdio.h>
#include <string.h>

static const struct argp_option options[] = {
	{"language", 'l', "LANGUAGE", 0, "en, da, de or el (default: from the environment)", 0},
	{0},
};

struct games_args {
	const char *language;
	const char *game; /* NULL: all */
};

static error_t parse_games_option(int key, char *word, struct argp_state *state)
{
	struct games_args *call = state->input;

	switch (key) {
	case 'l':
		call->language = word;
		return 0;
	case ARGP_KEY_ARG:
		positional_take(&call->game, word, "game", state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp games_argp = {
	.options = options,
	.parser = parse_games_option,
	.args_doc = "[GAME]",
	.doc = "List the games, or one of them, with their presets, strategies and rule options. The first preset "
	       "and the first strategy are the defaults.",
};

static void print_value(
	const struct mk_option *option, const struct mk_rules *rules, int32_t value);

static void print_list(const struct mk_option *option, const struct mk_rules *rules, int32_t length)
{
	const struct mk_list *list = option->list;

	if (length == 0 && list->empty) {
		printf("%s", list->empty);
		return;
	}
	putchar('[');
	for (int32_t i = 0; i < length; i++) {
		printf("%s", i ? "," : "");
		print_value(list->member, rules, rules->list_values[list->first + (unsigned)i]);
	}
	putchar(']');
}

static void print_count_value(int32_t value)
{
	if (value == MK_UNLIMITED) {
		printf("unlimited");
	} else {
		printf("%d", (int)value);
	}
}

static void print_value(const struct mk_option *option, const struct mk_rules *rules, int32_t value)
{
	switch (option->type) {
	case MK_OPTION_BOOL:
		printf("%s", value ? "yes" : "no");
		return;
	case MK_OPTION_COUNT:
		print_count_value(value);
		return;
	case MK_OPTION_CHOICE:
		printf("%s", option->choices[value]);
		return;
	case MK_OPTION_CARD:
		printf("%s", mk_card_code((mk_card)value));
		return;
	case MK_OPTION_LIST:
		print_list(option, rules, value);
		return;
	}
}

static void print_count(const struct mk_option *option)
{
	if (option->allowed) {
		for (const int32_t *value = option->allowed; *value >= 0; value++) {
			printf("%s%d", value == option->allowed ? "" : "|", (int)*value);
		}
	} else {
		printf("%d-%d", (int)option->min, (int)option->max);
	}
	if (option->unlimited) {
		printf("|unlimited");
	}
}

static void print_values(const struct mk_option *option)
{
	switch (option->type) {
	case MK_OPTION_BOOL:
		printf("yes|no");
		return;
	case MK_OPTION_COUNT:
		print_count(option);
		return;
	case MK_OPTION_CHOICE:
		for (const char *const *choice = option->choices; *choice; choice++) {
			printf("%s%s", choice == option->choices ? "" : "|", *choice);
		}
		return;
	case MK_OPTION_CARD:
		printf("CARD");
		return;
	case MK_OPTION_LIST:
		printf("[");
		print_values(option->list->member);
		printf(",...]%s%s", option->list->empty ? "|" : "",
			option->list->empty ? option->list->empty : "");
		return;
	}
}

static void print_option(const struct mk_game *game, size_t index, enum mk_language language)
{
	const struct mk_option *option = &game->options[index];

	printf("    %s=", option->name);
	print_values(option);
	printf(" (");
	print_value(option, &game->presets[0].rules, game->presets[0].rules.value[index]);
	printf(")\n        %s\n", mk_phrase_in(&option->description, language));
}

static void print_named(const char *name, const struct mk_phrase *about, enum mk_language language)
{
	printf("    %-14s %s\n", name, mk_phrase_in(about, language));
}

static void print_game(const struct mk_game *game, enum mk_language language)
{
	printf("%s: %s\n", game->name, mk_phrase_in(&game->title, language));
	puts("  presets");
	for (size_t i = 0; i < game->preset_count; i++) {
		print_named(game->presets[i].name, &game->presets[i].description, language);
	}
	puts("  strategies");
	for (size_t i = 0; i < game->strategy_count; i++) {
		print_named(game->strategies[i].name, &game->strategies[i].description, language);
	}
	puts("  rules");
	for (size_t i = 0; i < game->option_count; i++) {
		print_option(game, i, language);
	}
}

enum cli_exit games_command(int argc, char **argv)
{
	struct games_args call = {NULL, NULL};
	enum mk_language language;
	struct mk_error error;

	command_parse(&games_argp, argc, argv, &call);
	if (game_args_find_language(call.language, &language, &error) != MK_OK ||
		game_args_check_game(&(struct game_args){.game = call.game}, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	for (size_t i = 0; i < mk_game_count; i++) {
		if (!call.game || strcmp(call.game, mk_games[i]->name) == 0) {
			print_game(mk_games[i], language);
		}
	}
	return CLI_OK;
}
