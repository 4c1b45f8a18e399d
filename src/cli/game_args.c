/* Reads the options of a game, its rules and a search budget; errors list the known names. */
#include "cli/game_args.h"

#include "cli/figures.h"

#include "base/json.h"
#include "cli/cli.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RULE_SIZE = 1024, NAMES_SIZE = 128, MAX_BUDGET_MS = 3600000 };
enum { KEY_BUDGET_MS = 512, KEY_WORLDS, KEY_NODES };

const char default_game[] = "klondike";

/* ---- Options -------------------------------------------------------------------------------- */

static const struct argp_option game_options[] = {
	{"game", 'g', "GAME", 0, "game (default: klondike)", 10},
	{"preset", 'p', "PRESET", 0, "rules preset (default: the game's first preset)", 10},
	{"rules", 'r', "KEY=VALUE,...", 0, "rules that differ from the preset", 10},
	{"strategy", 's', "STRATEGY", 0, "strategy (default: the game's first strategy)", 10},
	{"language", 'l', "LANGUAGE", 0, "en, da, de or el (default: from the environment)", 10},
	{0},
};

void game_args_add_rules(struct game_args *args, const char *value, struct argp_state *state)
{
	size_t count = 0;

	while (args->rules[count]) {
		count++;
	}
	if (count == MAX_RULES_OPTIONS) {
		argp_error(state, "--rules is given more than %d times", MAX_RULES_OPTIONS);
	}
	args->rules[count] = value;
}

static error_t parse_game_option(int key, char *value, struct argp_state *state)
{
	struct game_args *args = state->input;

	switch (key) {
	case 'g':
		args->game = value;
		return 0;
	case 'p':
		args->preset = value;
		return 0;
	case 'r':
		game_args_add_rules(args, value, state);
		return 0;
	case 's':
		args->strategy = value;
		return 0;
	case 'l':
		args->language = value;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp game_args_argp = {.options = game_options, .parser = parse_game_option};

static const struct argp_option budget_options[] = {
	{"budget-ms", KEY_BUDGET_MS, "MS", 0,
		"search time per decision, in milliseconds; 0 alone: no search", 20},
	{"worlds", KEY_WORLDS, "N", 0, "maximum number of sampled worlds per decision; 0: no limit",
		20},
	{"nodes", KEY_NODES, "N", 0, "maximum number of playouts per decision; 0: no limit", 20},
	{0},
};

static error_t parse_budget_option(int key, char *value, struct argp_state *state)
{
	struct mk_budget *budget = state->input;
	bool is_option = key == KEY_BUDGET_MS || key == KEY_WORLDS || key == KEY_NODES;

	/* The hook remembers that an option was given. */
	if (is_option && !state->hook) {
		*budget = (struct mk_budget){0};
		state->hook = budget;
	}
	switch (key) {
	case KEY_BUDGET_MS:
		budget->ms = (uint32_t)number_read(value, 0, MAX_BUDGET_MS, state);
		return 0;
	case KEY_WORLDS:
		budget->worlds = number_read(value, 0, INT64_MAX, state);
		return 0;
	case KEY_NODES:
		budget->nodes = number_read(value, 0, INT64_MAX, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp budget_argp = {.options = budget_options, .parser = parse_budget_option};

/* ---- Rules ---------------------------------------------------------------------------------- */

static json_t *read_rule_value(const char *text);

/* The members of "[3,4,5]". */
static json_t *read_rule_list(const char *text)
{
	json_t *list = json_array();
	const char *end = strchr(text, ']');

	for (const char *from = text + 1; from < end;) {
		char word[RULE_SIZE];
		size_t length = strcspn(from, ",]");

		memcpy(word, from, length);
		word[length] = '\0';
		json_array_append_new(list, read_rule_value(word));
		from += length + 1;
	}
	return list;
}

/* "3": a number; "yes", "true": true; "no", "false": false; "[3,4]": a list; else a string. */
static json_t *read_rule_value(const char *text)
{
	char *end;
	long long number = strtoll(text, &end, 10);

	if (*text == '[' && strchr(text, ']')) {
		return read_rule_list(text);
	}
	if (end != text && *end == '\0') {
		return json_integer(number);
	}
	if (strcmp(text, "yes") == 0 || strcmp(text, "true") == 0) {
		return json_true();
	}
	if (strcmp(text, "no") == 0 || strcmp(text, "false") == 0) {
		return json_false();
	}
	return json_string(text);
}

/* One "key=value" of `length` bytes. */
static enum mk_status read_rule(
	json_t *rules, const char *text, size_t length, struct mk_error *error)
{
	char rule[RULE_SIZE];
	char *equals;

	if (length >= sizeof rule) {
		return mk_fail(error, MK_MALFORMED, "invalid_rules", "--rules",
			"'%.20s...' is too long", text);
	}
	memcpy(rule, text, length);
	rule[length] = '\0';
	equals = strchr(rule, '=');
	if (!equals || equals == rule || equals[1] == '\0') {
		return mk_fail(error, MK_MALFORMED, "invalid_rules", "--rules",
			"'%s' is not KEY=VALUE", rule);
	}
	*equals = '\0';
	if (json_object_get(rules, rule)) {
		return mk_fail(error, MK_MALFORMED, "invalid_rules", "--rules",
			"duplicate rule '%s'", rule);
	}
	if (json_object_set_new(rules, rule, read_rule_value(equals + 1))) {
		return mk_fail(error, MK_MALFORMED, "invalid_rules", "--rules", "invalid UTF-8");
	}
	return MK_OK;
}

/* The length up to the next comma that is not within a list. */
static size_t rule_length(const char *text)
{
	size_t length = 0;

	for (bool listed = false; text[length] && (listed || text[length] != ','); length++) {
		listed = text[length] == '[' || (listed && text[length] != ']');
	}
	return length;
}

/* All of one "key=value,...". */
static json_t *read_rules_option(const char *text, struct mk_error *error)
{
	json_t *rules = json_object();

	for (const char *rest = text;; rest++) {
		size_t length = rule_length(rest);

		if (read_rule(rules, rest, length, error) != MK_OK) {
			json_decref(rules);
			return NULL;
		}
		rest += length;
		if (*rest == '\0') {
			return rules;
		}
	}
}

json_t *game_args_read_rules(const struct game_args *args, struct mk_error *error)
{
	json_t *rules = json_object();

	for (size_t i = 0; args->rules[i]; i++) {
		json_t *more = read_rules_option(args->rules[i], error);

		if (!more) {
			json_decref(rules);
			return NULL;
		}
		json_object_update(rules, more);
		json_decref(more);
	}
	return rules;
}

enum mk_status game_args_apply_rules(const struct game_args *args, const struct mk_game *game,
	struct mk_rules *rules, struct mk_error *error)
{
	json_t *json;
	enum mk_status status;

	if (!args->rules[0]) {
		return MK_OK;
	}
	json = game_args_read_rules(args, error);
	if (!json) {
		return MK_MALFORMED;
	}
	status = mk_rules_read(game, json, "--rules", rules, error);
	json_decref(json);
	return status;
}

/* ---- Language ------------------------------------------------------------------------------- */

/* "da_DK.UTF-8" is Danish. */
static bool find_locale(const char *name, enum mk_language *language)
{
	char tag[16];
	size_t length = strcspn(name, "_.@");

	if (length >= sizeof tag) {
		return false;
	}
	memcpy(tag, name, length);
	tag[length] = '\0';
	return mk_language_find(tag, language);
}

enum mk_status game_args_find_language(
	const char *name, enum mk_language *language, struct mk_error *error)
{
	static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

	if (name) {
		return mk_language_find(name, language)
			       ? MK_OK
			       : mk_fail(error, MK_NOT_FOUND, "unknown_language", "--language",
					 "unknown value '%.40s', expected one of en, da, de, el",
					 name);
	}
	*language = MK_ENGLISH;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *locale = getenv(variables[i]);

		if (locale && *locale) {
			find_locale(locale, language);
			break; /* the first that is set decides, as in POSIX */
		}
	}
	return MK_OK;
}

/* ---- Selection ------------------------------------------------------------------------------ */

/* A list of known names, for an error. */
struct name_list {
	struct mk_text text;
	char buffer[NAMES_SIZE];
};

static void name_list_init(struct name_list *list)
{
	mk_text_fixed(&list->text, list->buffer, sizeof list->buffer);
}

static void name_list_add(struct name_list *list, const char *name)
{
	if (list->text.length > 0) {
		mk_text_put(&list->text, ", ");
	}
	mk_text_put(&list->text, name);
}

static enum mk_status fail_unknown_name(const struct name_list *list, const char *option,
	const char *name, const char *code, struct mk_error *error)
{
	return mk_fail(error, MK_NOT_FOUND, code, option,
		"unknown value '%.40s', expected one of %s", name, list->text.bytes);
}

static enum mk_status find_game(
	const char *name, const struct mk_game **game, struct mk_error *error)
{
	struct name_list list;

	name = name ? name : default_game;
	*game = mk_game_find(name);
	if (*game) {
		return MK_OK;
	}
	name_list_init(&list);
	for (size_t i = 0; i < mk_game_count; i++) {
		name_list_add(&list, mk_games[i]->name);
	}
	return fail_unknown_name(&list, "--game", name, "unknown_game", error);
}

enum mk_status game_args_check_game(const struct game_args *args, struct mk_error *error)
{
	const struct mk_game *game;

	return args->game ? find_game(args->game, &game, error) : MK_OK;
}

static enum mk_status find_preset(const char *name, const struct mk_game *game,
	const struct mk_preset **preset, struct mk_error *error)
{
	struct name_list list;

	name = name ? name : game->presets[0].name;
	*preset = mk_preset_find(game, name);
	if (*preset) {
		return MK_OK;
	}
	name_list_init(&list);
	for (size_t i = 0; i < game->preset_count; i++) {
		name_list_add(&list, game->presets[i].name);
	}
	return fail_unknown_name(&list, "--preset", name, "unknown_preset", error);
}

enum mk_status game_args_find_strategy(const char *name, const char *option,
	const struct mk_game *game, const struct mk_strategy **strategy, struct mk_error *error)
{
	struct name_list list;

	name = name ? name : game->strategies[0].name;
	*strategy = mk_strategy_find(game, name);
	if (*strategy) {
		return MK_OK;
	}
	name_list_init(&list);
	for (size_t i = 0; i < game->strategy_count; i++) {
		name_list_add(&list, game->strategies[i].name);
	}
	return fail_unknown_name(&list, option, name, "unknown_strategy", error);
}

enum mk_status game_args_resolve(
	const struct game_args *args, struct game_selection *selection, struct mk_error *error)
{
	struct game_selection found = {0};
	enum mk_status status = find_game(args->game, &found.game, error);

	if (status == MK_OK) {
		status = find_preset(args->preset, found.game, &found.preset, error);
	}
	if (status == MK_OK) {
		status = game_args_find_strategy(
			args->strategy, "--strategy", found.game, &found.strategy, error);
	}
	if (status == MK_OK) {
		status = game_args_find_language(args->language, &found.language, error);
	}
	if (status != MK_OK) {
		return status;
	}
	found.rules = found.preset->rules;
	status = game_args_apply_rules(args, found.game, &found.rules, error);
	if (status == MK_OK) {
		*selection = found;
	}
	return status;
}

void game_selection_write(struct mk_text *out, const struct game_selection *selection)
{
	mk_json_string(out, "game", selection->game->name);
	mk_json_string(out, "preset", selection->preset->name);
	mk_json_open_object(out, "rules");
	mk_rules_write(out, selection->game, &selection->rules);
	mk_json_close_object(out);
}

void value_write(
	struct mk_text *out, enum mk_language language, const struct mk_game *game, double value)
{
	char figure[32];
	struct mk_text text;

	if (isnan(value)) {
		return;
	}
	mk_text_fixed(&text, figure, sizeof figure);
	figure_write(&text, language, value, game->has_points ? 1 : 0,
		game->has_points ? FIGURE_SIGNED : FIGURE_PERCENT);
	figure_put_right(out, figure, VALUE_WIDTH - 2);
	mk_text_put(out, "  ");
}

static void reasons_write(struct mk_text *out, enum mk_language language,
	const struct mk_game *game, const struct mk_ranked_move *ranked)
{
	const char *gap = "";

	for (int reason = 0; game->notation->reasons && game->notation->reasons[reason]; reason++) {
		if (ranked->reasons >> reason & 1) {
			mk_text_put(out, gap);
			mk_describe_reason(out, game, language, reason);
			gap = " ";
		}
	}
}

void why_write(struct mk_text *out, enum mk_language language, const struct mk_game *game,
	const struct mk_view *view, const struct mk_ranked_move *ranked)
{
	if (!game->notation->describe_why) {
		reasons_write(out, language, game, ranked);
	} else if (ranked->reasons || !isnan(ranked->value)) {
		game->notation->describe_why(out, language, view, ranked);
	}
}
